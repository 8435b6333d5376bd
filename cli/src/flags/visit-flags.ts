import type { BookingRequest, Catalog, Handles } from '@silla/core'
import { isEmailAddress } from '@silla/core/contact/email'
import { parsePersonName } from '@silla/core/contact/person-name'
import { parsePhone } from '@silla/core/contact/phone'
import { parseTime } from '@silla/slots'
import { UsageError } from '../errors/report-error.ts'
import { sanitize } from '../format/sanitize.ts'
import { parseDay } from './parse-days.ts'
import { resolveByName } from './resolve-by-name.ts'

/** The booking that the flags of `bookings create` describe. */
export function readVisit(
  flags: VisitFlags,
  catalog: Catalog,
  handles: Handles,
  now: Date,
): BookingRequest {
  const { settings, business } = catalog
  return {
    ...readServices(flags, catalog, handles),
    day: parseDay('day', flags.day, settings.timezone, now),
    startMinute: flags.time === 'now' ? 'now' : readTime(flags.time),
    contact: {
      name: readName(flags.name),
      email: flags.email === undefined ? '' : readEmail(flags.email),
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
  professional?: string | undefined
  service?: readonly string[] | undefined
  /** `SERVICE=PROFESSIONAL` */
  line?: readonly string[] | undefined
  day: string
  time: string
  name: string
  email?: string | undefined
  phone?: string | undefined
  notes?: string | undefined
  language?: BookingRequest['language'] | undefined
}

/** Which services, and by whom: `--service` and `--professional`, or `--line`. */
function readServices(
  { service = [], professional, line = [] }: VisitFlags,
  catalog: Catalog,
  handles: Handles,
): Pick<BookingRequest, 'serviceIds' | 'professionalId' | 'lines'> {
  if (line.length === 0) {
    if (service.length === 0 || professional === undefined)
      fail('Missing --service and --professional, or --line for each service.')
    const serviceIds = service.map((text) => readService(text, catalog, handles))
    checkServices(serviceIds)
    const professionalId = readProfessional(professional, catalog, handles)
    return { serviceIds, professionalId, lines: null }
  }
  const lines = line.map((text) => {
    const at = text.lastIndexOf('=')
    if (at < 1)
      fail(`Invalid value for --line: expected SERVICE=PROFESSIONAL, got "${sanitize(text)}".`)
    return {
      serviceId: readService(text.slice(0, at), catalog, handles),
      professionalId: readProfessional(text.slice(at + 1), catalog, handles),
    }
  })
  const serviceIds = lines.map(({ serviceId }) => serviceId)
  checkServices(serviceIds)
  return { serviceIds, professionalId: null, lines }
}

function checkServices(ids: readonly number[]): void {
  if (ids.length > 10) fail('A booking has at most 10 services.')
  if (new Set(ids).size < ids.length) fail('A service can be booked only once per booking.')
}

const readService = (text: string, { services }: Catalog, handles: Handles): number =>
  resolveByName(text, services, {
    kind: 'service',
    handles: handles.services,
    namesOf: ({ name }) => Object.values(name),
  }).id

/** `any` is anyone who is free: null. */
export const readProfessional = (
  text: string,
  { professionals }: Catalog,
  handles: Handles,
): number | null =>
  text === 'any'
    ? null
    : resolveByName(text, professionals, {
        kind: 'professional',
        handles: handles.professionals,
        namesOf: ({ name }) => [name],
      }).id

const readTime = (text: string): number =>
  parseTime(text) ??
  fail(`Invalid value for --time: expected a time such as 09:30, or now, got "${text}".`)

function readName(text: string): string {
  const name = readText('name', text, 120)
  return (
    parsePersonName(name) ??
    fail(
      `Invalid value for --name: expected a name on one line, without links, got "${sanitize(name)}".`,
    )
  )
}

function readEmail(text: string): string {
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
