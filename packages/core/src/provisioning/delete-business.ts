import {
  apiKeyQueries,
  auditQueries,
  businessQueries,
  deletionQueries,
  inTransaction,
  movedBusinessQueries,
  type Sql,
  type Tx,
} from '@silla/db'
import { findBusiness } from '../business/business-summary.ts'
import { ProvisioningError } from '../business/provisioning-error.ts'
import { type Clock, systemClock, tenantTime } from '../clock.ts'
import type { Progress } from './write-salon.ts'

/** What deleting a business would delete. */
export interface DeletionPlan {
  slug: string
  businessId: string
  mode: 'live' | 'test' | 'demo'
  /** Upcoming bookings. */
  comingBookings: number
  /** Rows by table, in the order of deletion; tables without rows are omitted. */
  rows: { table: string; count: number }[]
}

/**
 * Counts what deleting a business would delete. Nothing is written.
 * @throws ProvisioningError BUSINESS_NOT_FOUND
 */
export function planDeletion(
  admin: Sql,
  slug: string,
  clock: Clock = systemClock,
): Promise<DeletionPlan> {
  return inTransaction(admin, async (tx) => {
    const business = await findBusiness(businessQueries.findBusinessBySlug(tx, slug), slug)
    const tenantTx = await businessQueries.setTenant(tx, business.businessId)
    return buildDeletionPlan(tenantTx, business, clock)
  })
}

export interface DeletionOptions {
  allowOrphaned?: boolean
  /** The origin at which it is served from now on: requests that still arrive here are led there. */
  movedTo?: string | null
  onProgress?: Progress
  clock?: Clock
}

/**
 * Permanently deletes a business and all its data in one transaction. What stays is the audit log
 * and a record that the business existed. Its API keys are unknown from then on.
 *
 * @throws ProvisioningError BUSINESS_NOT_FOUND; WOULD_STRAND_BOOKINGS for a live business with
 *   upcoming bookings, unless `allowOrphaned`
 */
export function deleteBusiness(
  admin: Sql,
  slug: string,
  options: DeletionOptions = {},
): Promise<DeletionPlan> {
  const clock = options.clock ?? systemClock
  return inTransaction(admin, async (tx) => {
    const business = await findBusiness(businessQueries.lockBusinessBySlug(tx, slug), slug)
    const tenantTx = await businessQueries.setTenant(tx, business.businessId)
    await deletionQueries.lockBusiness(tenantTx)
    const plan = await buildDeletionPlan(tenantTx, business, clock)
    if (!options.allowOrphaned) assertNoUpcomingBookings(plan)
    await deletePlanned(tenantTx, plan, { ...options, clock })
    return plan
  })
}

/** Deletes what a plan has counted; the audit log says so. */
export async function deletePlanned(
  tx: Tx,
  { slug, rows, comingBookings }: DeletionPlan,
  { movedTo = null, onProgress, clock }: DeletionOptions & { clock: Clock },
): Promise<void> {
  await apiKeyQueries.notifyKeysChanged(tx, tx.businessId)
  await deletionQueries.deleteJobs(tx)
  await deletionQueries.tombstoneBusiness(tx, clock.now())
  if (movedTo !== null) await movedBusinessQueries.recordMove(tx, movedTo, clock.now())
  await Promise.all(deletionQueries.detachPayments(tx))
  for (const [done, { table }] of rows.entries()) {
    onProgress?.(done, rows.length, table)
    await deletionQueries.deleteTenantRows(tx, table)
  }
  const detail = {
    slug,
    comingBookings,
    ...(movedTo !== null && { movedTo }),
    rows: Object.fromEntries(rows.map(({ table, count }) => [table, count])),
  }
  await auditQueries.insertAuditEntry(tx, { action: 'businesses.delete', detail, at: clock.now() })
}

function assertNoUpcomingBookings({ slug, mode, comingBookings }: DeletionPlan): void {
  if (mode !== 'live' || comingBookings === 0) return
  throw new ProvisioningError(
    'WOULD_STRAND_BOOKINGS',
    `${slug} is live and has upcoming bookings (${comingBookings}). Cancel them first.`,
  )
}

/** What is there of a business now. */
export async function buildDeletionPlan(
  tenantTx: Tx,
  business: businessQueries.RegisteredBusiness,
  clock: Clock,
): Promise<DeletionPlan> {
  const { slug, businessId, mode } = business
  const rows: DeletionPlan['rows'] = []
  for (const table of deletionOrder(await deletionQueries.listTenantTables(tenantTx))) {
    const count = await deletionQueries.countTenantRows(tenantTx, table)
    if (count > 0) rows.push({ table, count })
  }
  const [counts] = await businessQueries.countBusinessRows(
    tenantTx,
    tenantTime(clock.now(), business.clockOffsetMilliseconds),
  )
  return { slug, businessId, mode, comingBookings: counts?.comingBookings ?? 0, rows }
}

/** Tables that are referenced come after the tables that reference them. */
export function deletionOrder(
  tables: readonly { name: string; referredToBy: string[] }[],
): string[] {
  const referrers = new Map(tables.map(({ name, referredToBy }) => [name, referredToBy]))
  const ordered = new Set<string>()
  const visited = new Set<string>()
  const visit = (name: string) => {
    if (visited.has(name)) return
    visited.add(name)
    for (const other of referrers.get(name) ?? []) visit(other)
    if (referrers.has(name)) ordered.add(name)
  }
  for (const { name } of tables) visit(name)
  return [...ordered]
}
