import type { NewBusiness } from '@silla/core'
import { minimalSalonFile } from '@silla/core/provisioning/salon-file/parse-salon-file'
import { normalize } from '@silla/core/text'
import { CliError } from '../errors/report-error.ts'
import { input, select } from './prompts.ts'

/**
 * Asks on a terminal for what was not said about a new business; what can be guessed from the
 * country is offered. An answer that will not do is told at its question, and what was said before
 * any.
 *
 * @throws Problem for what was said and will not do
 */
export async function promptBusiness(
  said: { [Word in keyof NewBusiness]: NewBusiness[Word] | undefined },
  isTaken: (slug: string) => Promise<boolean>,
): Promise<NewBusiness> {
  const wrongSlug = async (slug: string) =>
    wrongIn({ slug }) ??
    ((await isTaken(slug)) ? `There is a business called ${slug} already.` : null)
  const observation = Object.fromEntries(
    Object.entries(said).filter(([, value]) => value !== undefined),
  )
  const wrong =
    wrongIn(observation) ?? (said.slug === undefined ? null : await wrongSlug(said.slug))
  if (wrong !== null) throw new CliError(wrong)

  const name = said.name ?? (await askName())
  const slug = said.slug ?? (await askSlug(slugOf(name), wrongSlug))
  const mode = said.mode ?? (await askMode())
  const country = said.country ?? (await askCountry())
  const usual = usualIn[country]
  const timezone = said.timezone ?? (await askTimezone(usual?.timezone))
  const currency = said.currency ?? (await askCurrency(usual?.currency))
  const language = said.language ?? (await askLanguage(usual?.language))
  return { slug, name, mode, timezone, currency, country, language }
}

/** What a new business with this part could not be; null when it could. */
function wrongIn(part: Partial<NewBusiness>): string | null {
  try {
    minimalSalonFile({ ...fine, ...part })
    return null
  } catch (error) {
    return (error as Error).message
  }
}

/** Stands in for what is not known yet while one part is looked at. */
const fine: NewBusiness = {
  slug: 'salon',
  name: 'Salon',
  mode: 'test',
  timezone: 'Europe/Madrid',
  currency: 'EUR',
  country: 'ES',
  language: 'es',
}

const askName = () =>
  input({
    message: 'Name that customers see:',
    required: true,
    validate: (name) => wrongIn({ name }) ?? true,
  })

/** `Barbería Núñez` becomes `barberia-nunez`. */
const slugOf = (name: string): string =>
  normalize(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replace(/^-|-$/g, '')

const askSlug = (offered: string, wrongSlug: (slug: string) => Promise<string | null>) =>
  input({
    message: 'Slug, for life:',
    default: offered,
    validate: async (slug) => (await wrongSlug(slug)) ?? true,
  })

const askMode = () =>
  select<NewBusiness['mode']>({
    message: 'Mode, for life:',
    choices: [
      { value: 'live', description: 'takes real money' },
      { value: 'test', description: 'uses the test side of the payment processor' },
      { value: 'demo', description: 'is there to be shown' },
    ],
  })

async function askCountry(): Promise<string> {
  const validate = (country: string) => wrongIn({ country: country.toUpperCase() }) ?? true
  return (await input({ message: 'Country, two letters:', default: 'ES', validate })).toUpperCase()
}

const usualIn: Record<string, Pick<NewBusiness, 'timezone' | 'currency' | 'language'>> = {
  ES: { timezone: 'Europe/Madrid', currency: 'EUR', language: 'es' },
  AE: { timezone: 'Asia/Dubai', currency: 'AED', language: 'ar' },
  GB: { timezone: 'Europe/London', currency: 'GBP', language: 'en' },
  US: { timezone: 'America/New_York', currency: 'USD', language: 'en' },
}

const askTimezone = (usual: string | undefined) =>
  input({
    message: 'Time zone:',
    ...(usual !== undefined && { default: usual }),
    validate: (timezone) => wrongIn({ timezone }) ?? true,
  })

const askCurrency = (usual: NewBusiness['currency'] = 'EUR') =>
  select({
    message: 'Currency:',
    choices: (['EUR', 'USD', 'GBP', 'AED'] as const).map((value) => ({ value })),
    default: usual,
  })

const askLanguage = (usual: NewBusiness['language'] = 'es') =>
  select({
    message: 'Main language:',
    choices: (['es', 'en', 'ar'] as const).map((value) => ({ value })),
    default: usual,
  })
