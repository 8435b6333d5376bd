import {
  apiKeyQueries,
  auditQueries,
  businessQueries,
  deletionQueries,
  inTransaction,
  type Sql,
  type Tx,
} from '@silla/db'
import { type Clock, systemClock } from '../clock.ts'
import { findBusiness } from './business-summary.ts'
import { ProvisioningError } from './provisioning-error.ts'
import type { Progress } from './write-salon.ts'

/** What deleting a business takes away. */
export interface DeletionPlan {
  slug: string
  businessId: string
  mode: 'live' | 'test' | 'demo'
  /** Bookings that somebody still counts on. */
  comingBookings: number
  /** Rows by table, in the order in which they go; tables without any are left out. */
  rows: { table: string; count: number }[]
}

/**
 * How much of everything would go; nothing is written.
 * @throws ProvisioningError BUSINESS_NOT_FOUND
 */
export function planDeletion(
  admin: Sql,
  slug: string,
  clock: Clock = systemClock,
): Promise<DeletionPlan> {
  return inTransaction(admin, async (tx) => {
    const business = await findBusiness(businessQueries.findBusinessBySlug(tx, slug), slug)
    const own = await businessQueries.setTenant(tx, business.businessId)
    return planOf(own, business, clock)
  })
}

/**
 * Deletes a business with all it has, for good: only the log of what staff did stays, and a note
 * that it was here. Its keys are unknown from then on. In one transaction, so that it is whole or
 * gone.
 *
 * @throws ProvisioningError BUSINESS_NOT_FOUND; WOULD_STRAND_BOOKINGS for a live one that has
 *   bookings to come, unless `allowOrphaned`
 */
export function deleteBusiness(
  admin: Sql,
  slug: string,
  options: { allowOrphaned?: boolean; onProgress?: Progress; clock?: Clock } = {},
): Promise<DeletionPlan> {
  const clock = options.clock ?? systemClock
  return inTransaction(admin, async (tx) => {
    const business = await findBusiness(businessQueries.lockBusinessBySlug(tx, slug), slug)
    const own = await businessQueries.setTenant(tx, business.businessId)
    await deletionQueries.lockBusiness(own)
    const plan = await planOf(own, business, clock)
    if (!options.allowOrphaned) refuseStranding(plan)
    await apiKeyQueries.notifyKeysChanged(tx, business.businessId)
    await deletionQueries.deleteJobs(own)
    await deletionQueries.tombstoneBusiness(own, clock.now())
    await Promise.all(deletionQueries.detachPayments(own))
    for (const [done, { table }] of plan.rows.entries()) {
      options.onProgress?.(done, plan.rows.length, table)
      await deletionQueries.deleteTenantRows(own, table)
    }
    const { rows, comingBookings } = plan
    const detail = {
      slug,
      comingBookings,
      rows: Object.fromEntries(rows.map(({ table, count }) => [table, count])),
    }
    await auditQueries.insertAuditEntry(own, {
      action: 'businesses.delete',
      detail,
      at: clock.now(),
    })
    return plan
  })
}

function refuseStranding({ slug, mode, comingBookings }: DeletionPlan): void {
  if (mode !== 'live' || comingBookings === 0) return
  throw new ProvisioningError(
    'WOULD_STRAND_BOOKINGS',
    `${slug} is live and has ${comingBookings} bookings to come: cancel them first, or say that they may be lost.`,
  )
}

async function planOf(
  own: Tx,
  business: businessQueries.RegisteredBusiness,
  clock: Clock,
): Promise<DeletionPlan> {
  const { slug, businessId, mode } = business
  const rows: DeletionPlan['rows'] = []
  for (const table of inOrder(await deletionQueries.listTenantTables(own))) {
    const count = await deletionQueries.countTenantRows(own, table)
    if (count > 0) rows.push({ table, count })
  }
  const [counts] = await businessQueries.countBusinessRows(own, clock.now())
  return { slug, businessId, mode, comingBookings: counts?.comingBookings ?? 0, rows }
}

/** What is referred to goes after what refers to it. */
function inOrder(tables: readonly { name: string; referredToBy: string[] }[]): string[] {
  const referring = new Map(tables.map(({ name, referredToBy }) => [name, referredToBy]))
  const ordered = new Set<string>()
  const begun = new Set<string>()
  const visit = (name: string) => {
    if (begun.has(name)) return
    begun.add(name)
    for (const other of referring.get(name) ?? []) visit(other)
    if (referring.has(name)) ordered.add(name)
  }
  for (const { name } of tables) visit(name)
  return [...ordered]
}
