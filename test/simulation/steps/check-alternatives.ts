import type { StartOutcome } from '../../unit/slots/minute-model.ts'
import { expect } from '../failure.ts'
import { bookableFrom } from '../model/availability.ts'
import type { BookingAttempt } from '../model/booking-rules.ts'
import { clockTime } from '../model/local-time.ts'
import type { Simulation } from '../simulation.ts'

/** Alternatives on the same day are free. */
export function checkAlternatives(
  { model, salon }: Simulation,
  {
    by,
    date,
    professional,
    isOffered,
  }: Pick<BookingAttempt, 'by' | 'date' | 'professional' | 'isOffered'>,
  starts: StartOutcome[],
  alternatives: { fecha: string; hora_inicio: string; peluquero_id: number }[],
): void {
  const from = by === 'salon' ? 0 : bookableFrom(model)
  for (const each of alternatives) {
    if (each.fecha !== date) continue
    const start = starts.find((_, minute) => clockTime(minute) === each.hora_inicio)
    expect(
      start?.kind === 'placed' &&
        start.free.length > 0 &&
        start.start >= from &&
        (isOffered || each.peluquero_id === salon.id(professional)),
      'alternatives are free',
      () => `${each.fecha} ${each.hora_inicio}`,
    )
  }
}
