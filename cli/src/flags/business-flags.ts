import { Flags } from '@oclif/core'
import { type FlaggedField, flaggedFields } from '@silla/db/business-fields'

/** A flag for each field of a business that the lists of fields in @silla/db give one. */
export const businessFieldFlags = () =>
  Object.fromEntries([...flaggedFields].map(([name, field]) => [name, flagOf(field)]))

/**
 * The passed flags of fields, with their values as in a salon file: hours are a number or never, the
 * country code is upper case.
 */
export function businessFieldValues(
  flags: Record<string, unknown>,
): Record<string, string | number | boolean> {
  const passed = Object.entries(flags).flatMap(([name, value]) => {
    const field = flaggedFields.get(name)
    return field === undefined ? [] : [[name, fileValue(field, value)] as const]
  })
  return Object.fromEntries(passed)
}

function flagOf({ type, flag: { description, placeholder, options } }: FlaggedField) {
  if (type === 'yesOrNo') return Flags.boolean({ description, allowNo: true })
  if (type === 'number' || type === 'days' || type === 'minutes')
    return Flags.integer({ description })
  if (options !== undefined) return Flags.option({ description, options: options as string[] })()
  return Flags.string({ description, helpValue: placeholder ?? 'TEXT' })
}

function fileValue({ key, type }: FlaggedField, value: unknown) {
  if (key === 'country') return String(value).toUpperCase()
  const isHours = type === 'hoursOrNever' || type === 'numberOrNone'
  return isHours && /^\d{1,6}$/.test(String(value)) ? Number(value) : (value as string)
}
