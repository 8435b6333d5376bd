import type { BusinessNotFoundError } from '@silla/core'
import { listBusinesses } from '@silla/core/provisioning/list-businesses'
import { closestMatch } from '@silla/core/text'
import type { Sql } from '@silla/db'
import { suggestion } from './suggestion.ts'

/** Adds to what is told of a business that is not there the slug that was most likely meant. */
export async function suggestBusiness(problem: BusinessNotFoundError, admin: Sql): Promise<void> {
  const requested = problem.slug.trim().toLowerCase()
  const { businesses } = await listBusinesses(admin)
  const slugs = businesses.map(({ slug }) => slug)
  problem.message += suggestion(
    closestMatch(requested, slugs) ?? slugs.find((slug) => slug.includes(requested)),
  )
}
