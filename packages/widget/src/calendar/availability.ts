import type { Wire } from '@silla/client'

export type Day = Wire['DiaDisponible']
export type Slot = Wire['Franja']

/** Where the calendar gets its free days and times from. */
export interface AvailabilitySource {
  /** Without a range: from the salon's today for a month. */
  days(range?: { from: string; until: string }): Promise<{ desde: string; dias: Day[] }>
  slots(date: string): Promise<Wire['DisponibilidadDia']>
}
