import { hasCitus, healthQueries, type Sql } from '@silla/db'
import { formatList } from '../text.ts'
import type { IncompleteBusiness } from './checked-businesses.ts'

/** A business that the registry and the tenants do not agree about. */
export interface UnmatchedBusiness {
  /** The slug; of a business that is not registered its id, and its name or the tables with its rows. */
  business: string
  /** `both`: it has rows, and neither a profile nor an entry in the registry. */
  fault: IncompleteBusiness['missing'] | 'registry' | 'both'
  /** For silla_migrator: adds the missing row, with values to be replaced. */
  statement: string
}

/**
 * Businesses that are registered and have no profile or settings, which no other check can read,
 * those that have a profile and are not registered, and those that have only other rows. The last ones
 * are not looked for on a cluster, which would read all rows.
 */
export async function checkRegistry(
  admin: Sql,
  incomplete: readonly IncompleteBusiness[],
): Promise<UnmatchedBusiness[]> {
  const unknown = (await hasCitus(admin)) ? [] : await healthQueries.listUnknownBusinesses(admin)
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
    ...unknown.map(({ businessId, tableNames }) => ({
      business: `${businessId} (${formatList(tableNames, 'tables')})`,
      fault: 'both' as const,
      statement: healthQueries.missingRowStatement('both', businessId),
    })),
  ]
}
