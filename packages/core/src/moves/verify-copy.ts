import { type businessMoveQueries, salonDifferences } from '@silla/db'
import { ProvisioningError } from '../business/provisioning-error.ts'
import { checkData } from '../health/check-data.ts'
import { checkedBusinesses } from '../health/checked-businesses.ts'
import { withCopy } from './copy-salon.ts'
import { applyDifferences, findDifferences, listMovedTables } from './follow-changes.ts'
import type { Moving } from './moving.ts'

/**
 * Copies the last changes of a salon that is closed, and compares what both databases have then: every row
 * by its digest, and the sums of all amounts.
 *
 * @returns how many rows are the same
 * @throws ProvisioningError MOVE_DIFFERS, MOVE_NOT_CLOSED; SERVICE_UNAVAILABLE after the deadline
 */
export const assertSameSalon = (
  moving: Moving,
  move: businessMoveQueries.BusinessMove,
  deadlineMilliseconds: number,
): Promise<number> =>
  withCopy(
    moving,
    move,
    async (sides) => {
      const tables = await listMovedTables(sides.from)
      const { differences, rows } = await findDifferences(sides, tables)
      await applyDifferences(sides, differences)
      // the others were the same already
      const changed = differences.map(({ table }) => table)
      const left = (await findDifferences(sides, changed)).differences
      if (left.length > 0)
        throw differs(moving, `rows of ${left.map(({ table }) => table.name).join(', ')}`)
      const [ours, theirs] = await Promise.all([
        salonDifferences.sumAmounts(sides.from, tables),
        salonDifferences.sumAmounts(sides.to, tables),
      ])
      const unequal = Object.keys(ours).filter((column) => ours[column] !== theirs[column])
      if (unequal.length > 0) throw differs(moving, `the sums of ${unequal.join(', ')}`)
      return rows
    },
    deadlineMilliseconds,
  )

/**
 * What `silla db doctor` finds in the copy and not in the salon. The copy may be some changes behind: only of
 * a salon that is closed it is a fault.
 */
export async function findNewProblems(moving: Moving): Promise<string[]> {
  const [here, there] = await Promise.all([
    problemsIn(moving, moving.source),
    problemsIn(moving, moving.receiver),
  ])
  return there.filter((problem) => !here.includes(problem))
}

/** @throws ProvisioningError MOVE_DIFFERS */
export async function assertNoNewProblems(moving: Moving): Promise<void> {
  const problems = await findNewProblems(moving)
  if (problems.length > 0) throw differs(moving, `the checks ${problems.join(', ')}`)
}

/** What the checks of stored data find, with the number of rows. */
async function problemsIn({ business, clock }: Moving, admin: Moving['source']): Promise<string[]> {
  const checked = await checkedBusinesses(admin, clock, { full: true, only: business.slug })
  return checkData(checked)
    .filter(({ status }) => status === 'problem')
    .map(({ check, facts }) => `${check} ${facts.businesses.map(({ count }) => count).join()}`)
}

const differs = ({ business }: Moving, what: string) =>
  new ProvisioningError(
    'MOVE_DIFFERS',
    `The copy of ${business.slug} is not the same: ${what}. It is served here as before; run the command again, ` +
      'or with --abort to delete the copy.',
  )
