import { type EpochDay, type EpochMinute, zoneOf } from '@silla/slots'
import type { Clock } from '../ports/clock.ts'
import type { Catalog } from './catalog.ts'

/** Today's date where the salon is (D4). */
export const today = (catalog: Catalog, clock: Clock): EpochDay =>
  zoneOf(catalog.settings.timezone).toLocal(Math.floor(clock.now().getTime() / 60_000)).day

/** The first whole minute that is not over yet. */
export const nextMinute = (now: Date): EpochMinute => Math.ceil(now.getTime() / 60_000)
