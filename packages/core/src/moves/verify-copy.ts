import { salonDifferences } from '@silla/db'
import { ProvisioningError } from '../business/provisioning-error.ts'
import { checkData } from '../health/check-data.ts'
import { checkedBusinesses } from '../health/checked-businesses.ts'
import { followChanges, onBothSides } from './copy-salon.ts'
import { findDifferences, listMovedTables } from './follow-changes.ts'
import type { Moving } from './moving.ts'

/**
 * Copies the last changes of a salon that is closed, and compares what both databases have then: every row by
 * its digest, the sums of all amounts, and what `silla db doctor` finds.
 *
 * @returns how many rows were compared
 * @throws ProvisioningError MOVE_DIFFERS
 */
export async function assertSameSalon(moving: Moving): Promise<number> {
  await followChanges(moving)
  const rows = await onBothSides(moving, async (sides) => {
    const tables = await listMovedTables(sides.from)
    const { differences, rows } = await findDifferences(sides, tables)
    if (differences.length > 0)
      throw differs(moving, `rows of ${differences.map(({ table }) => table.name).join(', ')}`)
    const [ours, theirs] = await Promise.all([
      salonDifferences.sumAmounts(sides.from, tables),
      salonDifferences.sumAmounts(sides.to, tables),
    ])
    const unequal = Object.keys(ours).filter((column) => ours[column] !== theirs[column])
    if (unequal.length > 0) throw differs(moving, `the sums of ${unequal.join(', ')}`)
    return rows
  })
  const [here, there] = await Promise.all([
    problemsIn(moving, moving.source),
    problemsIn(moving, moving.receiver),
  ])
  const unequal = there.filter((problem) => !here.includes(problem))
  if (unequal.length > 0) throw differs(moving, `the checks ${unequal.join(', ')}`)
  return rows
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
