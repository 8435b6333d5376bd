import type { EpochDay, LocalSpan } from '@silla/slots'
import type { ClosingDay, OpeningDay } from '../catalog/catalog.ts'

/** When a salon is open on one date, in minutes of local time. */
export interface BusinessDay {
  day: EpochDay
  kind: 'open' | 'closed' | 'holiday'
  /** The opening hours of that weekday. */
  usual: OpeningDay
  closings: ClosingDay[]
  /** Opening hours minus the break minus closings. */
  open: readonly LocalSpan[]
}
