import type { NewBusiness } from '@silla/core'
import { minimalSalonFile } from '@silla/core/provisioning/salon-file/parse-salon-file'
import { normalize } from '@silla/core/text'
import { defaultLanguage, type Language, languages } from '@silla/locale'
import { CliError } from '../errors/report-error.ts'
import { input, select } from './prompts.ts'

/**
 * Prompts for the missing values of a new business, with defaults derived from the country. Invalid
 * answers are rejected at their prompt; given values are checked before the first prompt.
 *
 * @throws CliError for an invalid given value
 */
export async function promptBusiness(
  given: { [Word in keyof NewBusiness]: NewBusiness[Word] | undefined },
  isTaken: (slug: string) => Promise<boolean>,
): Promise<NewBusiness> {
  const slugError = async (slug: string) =>
    validationError({ slug }) ??
    ((await isTaken(slug)) ? `There is already a business called ${slug}.` : null)
  const values = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  )
  const error =
    validationError(values) ?? (given.slug === undefined ? null : await slugError(given.slug))
  if (error !== null) throw new CliError(error)

  const name = given.name ?? (await promptName())
  const slug = given.slug ?? (await promptSlug(slugOf(name), slugError))
  const mode = given.mode ?? (await promptMode())
  const country = given.country ?? (await promptCountry())
  const defaults = countryDefaults[country]
  const timezone = given.timezone ?? (await promptTimezone(defaults?.timezone))
  const currency = given.currency ?? (await promptCurrency(defaults?.currency))
  const language = given.language ?? (await promptLanguage(defaults?.language))
  return { slug, name, mode, timezone, currency, country, language }
}

/** Why these values are invalid for a new business; null if they are valid. */
function validationError(values: Partial<NewBusiness>): string | null {
  try {
    minimalSalonFile({ ...placeholder, ...values })
    return null
  } catch (error) {
    return (error as Error).message
  }
}

/** Valid values in place of those that are not known yet. */
const placeholder: NewBusiness = {
  slug: 'salon',
  name: 'Salon',
  mode: 'test',
  timezone: 'Europe/Madrid',
  currency: 'EUR',
  country: 'ES',
  language: defaultLanguage,
}

const promptName = () =>
  input({
    message: 'Name (shown to customers):',
    required: true,
    validate: (name) => validationError({ name }) ?? true,
  })

/** `Barbería Núñez` becomes `barberia-nunez`. */
const slugOf = (name: string): string =>
  normalize(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replace(/^-|-$/g, '')

const promptSlug = (suggested: string, slugError: (slug: string) => Promise<string | null>) =>
  input({
    message: 'Slug (cannot be changed later):',
    default: suggested,
    validate: async (slug) => (await slugError(slug)) ?? true,
  })

const promptMode = () =>
  select<NewBusiness['mode']>({
    message: 'Mode (cannot be changed later):',
    choices: [
      { value: 'live', description: 'real payments' },
      { value: 'test', description: 'payments in the test mode of the processor' },
      { value: 'demo', description: 'for demonstrations' },
    ],
  })

async function promptCountry(): Promise<string> {
  const validate = (country: string) => validationError({ country: country.toUpperCase() }) ?? true
  return (
    await input({ message: 'Country (two-letter code):', default: 'ES', validate })
  ).toUpperCase()
}

const countryDefaults: Record<string, Pick<NewBusiness, 'timezone' | 'currency' | 'language'>> = {
  ES: { timezone: 'Europe/Madrid', currency: 'EUR', language: 'es' },
  AE: { timezone: 'Asia/Dubai', currency: 'AED', language: 'ar' },
  GB: { timezone: 'Europe/London', currency: 'GBP', language: 'en' },
  US: { timezone: 'America/New_York', currency: 'USD', language: 'en' },
}

const promptTimezone = (defaultZone: string | undefined) =>
  input({
    message: 'Time zone:',
    ...(defaultZone !== undefined && { default: defaultZone }),
    validate: (timezone) => validationError({ timezone }) ?? true,
  })

const promptCurrency = (defaultCurrency: NewBusiness['currency'] = 'EUR') =>
  select({
    message: 'Currency:',
    choices: (['EUR', 'USD', 'GBP', 'AED'] as const).map((value) => ({ value })),
    default: defaultCurrency,
  })

const promptLanguage = (proposed: Language = defaultLanguage) =>
  select({
    message: 'Main language:',
    choices: languages.map((value) => ({ value })),
    default: proposed,
  })
