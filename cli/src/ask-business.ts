import type { NewBusiness } from '@silla/core'
import { isTimeZone } from '@silla/slots'

/** Asks on a terminal for what was not said about a new business; what can be guessed from the country is offered. */
export async function askBusiness(
  said: { [Word in keyof NewBusiness]: NewBusiness[Word] | undefined },
): Promise<NewBusiness> {
  const { input, select } = await import('./ask.ts')
  const name = said.name ?? (await input({ message: 'Name that customers see:', validate: isThere }))
  const slug =
    said.slug ??
    (await input({
      message: 'Slug, for life:',
      default: slugOf(name),
      validate: fits(slugForm, 'letters, digits, hyphens'),
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
      await input({ message: 'Country, two letters:', default: 'ES', validate: fits(/^[a-z]{2}$/i, 'two letters') })
    ).toUpperCase()
  const usual = usualIn[country]
  const timezone =
    said.timezone ??
    (await input({
      message: 'Time zone:',
      ...(usual === undefined ? {} : { default: usual.timezone }),
      validate: (zone) => isTimeZone(zone) || 'No time zone is called that; one is Europe/Madrid.',
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

const usualIn: Record<string, Pick<NewBusiness, 'timezone' | 'currency' | 'language'>> = {
  ES: { timezone: 'Europe/Madrid', currency: 'EUR', language: 'es' },
  AE: { timezone: 'Asia/Dubai', currency: 'AED', language: 'ar' },
  GB: { timezone: 'Europe/London', currency: 'GBP', language: 'en' },
  US: { timezone: 'America/New_York', currency: 'USD', language: 'en' },
}

const slugForm = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** `Barbería Núñez` becomes `barberia-nunez`. */
const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 63)

const isThere = (text: string) => text.trim() !== '' || 'It needs one.'

const fits = (form: RegExp, words: string) => (text: string) => form.test(text) || `Write ${words}.`
