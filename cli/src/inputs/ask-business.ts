import type { NewBusiness } from '@silla/core'
import { Problem } from '../problems/problem.ts'

/**
 * Asks on a terminal for what was not said about a new business; what can be guessed from the country is offered. An answer that
 * will not do is told at its question, and what was said before any.
 *
 * @throws Problem for what was said and will not do
 */
export async function askBusiness(
  said: { [Word in keyof NewBusiness]: NewBusiness[Word] | undefined },
  isTaken: (slug: string) => Promise<boolean>,
): Promise<NewBusiness> {
  const [{ input, select }, { bareSalonFile }] = await Promise.all([
    import('@inquirer/prompts'),
    import('@silla/core/provisioning/salon-file/bare-salon-file'),
  ])
  const wrongIn = (part: Partial<NewBusiness>): string | null => {
    try {
      bareSalonFile({ ...fine, ...part })
      return null
    } catch (error) {
      return (error as Error).message
    }
  }
  const wrongSlug = async (slug: string) =>
    wrongIn({ slug }) ?? ((await isTaken(slug)) ? `There is a business called ${slug} already.` : null)
  const told = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
  const wrong = wrongIn(told) ?? (said.slug === undefined ? null : await wrongSlug(said.slug))
  if (wrong !== null) throw new Problem(wrong)

  const name =
    said.name ??
    (await input({
      message: 'Name that customers see:',
      required: true,
      validate: (name) => wrongIn({ name }) ?? true,
    }))
  const slug =
    said.slug ??
    (await input({
      message: 'Slug, for life:',
      default: slugOf(name),
      validate: async (slug) => (await wrongSlug(slug)) ?? true,
    }))
  const mode =
    said.mode ??
    (await select({
      message: 'Mode, for life:',
      choices: [
        { value: 'live' as const, description: 'takes real money' },
        { value: 'test' as const, description: 'uses the test side of the payment processor' },
        { value: 'demo' as const, description: 'is there to be shown' },
      ],
    }))
  const country =
    said.country ??
    (
      await input({
        message: 'Country, two letters:',
        default: 'ES',
        validate: (country) => wrongIn({ country: country.toUpperCase() }) ?? true,
      })
    ).toUpperCase()
  const usual = usualIn[country]
  const timezone =
    said.timezone ??
    (await input({
      message: 'Time zone:',
      ...(usual === undefined ? {} : { default: usual.timezone }),
      validate: (timezone) => wrongIn({ timezone }) ?? true,
    }))
  const currency =
    said.currency ??
    (await select({
      message: 'Currency:',
      choices: (['EUR', 'USD', 'GBP', 'AED'] as const).map((value) => ({ value })),
      default: usual?.currency ?? 'EUR',
    }))
  const language =
    said.language ??
    (await select({
      message: 'Main language:',
      choices: (['es', 'en', 'ar'] as const).map((value) => ({ value })),
      default: usual?.language ?? 'es',
    }))
  return { slug, name, mode, timezone, currency, country, language }
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

const usualIn: Record<string, Pick<NewBusiness, 'timezone' | 'currency' | 'language'>> = {
  ES: { timezone: 'Europe/Madrid', currency: 'EUR', language: 'es' },
  AE: { timezone: 'Asia/Dubai', currency: 'AED', language: 'ar' },
  GB: { timezone: 'Europe/London', currency: 'GBP', language: 'en' },
  US: { timezone: 'America/New_York', currency: 'USD', language: 'en' },
}

/** `Barbería Núñez` becomes `barberia-nunez`. */
const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replace(/^-|-$/g, '')
