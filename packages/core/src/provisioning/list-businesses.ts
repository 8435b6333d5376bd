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
  /** Only those after this slug, the last one of the page before. */
  after?: string | undefined
  offset?: number | undefined
  limit?: number | undefined
}

export interface BusinessList {
  businesses: BusinessSummary[]
  /** How many there are on all pages. */
  total: number
  /**
   * Slugs of businesses of this page whose rows are on a node of the cluster that does not respond;
   * with a filter by country, currency or text, of all pages.
   */
  unavailable: string[]
}

/**
 * Lists businesses ordered by slug. `after` goes on after the last one of a page, whichever were added before it
 * meanwhile; `offset` counts again.
 */
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
    after = null,
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
    const rows = await businessQueries.listBusinesses(tx, { ...filter, after, offset, limit })
    const [counted] = await businessQueries.countBusinesses(tx, filter)
    return {
      businesses: rows.flatMap(({ isAvailable, ...business }) => (isAvailable ? [business] : [])),
      total: counted?.count ?? 0,
      unavailable: rows.flatMap(({ slug, isAvailable }) => (isAvailable ? [] : [slug])),
    }
  })
}
