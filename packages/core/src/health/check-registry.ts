import { healthQueries, type Sql } from '@silla/db'
import type { IncompleteBusiness } from './checked-businesses.ts'

/** A business that the registry and the tenants do not agree about. */
export interface UnmatchedBusiness {
  /** The slug; of a business that is not registered its id and name. */
  business: string
  fault: IncompleteBusiness['missing'] | 'registry'
  /** For silla_migrator: adds the missing row, with values to be replaced. */
  statement: string
}

/**
 * Businesses that are registered and have no profile or settings, which no other check can read, and
 * those that have a profile and are not registered.
 */
export async function checkRegistry(
  admin: Sql,
  incomplete: readonly IncompleteBusiness[],
): Promise<UnmatchedBusiness[]> {
  const unregistered = await healthQueries.listUnregisteredBusinesses(admin)
  return [
    ...incomplete.map(({ slug, businessId, missing }) => ({
      business: slug,
      fault: missing,
      statement: healthQueries.missingRowStatement(missing, businessId),
    })),
    ...unregistered.map(({ businessId, name }) => ({
      business: `${businessId} (${name})`,
      fault: 'registry' as const,
      statement: healthQueries.missingRowStatement('registry', businessId),
    })),
  ]
}
