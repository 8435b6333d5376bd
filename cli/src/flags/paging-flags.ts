import { Flags } from '@oclif/core'

/** For a list that may be long. */
export const pagingFlags = {
  limit: Flags.integer({
    description: 'How many at most on a page.',
    default: 50,
    min: 1,
    max: 1000,
  }),
  page: Flags.integer({ description: 'Which page, from 1 on.', default: 1, min: 1, max: 100_000 }),
}

/** What they say, for a query. */
export const pageOf = ({ limit, page }: { limit: number; page: number }) => ({
  offset: (page - 1) * limit,
  limit,
})
