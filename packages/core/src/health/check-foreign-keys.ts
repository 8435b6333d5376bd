import { businessQueries, hasCitus, healthQueries, type Sql } from '@silla/db'
import { type CheckResult, ok, problem, skip } from './check-result.ts'

/** Of a table that is always read: hundreds of thousands of rows, in a tenth of a second. */
const largestBytes = 32 * 2 ** 20

/**
 * Whether the rows exist that others refer to. PostgreSQL sees to it, unless somebody has written while its foreign
 * keys were switched off, or has added one without validating it.
 *
 * @param options.full read large tables too, and those of a cluster
 * @param options.mostBytes what counts as large otherwise
 */
export async function checkForeignKeys(
  admin: Sql,
  { full, mostBytes = largestBytes }: { full: boolean; mostBytes?: number },
): Promise<CheckResult[]> {
  if (!full && (await hasCitus(admin))) return [skip('foreign-keys', 'foreignKeysOfCluster', {})]
  const found = await healthQueries.listRowsWithoutParent(admin, full ? null : mostBytes)
  const unread = found.filter(({ rowsFound }) => rowsFound === null)
  const broken = found.filter(({ rowsFound }) => rowsFound !== null)
  const slugs = new Map(
    broken.length === 0
      ? []
      : (await businessQueries.listAllBusinesses(admin)).map(({ businessId, slug }) => [
          businessId,
          slug,
        ]),
  )
  const byConstraint = Map.groupBy(
    broken,
    ({ tableName, constraintName }) => `${tableName} ${constraintName}`,
  )
  const problems = [...byConstraint.values()].map((rows) => {
    const [{ tableName, constraintName, parentName, listing }] = rows as [(typeof rows)[number]]
    return problem('foreign-keys', 'parentsMissing', {
      ...{ tableName, constraintName, parentName, listing },
      businesses: rows
        .map(({ businessId, rowsFound }) => ({
          name: (businessId && slugs.get(businessId)) ?? businessId,
          count: Number(rowsFound),
        }))
        .sort((one, other) => ((one.name ?? '') < (other.name ?? '') ? -1 : 1)),
    })
  })
  return [
    ...(problems.length === 0 ? [ok('foreign-keys', 'parentsExist', {})] : problems),
    ...(unread.length === 0
      ? []
      : [
          skip('foreign-keys', 'foreignKeysOfLargeTables', {
            tables: [...new Set(unread.map(({ tableName }) => tableName))],
          }),
        ]),
  ]
}
