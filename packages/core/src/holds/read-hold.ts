import type { holdQueries } from '@silla/db'
import { readLines } from '../bookings/read-booking.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Hold } from '../model/hold.ts'

/** Maps a row: reads the dates of its lines and adds the salon's time zone. */
export const readHold = (
  { lines, extendedAt: _, releasedAt: _released, bookingId: _booking, ...row }: holdQueries.HoldRow,
  catalog: Catalog,
): Hold => ({ ...row, lines: readLines(lines), timezone: catalog.settings.timezone })
