import {
  apiKeyQueries,
  auditQueries,
  businessQueries,
  inTransaction,
  jobQueries,
  type Sql,
} from '@silla/db'
import { formatDate, formatTime, wallClock, zoneOf } from '@silla/slots'
import { findBusiness } from '../business/business-summary.ts'
import { ProvisioningError } from '../business/provisioning-error.ts'
import { type Clock, systemClock } from '../clock.ts'
import type { LocalTime } from '../model/block.ts'
import { type BusinessClock, businessClock } from './business-clock.ts'

/** Further ahead, the dates of what is booked might no longer be written with four digits. */
const maxYearsAhead = 10

/**
 * Sets the clock of a test or demo business forward (D44). From then on it goes at the pace of real
 * time: the difference is stored. Every process applies it with its next request or job, and jobs
 * that became due run.
 *
 * @param to a local time of the salon; one that occurs twice means its first occurrence
 * @throws ProvisioningError BUSINESS_NOT_FOUND; NOT_A_TEST for a live business; NOT_VALID for a time
 *   that the clocks skip, that is not after what the clock shows, or more than ten years ahead
 */
export function setClock(
  admin: Sql,
  { slug, to }: { slug: string; to: LocalTime },
  clock: Clock = systemClock,
): Promise<BusinessClock> {
  return inTransaction(admin, async (tx) => {
    const business = await findBusiness(businessQueries.lockBusinessBySlug(tx, slug), slug)
    if (business.mode === 'live')
      throw new ProvisioningError(
        'NOT_A_TEST',
        `${slug} is a live salon. Only the clock of a test or demo salon can be set.`,
      )
    const realTime = clock.now()
    const before = await businessClock(tx, business, realTime)
    const aheadMilliseconds = instantOf(to, before, realTime).getTime() - realTime.getTime()

    const { businessId } = business
    await businessQueries.updateClockOffset(tx, businessId, aheadMilliseconds)
    await apiKeyQueries.notifyKeysChanged(tx, businessId)
    const tenantTx = await businessQueries.setTenant(tx, businessId)
    await jobQueries.setClockForward(tenantTx, aheadMilliseconds - before.aheadMilliseconds)
    await auditQueries.insertAuditEntry(tenantTx, {
      action: 'clock.set',
      detail: { from: textOf(wallClock(before.now, before.timezone)), to: textOf(to) },
      at: realTime,
    })
    return businessClock(tx, { ...business, clockOffsetMilliseconds: aheadMilliseconds }, realTime)
  })
}

function instantOf(to: LocalTime, { now, timezone, slug }: BusinessClock, realTime: Date): Date {
  const minute = zoneOf(timezone).toInstant(to.day, to.minute)
  if (minute === null) throw notValid(`${textOf(to)} does not exist in ${timezone}: it is skipped.`)
  const instant = new Date(minute * 60_000)
  if (instant <= now) {
    const shown = textOf(wallClock(now, timezone))
    throw notValid(`A clock is only set forward, and that of ${slug} shows ${shown}.`)
  }
  const last = new Date(realTime)
  last.setUTCFullYear(last.getUTCFullYear() + maxYearsAhead)
  if (instant > last) throw notValid(`A clock is at most ${maxYearsAhead} years ahead.`)
  return instant
}

const textOf = ({ day, minute }: LocalTime): string => `${formatDate(day)} ${formatTime(minute)}`

const notValid = (message: string) => new ProvisioningError('NOT_VALID', message)
