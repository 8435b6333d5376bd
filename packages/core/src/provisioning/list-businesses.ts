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

/** Lists businesses ordered by slug, with the total before offset and limit. */
export async function listBusinesses(
  admin: Sql,
  options: BusinessListFilter = {},
): Promise<{ businesses: BusinessSummary[]; total: number }> {
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
    const rows = [...(await businessQueries.listBusinesses(tx, { ...filter, offset, limit }))]
    // a page after the last one has no row that carries the total
    const [first] =
      rows.length > 0
        ? rows
        : await businessQueries.listBusinesses(tx, { ...filter, offset: 0, limit: 1 })
    return { businesses: rows.map(({ total, ...business }) => business), total: first?.total ?? 0 }
  })
}
