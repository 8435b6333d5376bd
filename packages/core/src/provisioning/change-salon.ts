import { businessQueries, inTransaction, type Sql, type Transaction } from '@silla/db'
import { systemClock } from '../clock.ts'
import { type ApplyOptions, executePlan } from './apply-salon.ts'
import { buildPlan } from './build-plan.ts'
import { findBusiness } from './business-summary.ts'
import { currentState } from './current-state.ts'
import type { SalonPlan } from './plan.ts'
import type { SalonFile } from './salon-file/salon-file.ts'
import type { SalonFileDocument } from './salon-file/schema.ts'
import { serializeSalon } from './salon-file/serialize/salon.ts'

/**
 * What one edit does to a salon's file: it gets the file as `businesses export` would write it, but
 * with each text under its language, so that none is taken for another when the main language is
 * edited. It answers the file as it is to be, read (`parseSalonDocument` reads what was only edited).
 */
export type SalonEdit = (written: SalonFileDocument) => SalonFile

/**
 * What an edit of the salon's file would change, and which coming bookings it would strand; nothing
 * is written.
 * @throws ProvisioningError BUSINESS_NOT_FOUND, NOT_VALID
 */
export function planChange(
  admin: Sql,
  slug: string,
  edit: SalonEdit,
  options: Pick<ApplyOptions, 'clock'> = {},
) {
  return inTransaction(admin, async (tx): Promise<SalonPlan> => {
    const business = await findBusiness(businessQueries.findBusinessBySlug(tx, slug), slug)
    const { prepared } = await edited(tx, business, edit, options)
    return prepared.plan
  })
}

/**
 * Edits a salon's file and applies it, in one transaction: whoever else changes the salon waits.
 * @param options.action what the audit log calls it: `businesses.update`
 * @returns the plan that was carried out
 * @throws ProvisioningError BUSINESS_NOT_FOUND, NOT_VALID, WOULD_STRAND_BOOKINGS
 */
export function changeSalon(
  admin: Sql,
  slug: string,
  edit: SalonEdit,
  options: ApplyOptions & { action: string },
) {
  return inTransaction(admin, async (tx): Promise<SalonPlan> => {
    const business = await findBusiness(businessQueries.lockBusinessBySlug(tx, slug), slug)
    const { file, prepared } = await edited(tx, business, edit, options)
    return executePlan(tx, file, prepared, options)
  })
}

async function edited(
  tx: Transaction,
  business: businessQueries.RegisteredBusiness,
  edit: SalonEdit,
  { clock = systemClock }: Pick<ApplyOptions, 'clock'>,
) {
  const { salon } = await currentState(
    await businessQueries.setTenant(tx, business.businessId),
    business,
  )
  const file = edit(serializeSalon(salon, { plainTexts: false }))
  return { file, prepared: await buildPlan(tx, file, business, clock) }
}
