import { businessQueries, salonStateQueries, type Transaction } from '@silla/db'

/**
 * Finds a business by its slug. Other changes of it wait until the transaction ends: those of
 * operators, and those that the salon makes itself, whose role cannot lock the registry.
 */
export async function lockSalon(
  tx: Transaction,
  slug: string,
): Promise<businessQueries.RegisteredBusiness | null> {
  const business = await businessQueries.lockBusinessBySlug(tx, slug)
  if (business !== null)
    await salonStateQueries.lockSettings(await businessQueries.setTenant(tx, business.businessId))
  return business
}
