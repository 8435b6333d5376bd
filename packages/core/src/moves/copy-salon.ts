import { randomUUID } from 'node:crypto'
import { businessMoveQueries, inTransaction, salonRows, type Transaction, type Tx } from '@silla/db'
import { readAhead } from '../archives/read-ahead.ts'
import { sealRow, unsealRow } from '../archives/sealed-columns.ts'
import { ProvisioningError } from '../business/provisioning-error.ts'
import { deleteCopy } from './delete-copy.ts'
import {
  applyDifferences,
  arrayOf,
  type BothSides,
  bothSides,
  findDifferences,
  isConflict,
  isLinked,
  listMovedTables,
} from './follow-changes.ts'
import type { Moving } from './moving.ts'

/**
 * Records the move in both databases, and copies the salon into the other one, unless an earlier run has done
 * it. The salon is served meanwhile.
 *
 * @param begun what the source knows of it
 */
export async function openCopy(
  moving: Moving,
  begun: businessMoveQueries.BusinessMove | null,
): Promise<businessMoveQueries.BusinessMove> {
  const { source, receiver, business, url } = moving
  const move = { moveId: begun?.moveId ?? randomUUID(), phase: 'leaving' as const, url }
  await inTransaction(source, async (registry) => {
    const tx = await businessMoveQueries.setMovedTenant(registry, business.businessId)
    if (begun === null) await businessMoveQueries.insertMove(tx, move, moving.clock.now())
    else await businessMoveQueries.updateMoveUrl(tx, url)
  })
  const copy = await businessMoveQueries.findMove(receiver, business.businessId)
  if (copy !== null && copy.moveId !== move.moveId) await deleteCopy(moving)
  if (copy?.moveId !== move.moveId) await copyAll(moving, move)
  return move
}

/**
 * Copies the changes since the copy was made, until few are left.
 *
 * @returns how long the last comparison took, in milliseconds
 * @throws ProvisioningError MOVE_DIFFERS, MOVE_NOT_CLOSED
 */
export async function copyUntilSame(
  moving: Moving,
  move: businessMoveQueries.BusinessMove,
): Promise<number> {
  let copies = 1
  let startedAt = performance.now()
  for (let pass = 0; pass < mostPasses; pass++) {
    startedAt = performance.now()
    try {
      if ((await followChanges(moving, move)).changes <= fewChanges) break
    } catch (error) {
      if (!isConflict(error) || copies++ === mostCopies) throw error
      await deleteCopy(moving)
      await copyAll(moving, move)
    }
  }
  return performance.now() - startedAt
}

const mostPasses = 8
const mostCopies = 3
/** They are copied in a fraction of a second. */
const fewChanges = 200

const longestMilliseconds = 6 * 3_600_000

/**
 * Runs work in both databases: the source as of one moment, and the copy in a transaction, which is begun first.
 */
function onBothSides<T>(
  moving: Moving,
  work: (sides: BothSides) => Promise<T>,
  { begin = async () => {}, deadlineMilliseconds = longestMilliseconds }: BothSidesOptions = {},
): Promise<T> {
  const { source, receiver, business } = moving
  const options = { once: true, deadlineMilliseconds }
  const tenantOf = async (registry: Transaction): Promise<Tx> => {
    const tx = await businessMoveQueries.setMovedTenant(registry, business.businessId)
    await salonRows.useCanonicalText(tx)
    return tx
  }
  return inTransaction(
    receiver,
    async (to) => {
      const toTx = await tenantOf(to)
      await begin(toTx)
      return inTransaction(
        source,
        async (from) => work(bothSides(await tenantOf(from), toTx, moving)),
        { ...options, singleSnapshot: true },
      )
    },
    options,
  )
}

interface BothSidesOptions {
  /** What is done in the receiver before the moment as of which the source is read. */
  begin?: (to: Tx) => Promise<unknown>
  deadlineMilliseconds?: number
}

/**
 * Runs work with a copy that was made before, while nobody else changes it or lets the receiver serve it.
 *
 * @throws ProvisioningError MOVE_NOT_CLOSED when it is not the copy of this move any more: this process had lost its
 *   lock, and another one has moved the salon or undone the move
 */
export const withCopy = <T>(
  moving: Moving,
  { moveId }: businessMoveQueries.BusinessMove,
  work: (sides: BothSides) => Promise<T>,
  deadlineMilliseconds?: number,
): Promise<T> =>
  onBothSides(moving, work, {
    async begin(to) {
      if ((await businessMoveQueries.lockMove(to))?.moveId === moveId) return
      const { slug } = moving.business
      throw new ProvisioningError(
        'MOVE_NOT_CLOSED',
        `Another process has moved ${slug} meanwhile, or undone the move. Nothing was changed.`,
      )
    },
    ...(deadlineMilliseconds && { deadlineMilliseconds }),
  })

/** Makes the copy equal to what the source has at this moment. */
const followChanges = (
  moving: Moving,
  move: businessMoveQueries.BusinessMove,
): Promise<{ changes: number; rows: number }> =>
  withCopy(moving, move, async (sides) => {
    const tables = await listMovedTables(sides.from)
    const { differences, rows } = await findDifferences(sides, tables)
    await applyDifferences(sides, differences)
    const changes = differences.reduce(
      (sum, { added, changed, removed }) => sum + added.length + changed.length + removed.length,
      0,
    )
    return { changes, rows }
  })

/** All rows, in one transaction: a copy is there whole, or not at all. */
const copyAll = (moving: Moving, move: businessMoveQueries.BusinessMove): Promise<void> =>
  withConflicts(() =>
    onBothSides(moving, async (sides) => {
      const { receiver, business, clock, onProgress } = moving
      const returns = await businessMoveQueries.hasMovedFromHere(receiver, business.businessId)
      const phase = returns ? 'returning' : 'arriving'
      await businessMoveQueries.insertMove(sides.to, { ...move, phase }, clock.now())
      await businessMoveQueries.setAuditLogAside(sides.to)
      const tables = await listMovedTables(sides.from)
      for (const [done, table] of tables.entries()) {
        onProgress?.(done, tables.length, table.name)
        for await (const rows of readAhead(salonRows.readSalonRows(sides.from, table))) {
          const copied = rows.map((row) =>
            unsealRow(table.name, sealRow(table.name, row, sides.sourceSeal), sides.receiverSeal),
          )
          await salonRows.insertSalonRows(sides.to, table, table.columns, arrayOf(copied))
        }
      }
      for (const table of tables) {
        if (table.linkedLater.length === 0) continue
        for await (const rows of salonRows.readSalonRows(sides.from, table)) {
          const linked = rows.filter((row) => isLinked(table, row))
          if (linked.length > 0) await salonRows.linkSalonRows(sides.to, table, arrayOf(linked))
        }
      }
    }),
  )

async function withConflicts<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, constraint_name: constraint } = error as {
      code?: unknown
      constraint_name?: string
    }
    if (code !== '23505') throw error
    throw new ProvisioningError(
      'MOVE_CONFLICT',
      `Something of the salon is there already (${constraint}). Nothing was changed there.`,
    )
  }
}
