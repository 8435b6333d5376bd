import { profileFields, salonStateQueries, settingsFields, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import type { CurrentState } from '../provisioning/current-state.ts'
import type { Salon } from '../provisioning/salon.ts'
import { parseProfile, parseSettings } from '../provisioning/salon-file/parse/profile.ts'
import type { SalonFileDocument } from '../provisioning/salon-file/schema.ts'
import {
  serializeProfile,
  serializeSettings,
} from '../provisioning/salon-file/serialize/profile.ts'
import { textIn } from '../provisioning/salon-file/serialize/values.ts'
import type { RequestContext } from '../request-context.ts'
import { allowPayments } from './allow-payments.ts'
import { editSettings, readSettings } from './edit-settings.ts'
import type { SettingsInput } from './entries.ts'
import { fieldsByKey } from './entry-parts.ts'
import { checked } from './problems.ts'
import { type ChangedSetting, type EditOptions, type SettingsRecord, versionOf } from './setting.ts'
import { settingFields } from './setting-fields.ts'

type Kind = SettingsRecord['kind']

/** What may change only while the salon has no bookings: their prices and times are in it. */
const fixedByBookings = ['currency', 'timezone']

export const findRecord = (context: RequestContext, kind: Kind): Promise<SettingsRecord> =>
  readSettings(context, kind, ({ salon }) => recordOf(salon, kind))

/**
 * Changes fields of the profile, the rules or the brand.
 *
 * @throws what `allowPayments` throws; VALIDATION_ERROR; SETTING_FIXED for the currency or the time zone of a
 *   salon with bookings; and what `editSettings` throws
 */
export const updateRecord = (
  context: RequestContext,
  kind: Kind,
  { values, names }: SettingsInput,
  options: EditOptions,
): Promise<ChangedSetting> => {
  allowPayments(context, values)
  return editSettings(context, kind, options, async (state, tx) => {
    const current = recordOf(state.salon, kind)
    const isFixed = fixedByBookings.some(
      (property) => property in values && values[property] !== current.values[property],
    )
    if (isFixed) await assertNoBookings(tx)
    const after = withRecord(state, kind, { ...current.values, ...values }, names)
    return {
      ...{ current, after, changed: () => recordOf(after, kind) },
      ...(isFixed && { recheck: assertNoBookings }),
    }
  })
}

async function assertNoBookings(tx: Tx): Promise<void> {
  const [found] = await salonStateQueries.hasBookings(tx)
  if (found?.hasBookings) fail('SETTING_FIXED')
}

function recordOf(salon: Salon, kind: Kind): SettingsRecord {
  const record: Record<string, unknown> = { ...salon.profile, ...salon.settings }
  const values = Object.fromEntries(
    Object.keys(settingFields[kind]).map((property) => [property, record[property]]),
  )
  return { kind, values, version: versionOf(values) }
}

/** Profile and settings are checked together: which emails the salon gets depends on its address. */
function withRecord(
  { salon }: CurrentState,
  kind: Kind,
  values: Record<string, unknown>,
  names: Record<string, string>,
): Salon {
  const text = textIn(null)
  const before = kind === 'rules' ? { ...salon.settings, ...values } : salon.settings
  const profile = kind === 'rules' ? salon.profile : { ...salon.profile, ...values }
  const settings = serializeSettings(before as Salon['settings'], salon.profile, text)
  const document = { ...serializeProfile(profile, text), settings } as SalonFileDocument
  const fieldOf = fieldsByKey({ ...profileFields, ...settingsFields }, names)
  return checked(salon.settings.mainLanguage, fieldOf, (context) => ({
    ...salon,
    profile: parseProfile(document, context),
    settings: parseSettings(document, context),
  }))
}
