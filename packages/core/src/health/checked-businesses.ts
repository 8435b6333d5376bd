import {
  businessQueries,
  failedNode,
  hasCitus,
  healthQueries,
  inTransaction,
  type Sql,
} from '@silla/db'
import { misalignedBookings } from '../bookings/misaligned-bookings.ts'
import { type Clock, tenantTime } from '../clock.ts'
import { visitsOutsideHours } from './visits-outside-hours.ts'

/** A business with everything that the checks need. */
export type CheckedBusiness = Pick<businessQueries.RegisteredBusiness, 'slug' | 'mode' | 'status'> &
  healthQueries.BusinessHealth &
  healthQueries.OutgoingHealth & {
    /** Handles of professionals who work on no day from today on. */
    professionalsWithoutShifts: string[]
    /** Handles of services that nobody offers. */
    unofferedServices: string[]
    /** What is in another currency than the salon's: `3 bookings in USD`. */
    foreignMoney: string[]
    /** 1: the version of the catalogue is lower than it was. */
    catalogDrift: number
    /** Client addresses and email domains from which guests have made as many bookings as allowed today. */
    guestBookingCeilings: number
    /** The domains that are registered for its account, if that may charge (D52). */
    paymentDomains: { domain: string; active: boolean }[]
    /** Codes of bookings of the last week and upcoming ones that have no lines. */
    bookingsWithoutLines: string[]
    /** Codes of bookings of the last week and upcoming ones whose transitions contradict each other. */
    brokenHistories: string[]
    /** Claims of upcoming time that nothing needs. */
    orphanedClaims: number
    /** Codes of orders of the last week that have no lines. */
    ordersWithoutLines: string[]
    /** Codes of upcoming bookings outside the working time of their professional. */
    visitsOutsideHours: string[]
    /** Codes of upcoming bookings at another local time than was agreed. */
    misalignedBookings: string[]
  }

export interface CheckOptions {
  /** Read all rows, also of businesses that were consistent recently. */
  full: boolean
  /** The only business to check, by its slug. */
  only?: string
  /** Receives the businesses of a node that does not respond; without it, they are an error. */
  onUnavailable?: (business: UnavailableBusiness) => void
  /** Receives the businesses that lack a row without which they cannot be checked. */
  onIncomplete?: (business: IncompleteBusiness) => void
}

/** A business that is registered, but has no profile or no settings. */
export interface IncompleteBusiness {
  slug: string
  businessId: string
  missing: 'profile' | 'settings'
}

/** A business that is not checked, because its node of the cluster does not respond. */
export interface UnavailableBusiness {
  slug: string
  /** Host and port of its node in the cluster. */
  node: string
}

/**
 * All businesses, by slug. Each is checked in its own transaction, and as many at a time as the
 * pool has connections: no statement reads the rows of all salons.
 *
 * @throws SERVICE_UNAVAILABLE
 */
export async function checkedBusinesses(
  admin: Sql,
  clock: Clock,
  { full, only, onUnavailable, onIncomplete }: CheckOptions = { full: false },
): Promise<CheckedBusiness[]> {
  const businesses = (await businessQueries.listAllBusinesses(admin)).filter(
    ({ slug }) => only === undefined || slug === only,
  )
  const isCluster = await hasCitus(admin)
  const checkedAfter = full ? null : new Date(clock.now().getTime() - checkedHours * 3_600_000)
  const checked = await Promise.all(
    businesses.map(async (business) => {
      try {
        return await checkBusiness(admin, business, {
          ...{ clock, checkedAfter, isCluster, onIncomplete },
        })
      } catch (error) {
        const node = failedNode(error)
        if (node === null || !onUnavailable) throw error
        onUnavailable({ slug: business.slug, node })
        return []
      }
    }),
  )
  return checked.flat()
}

/** How long a consistency check counts: one night may be a long one. */
const checkedHours = 36

/**
 * None if the business has been deleted since it was listed, or is incomplete. What is compared is read on a single
 * snapshot: a booking that is cancelled meanwhile would have lost its claims between two statements.
 */
const checkBusiness = (
  admin: Sql,
  { businessId, slug, mode, status, clockOffsetMilliseconds }: businessQueries.RegisteredBusiness,
  {
    clock,
    checkedAfter,
    isCluster,
    onIncomplete,
  }: { clock: Clock; checkedAfter: Date | null; isCluster: boolean } & Pick<
    CheckOptions,
    'onIncomplete'
  >,
): Promise<CheckedBusiness[]> =>
  inTransaction(
    admin,
    async (registry) => {
      const [tx] = await Promise.all([
        businessQueries.setTenant(registry, businessId),
        healthQueries.setShortLockTimeout(registry),
        isCluster ? [] : healthQueries.setGenericPlans(registry),
      ])
      const late = lateAfter(clock)
      const now = tenantTime(clock.now(), clockOffsetMilliseconds)
      const [[health], [outgoing], idle] = await Promise.all([
        healthQueries.findBusinessHealth(tx, { late, checkedAfter }),
        healthQueries.findOutgoingHealth(tx),
        healthQueries.listProfessionalsWithoutShifts(tx, now),
      ])
      const [rows] = await healthQueries.findOwnRows(tx)
      if (!health || !outgoing || !rows?.hasProfile) {
        if (rows?.isRegistered) {
          const missing = rows.hasProfile ? 'settings' : 'profile'
          onIncomplete?.({ slug, businessId, missing })
        }
        return []
      }
      const changed = health.hasNewCatalog === false ? health.changedBookings : null
      const outside = await visitsOutsideHours(tx, now, changed)
      const misaligned = await misalignedBookings(tx, {
        timezone: health.timezone,
        now,
        of: changed,
      })
      const unoffered = await healthQueries.listUnofferedServices(tx)
      const foreign = await healthQueries.listForeignMoney(tx, now, changed)
      const [drift] = await healthQueries.findCatalogDrift(tx)
      const [ceilings] = await healthQueries.countReachedCeilings(tx, clock.now())
      const [without] = await healthQueries.listWithoutLines(tx, late, changed)
      const broken = await healthQueries.listBrokenHistories(tx, late, changed)
      const [orphaned] = await healthQueries.countOrphanedClaims(tx, now, changed)
      return [
        {
          ...{ slug, mode, status, ...health, ...outgoing },
          professionalsWithoutShifts: idle.map(({ handle }) => handle),
          unofferedServices: unoffered.map(({ handle }) => handle),
          foreignMoney: foreign.map(foreignText),
          catalogDrift: drift?.catalogDrift ?? 0,
          guestBookingCeilings: ceilings?.reached ?? 0,
          paymentDomains: [...(await healthQueries.listChargingDomains(tx))],
          bookingsWithoutLines: without?.bookings ?? [],
          brokenHistories: broken.map(({ code }) => code),
          orphanedClaims: orphaned?.claims ?? 0,
          ordersWithoutLines: without?.orders ?? [],
          visitsOutsideHours: outside,
          misalignedBookings: misaligned.map(({ code }) => code),
        },
      ]
    },
    { singleSnapshot: true },
  )

const foreignText = ({ kind, currency, count }: healthQueries.ForeignMoney): string =>
  `${count} ${count === 1 ? kind : foreignKinds[kind]} in ${currency}`

const foreignKinds: Record<healthQueries.ForeignMoney['kind'], string> = {
  booking: 'bookings',
  order: 'orders',
  payment: 'payments',
  'till entry': 'till entries',
}

/** Work that has its own job counts as late after ten minutes. */
export const lateAfter = (clock: Clock): Date => new Date(clock.now().getTime() - 10 * 60_000)
