import type { BookingInput, Catalog, Handles } from '@silla/core'
import { isEmailAddress } from '@silla/core/contact/email'
import { parsePhone } from '@silla/core/contact/phone'
import { parseTime } from '@silla/slots'
import { UsageError } from '../errors/report-error.ts'
import { parseDay } from './parse-day.ts'
import { resolveByName } from './resolve-by-name.ts'

/** What the flags of `bookings create` ask for, in the name of the salon. */
export function readVisit(
  flags: VisitFlags,
  catalog: Catalog,
  handles: Handles,
  now: Date,
): BookingInput {
  const { settings, business } = catalog
  return {
    serviceIds: readServices(flags.service, catalog, handles.services),
    professionalId: resolveByName(flags.professional, catalog.professionals, {
      what: 'professional',
      handles: handles.professionals,
      namesOf: ({ name }) => [name],
    }).id,
    day: parseDay('day', flags.day, settings.timezone, now),
    startMinute:
      parseTime(flags.time) ?? refuse(`--time ${flags.time} is not understood: write 09:30.`),
    contact: {
      name: readText('name', flags.name, 120),
      email: readEmail(flags.email),
      phone:
        flags.phone === undefined ? null : readContactPhone(flags.phone, business.address.country),
    },
    language: flags.language ?? settings.mainLanguage,
    notes: flags.notes === undefined ? '' : readText('notes', flags.notes, 1000),
    usePoints: false,
    byBusiness: true,
  }
}

export interface VisitFlags {
  professional: string
  service: readonly string[]
  day: string
  time: string
  name: string
  email: string
  phone?: string | undefined
  notes?: string | undefined
  language?: BookingInput['language'] | undefined
}

function readServices(
  written: readonly string[],
  { services }: Catalog,
  handles: Handles['services'],
): number[] {
  const one = {
    what: 'service',
    handles,
    namesOf: ({ name }: Catalog['services'][number]) => Object.values(name),
  }
  const ids = written.map((text) => resolveByName(text, services, one).id)
  if (ids.length > 10) refuse('A visit has up to 10 services.')
  if (new Set(ids).size < ids.length) refuse('Each service is done once in a visit.')
  return ids
}

function readEmail(written: string): string {
  const email = readText('email', written, 254)
  return isEmailAddress(email) ? email : refuse(`${written} is no e-mail address.`)
}

const readContactPhone = (written: string, country: string): string =>
  parsePhone(written, country) ?? refuse(`${written} is no phone number in ${country}.`)

function readText(flag: string, written: string, atMost: number): string {
  const text = written.normalize('NFC').trim()
  if (text === '') refuse(`--${flag} is empty.`)
  if ([...text].length > atMost) refuse(`--${flag} is too long: up to ${atMost} characters.`)
  return text
}

function refuse(message: string): never {
  throw new UsageError(message)
}
