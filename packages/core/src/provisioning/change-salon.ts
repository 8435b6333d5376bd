import { businessQueries, inTransaction, type Sql, type Transaction } from '@silla/db'
import { findBusiness } from '../business/business-summary.ts'
import { systemClock } from '../clock.ts'
import { type ChangeOptions, executePlan } from './apply-salon.ts'
import { buildPlan } from './build-plan.ts'
import { currentState } from './current-state.ts'
import { lockSalon } from './lock-salon.ts'
import type { SalonPlan } from './plan.ts'
import type { SalonFile } from './salon-file/salon-file.ts'
import type { SalonFileDocument } from './salon-file/schema.ts'
import { serializeSalon } from './salon-file/serialize/salon.ts'

/**
 * An edit of a salon's file. It receives the file as `businesses export` writes it, except that
 * every text is under its language: a plain text would change its language when the edit changes
 * the main language. It returns the parsed result (see `parseSalonDocument`).
 */
export type SalonEdit = (document: SalonFileDocument) => SalonFile

/**
 * Returns what an edit would change and which upcoming bookings it would orphan. Nothing is
 * written.
 * @throws ProvisioningError BUSINESS_NOT_FOUND, NOT_VALID
 */
export function planChange(
  admin: Sql,
  slug: string,
  edit: SalonEdit,
  options: Pick<ChangeOptions, 'clock'> = {},
) {
  return inTransaction(admin, async (tx): Promise<SalonPlan> => {
    const business = await findBusiness(businessQueries.findBusinessBySlug(tx, slug), slug)
    const { built } = await applyEdit(tx, business, edit, options)
    return built.plan
  })
}

/**
 * Edits a salon's file and applies it in one transaction. Other changes of the same salon wait.
 * @param options.action the action in the audit log, such as `businesses.update`
 * @returns the plan that was carried out
 * @throws ProvisioningError BUSINESS_NOT_FOUND, NOT_VALID, WOULD_STRAND_BOOKINGS
 */
export function changeSalon(
  admin: Sql,
  slug: string,
  edit: SalonEdit,
  options: ChangeOptions & { action: string },
) {
  return inTransaction(admin, async (tx): Promise<SalonPlan> => {
    const business = await findBusiness(lockSalon(tx, slug), slug)
    const { file, built } = await applyEdit(tx, business, edit, options)
    return executePlan(tx, file, built, options)
  })
}

async function applyEdit(
  tx: Transaction,
  business: businessQueries.RegisteredBusiness,
  edit: SalonEdit,
  { clock = systemClock }: Pick<ChangeOptions, 'clock'>,
) {
  const tenantTx = await businessQueries.setTenant(tx, business.businessId)
  const { salon } = await currentState(tenantTx, business)
  const file = edit(serializeSalon(salon, { plainTexts: false }))
  return {
    file,
    built: await buildPlan(tx, file, business, {
      clock,
      unfiledDays: 'edit',
      staffChanges: 'overwrite',
    }),
  }
}
