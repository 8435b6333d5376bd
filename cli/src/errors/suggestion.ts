import type { BusinessNotFoundError } from '@silla/core'
import type { Sql } from '@silla/db'

/**
 * The end of an error message about an unknown word: ` Did you mean barberia-centro?`; empty
 * without a guess.
 */
export const suggestion = (guess: string | null | undefined): string =>
  guess ? ` Did you mean ${guess}?` : ''

/** Adds the closest slug to the error about an unknown business. */
export async function suggestBusiness(error: BusinessNotFoundError, admin: Sql): Promise<void> {
  const [{ closestMatch }, { listBusinesses }] = await Promise.all([
    import('@silla/core/text'),
    import('@silla/core/provisioning/list-businesses'),
  ])
  const input = error.slug.trim().toLowerCase()
  const { businesses } = await listBusinesses(admin)
  const slugs = businesses.map(({ slug }) => slug)
  error.message += suggestion(
    closestMatch(input, slugs) ?? slugs.find((slug) => slug.includes(input)),
  )
}
