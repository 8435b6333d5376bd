import { localStartQueries, type Tx } from '@silla/db'
import { type EpochMinute, isTimeZone, minutesPerDay, zoneOf } from '@silla/slots'

/** An upcoming booking that is at another clock time than was agreed. */
export interface MisalignedBooking {
  id: number
  code: string
  start: EpochMinute
  /** The agreed local time, as minutes since 1970 without a zone. */
  agreed: number
  /** When the clocks of the salon show the agreed time; null: they skip it. */
  agreedStart: EpochMinute | null
}

/**
 * The upcoming bookings of a business, all or only these, that are not at their agreed local time
 * any more, by start: the rules of its time zone have changed, or the salon has another zone now.
 * Both sides use the rules of the engine, which offers the times; those of the database may differ.
 *
 * A time zone that Node does not support is left to `checkTimeZones`.
 */
export async function misalignedBookings(
  tx: Tx,
  { timezone, now, of = null }: { timezone: string; now: Date; of?: readonly number[] | null },
): Promise<MisalignedBooking[]> {
  if (of?.length === 0 || !isTimeZone(timezone)) return []
  const zone = zoneOf(timezone)
  const [found] = await localStartQueries.listLocalStarts(tx, now, of)
  const { ids, codes, starts, agreed } = found ?? { ids: [], codes: [], starts: [], agreed: [] }
  return ids.flatMap((id, i) => {
    const start = starts[i] as number
    const local = agreed[i] as number
    const day = Math.floor(local / minutesPerDay)
    const agreedStart = zone.toInstant(day, local - day * minutesPerDay)
    if (agreedStart === start) return []
    return [{ id, code: codes[i] as string, start, agreed: local, agreedStart }]
  })
}
