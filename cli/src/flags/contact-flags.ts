import type { BookingRequest, Catalog } from '@silla/core'
import { isEmailAddress } from '@silla/core/contact/email'
import { parsePersonName } from '@silla/core/contact/person-name'
import { parsePhone } from '@silla/core/contact/phone'
import { UsageError } from '../errors/report-error.ts'
import { sanitize } from '../text/sanitize.ts'

export interface ContactFlags {
  name: string
  email?: string | undefined
  phone?: string | undefined
  notes?: string | undefined
  language?: BookingRequest['language'] | undefined
}

/** The customer, their language and the notes; an email address that is left out is empty. */
export function readContact(
  flags: ContactFlags,
  { settings, business }: Catalog,
): Pick<BookingRequest, 'contact' | 'language' | 'notes'> {
  return {
    contact: {
      name: readName(flags.name),
      email: flags.email === undefined ? '' : readEmail(flags.email),
      phone:
        flags.phone === undefined ? null : readContactPhone(flags.phone, business.address.country),
    },
    language: flags.language ?? settings.mainLanguage,
    notes: flags.notes === undefined ? '' : readText('notes', flags.notes, 1000),
  }
}

/** A name of a person. */
export function readName(text: string): string {
  const name = readText('name', text, 120)
  return (
    parsePersonName(name) ??
    fail(
      `Invalid value for --name: expected a name on one line, without links, got "${sanitize(name)}".`,
    )
  )
}

export function readEmail(text: string): string {
  const email = readText('email', text, 254)
  return isEmailAddress(email)
    ? email
    : fail(`Invalid value for --email: "${text}" is not an email address.`)
}

const readContactPhone = (text: string, country: string): string =>
  parsePhone(text, country) ??
  fail(`Invalid value for --phone: "${text}" is not a phone number in ${country}.`)

function readText(flag: string, input: string, maxLength: number): string {
  const text = input.normalize('NFC').trim()
  if (text === '') fail(`--${flag} is empty.`)
  if ([...text].length > maxLength) fail(`--${flag} is too long: up to ${maxLength} characters.`)
  return text
}

function fail(message: string): never {
  throw new UsageError(message)
}
