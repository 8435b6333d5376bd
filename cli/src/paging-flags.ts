import { Flags } from '@oclif/core'

/** For a list that may be long. */
export const pagingFlags = {
  limit: Flags.integer({ description: 'How many at most on a page.', default: 50, min: 1, max: 1000 }),
  page: Flags.integer({ description: 'Which page, from 1 on.', default: 1, min: 1, max: 100_000 }),
}

/** What the flags say, for a query. */
export const pageOf = ({ limit, page }: { limit: number; page: number }) => ({ offset: (page - 1) * limit, limit })

/** `Page 2 of 5 (230 in all).`; null when everything is on the page. */
export function pageLine({ limit, page }: { limit: number; page: number }, total: number): string | null {
  if (page === 1 && total <= limit) return null
  return `Page ${page} of ${Math.max(1, Math.ceil(total / limit))} (${total} in all).`
}
