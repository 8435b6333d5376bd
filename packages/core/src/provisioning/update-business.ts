import { flaggedFields, type Sql } from '@silla/db'
import type { ChangeOptions } from './apply-salon.ts'
import { changeSalon, planChange } from './change-salon.ts'
import type { SalonPlan } from './plan.ts'
import { parseSalonDocument } from './salon-file/parse-salon-file.ts'
import type { SalonFileDocument } from './salon-file/schema.ts'

/**
 * By the names of the flags in the lists of fields (`flaggedFields`). Values are as in the salon file;
 * an empty string removes the field.
 */
export type BusinessUpdate = Record<string, string | number | boolean>

/**
 * Returns what setting some fields of a business would change. Nothing is written.
 * @throws ProvisioningError BUSINESS_NOT_FOUND, NOT_VALID
 */
export function planUpdate(admin: Sql, slug: string, update: BusinessUpdate): Promise<SalonPlan> {
  return planChange(admin, slug, (document) => withUpdate(document, update))
}

/**
 * Sets some fields of a business. A change of the time zone is checked against upcoming bookings.
 * @throws ProvisioningError BUSINESS_NOT_FOUND, NOT_VALID, WOULD_STRAND_BOOKINGS
 */
export function updateBusiness(
  admin: Sql,
  slug: string,
  update: BusinessUpdate,
  options: ChangeOptions = {},
): Promise<SalonPlan> {
  const edit = (document: SalonFileDocument) => withUpdate(document, update)
  return changeSalon(admin, slug, edit, { ...options, action: 'businesses.update' })
}

function withUpdate(document: SalonFileDocument, update: BusinessUpdate) {
  const data: Record<string, unknown> & { salon: string } = { ...document }
  for (const [name, value] of Object.entries(update)) {
    const { section, key } = requireField(name)
    if (section === undefined) data[key] = trimmed(value)
    else data[section] = withValue(data[section] as object | undefined, key, trimmed(value))
  }
  return parseSalonDocument(data)
}

function requireField(name: string) {
  const field = flaggedFields.get(name)
  if (field === undefined) throw new Error(`no field of a business has the flag ${name}`)
  return field
}

const trimmed = (value: unknown) =>
  typeof value === 'string' ? value.trim().normalize('NFC') : value

function withValue(
  section: object | undefined,
  key: string,
  value: unknown,
): Record<string, unknown> {
  const kept = Object.entries(section ?? {}).filter(([name]) => name !== key)
  return Object.fromEntries(value === '' ? kept : [...kept, [key, value]])
}
