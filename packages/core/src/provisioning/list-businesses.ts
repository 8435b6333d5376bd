import { businessQueries, inTransaction, type Sql } from '@silla/db'
import type { Currency } from '@silla/money'
import type { BusinessSummary } from './business-summary.ts'
import type { Mode } from './salon.ts'

/** Which businesses somebody wants to see; what is left out is no limit. */
export interface BusinessListFilter {
  mode?: Mode | undefined
  status?: 'active' | 'suspended' | undefined
  /** Two capitals: ES. */
  country?: string | undefined
  currency?: Currency | undefined
  /** A part of the slug or the name, in any case. */
  search?: string | undefined
  offset?: number | undefined
  limit?: number | undefined
}

/** The businesses of the platform, by slug, and how many there are without offset and limit. */
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
    // a page behind the last one has no row to tell how many there are
    const [first] =
      rows.length > 0
        ? rows
        : await businessQueries.listBusinesses(tx, { ...filter, offset: 0, limit: 1 })
    return { businesses: rows.map(({ total, ...business }) => business), total: first?.total ?? 0 }
  })
}
