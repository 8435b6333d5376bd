import {
  businessQueries,
  inTransaction,
  processorAccountQueries as queries,
  type Sql,
} from '@silla/db'
import { findBusiness } from '../../business/business-summary.ts'
import type { AccountStatus } from './check-account.ts'

/** A salon and the last known status of its account. */
export interface AccountSummary {
  slug: string
  mode: 'live' | 'test' | 'demo'
  /** null: it has none, and takes bookings unpaid */
  account: string | null
  cardPayments: AccountStatus['cardPayments']
  ready: boolean
  /** What the platform keeps of each payment, in hundredths of a percent. */
  feeBasisPoints: number
  checkedAt: Date | null
  /** Accounts that were disconnected. */
  earlier: string[]
}

/**
 * All salons of the platform, or one.
 *
 * @throws ProvisioningError BUSINESS_NOT_FOUND
 */
export const listAccounts = (admin: Sql, slug?: string): Promise<AccountSummary[]> =>
  inTransaction(admin, async (registry) => {
    const businesses =
      slug === undefined
        ? await businessQueries.listAllBusinesses(registry)
        : [await findBusiness(businessQueries.findBusinessBySlug(registry, slug), slug)]
    const summaries: AccountSummary[] = []
    for (const business of businesses) {
      const [row] = await queries.findConnectedAccount(
        await businessQueries.setTenant(registry, business.businessId),
      )
      const had = await queries.listRegisteredAccounts(registry, business.businessId)
      summaries.push({
        slug: business.slug,
        mode: business.mode,
        account: row?.accountRef ?? null,
        cardPayments: row?.cardPayments ?? 'none',
        ready: row?.ready ?? false,
        feeBasisPoints: row?.feeBasisPoints ?? 0,
        checkedAt: row?.checkedAt ?? null,
        earlier: had.filter((each) => each.disconnectedAt !== null).map((each) => each.accountRef),
      })
    }
    return summaries
  })
