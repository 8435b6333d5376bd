import { type EpochDay, type EpochMinute, wallClock } from '@silla/slots'
import type { Clock } from '../ports/clock.ts'
import type { Catalog } from './catalog.ts'

/** Today's date where the salon is (D4). */
export const today = (catalog: Catalog, clock: Clock): EpochDay =>
  wallClock(clock.now(), catalog.settings.timezone).day

/** The first whole minute that is not over yet. */
export const nextMinute = (now: Date): EpochMinute => Math.ceil(now.getTime() / 60_000)
