import type { holdQueries } from '@silla/db'
import { maxUnpaidPerAddress } from '../bookings/booking-limits.ts'
import type { HoldClient } from '../model/hold.ts'

const maxPerHour = 12
/** Live holds with a secret key whose server does not say for whom. */
const maxLivePerKey = 30

/** How much time a caller may hold, so that nobody keeps a salon's times from others (D36). */
export function holdLimits(client: HoldClient): holdQueries.HoldLimits {
  if (client === null) return { scope: null, live: 0, perHour: null, again: true }
  return 'address' in client
    ? { scope: client.address, live: maxUnpaidPerAddress, perHour: maxPerHour, again: false }
    : { scope: `key:${client.keyId}`, live: maxLivePerKey, perHour: null, again: true }
}
