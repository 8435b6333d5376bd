import { businessQueries, inTransaction, type Sql } from '@silla/db'
import type { Currency } from '@silla/money'
import type { BusinessSummary, Mode } from '../business/business-summary.ts'

/** Omitted properties do not filter. */
export interface BusinessListFilter {
  mode?: Mode | undefined
  status?: 'active' | 'suspended' | undefined
  /** ISO 3166-1 alpha-2: ES. */
  country?: string | undefined
  currency?: Currency | undefined
  /** Part of the slug or the name, case-insensitive. */
  search?: string | undefined
  offset?: number | undefined
  limit?: number | undefined
}

export interface BusinessList {
  businesses: BusinessSummary[]
  /** How many there are before offset and limit. */
  total: number
  /**
   * Slugs of businesses of this page whose rows are on a node of the cluster that does not respond;
   * with a filter by country, currency or text, of all pages.
   */
  unavailable: string[]
}

/** Lists businesses ordered by slug. */
export async function listBusinesses(
  admin: Sql,
  options: BusinessListFilter = {},
): Promise<BusinessList> {
  const {
    mode = null,
    status = null,
    country = null,
    currency = null,
    search,
    offset = 0,
    limit = null,
  } = options
  const filter = {
    mode,
    status,
    country,
    currency,
    search: search?.normalize('NFC').toLowerCase() || null,
  }
  return inTransaction(admin, async (tx) => {
    const rows = await businessQueries.listBusinesses(tx, { ...filter, offset, limit })
    const businesses = rows
      .map(({ total, unavailable, ...business }) => business)
      .filter((business): business is BusinessSummary => business.businessId !== null)
    return {
      businesses,
      total: rows[0]?.total ?? 0,
      unavailable: rows[0]?.unavailable ?? [],
    }
  })
}
