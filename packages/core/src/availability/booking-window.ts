import type { EpochDay, EpochMinute } from '@silla/slots'
import type { Catalog } from '../catalog/catalog.ts'
import { type Clock, today } from '../clock.ts'

/** When visits may start, counted from now (D13). */
export interface BookingWindow {
  firstDay: EpochDay
  lastDay: EpochDay
  /** The first whole minute that is not over yet, plus the salon's notice. */
  bookableFrom: EpochMinute
}

/** @param byBusiness the salon books for itself: without notice and without a last day (D9) */
export function bookingWindow(catalog: Catalog, clock: Clock, byBusiness = false): BookingWindow {
  const { horizonDays, noticeMinutes } = catalog.settings
  const firstDay = today(catalog, clock)
  const nextMinute = Math.ceil(clock.now().getTime() / 60_000)
  return {
    firstDay,
    lastDay: byBusiness ? Number.POSITIVE_INFINITY : firstDay + horizonDays,
    bookableFrom: nextMinute + (byBusiness ? 0 : noticeMinutes),
  }
}
