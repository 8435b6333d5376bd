import type { Booking, Catalog, Handles, WantedLine } from '@silla/core'
import { UsageError } from '../errors/report-error.ts'
import { sanitize } from '../text/sanitize.ts'
import { resolveByName } from './resolve-by-name.ts'
import { readProfessional, readService } from './service-flags.ts'

export interface LinesFlags {
  /** `SERVICE` or `SERVICE=PROFESSIONAL` */
  add?: readonly string[] | undefined
  remove?: readonly string[] | undefined
  /** `SERVICE=PROFESSIONAL` */
  assign?: readonly string[] | undefined
  /** `SERVICE=AMOUNT` */
  price?: readonly string[] | undefined
  reason?: string | undefined
}

const maxReasonLength = 200

/**
 * All services that a booking is to have: what the flags do not name stays as it is booked.
 *
 * @throws UsageError when there is nothing to change, a value is malformed, or nothing is left
 * @throws CliError for a name that is unknown
 */
export function readLines(
  { add = [], remove = [], assign = [], price = [], reason }: LinesFlags,
  booking: Booking,
  catalog: Catalog,
  handles: Handles,
): WantedLine[] {
  if ([add, remove, assign, price].every((values) => values.length === 0))
    throw new UsageError('Pass --add, --remove, --assign or --price.')
  const among = openNames(booking, catalog, handles)
  const booked = booking.lines.map(({ serviceId }) => serviceId)
  const removed = new Set(remove.map((text) => among(booked, text)))
  const kept = booked.filter((id) => !removed.has(id))
  const given = new Map(
    assign.map((text) => {
      const [service, who] = splitPair('assign', 'SERVICE=PROFESSIONAL', text)
      return [among(kept, service), readProfessional(who, catalog, handles)]
    }),
  )
  const wanted: Pick<WantedLine, 'serviceId' | 'professionalId'>[] = kept.map((serviceId) => ({
    ...{ serviceId, professionalId: given.get(serviceId) },
  }))
  for (const text of add) {
    const [service, who] = text.includes('=')
      ? splitPair('add', 'SERVICE or SERVICE=PROFESSIONAL', text)
      : [text]
    const serviceId = readService(service, catalog, handles)
    if (wanted.some((line) => line.serviceId === serviceId))
      throw new UsageError('A service can be booked only once per booking.')
    const professionalId = who === undefined ? undefined : readProfessional(who, catalog, handles)
    wanted.push({ serviceId, professionalId })
  }
  if (wanted.length === 0)
    throw new UsageError('A booking needs a service. To cancel it: silla bookings cancel.')
  if (wanted.length > 10) throw new UsageError('A booking has at most 10 services.')
  const ids = wanted.map(({ serviceId }) => serviceId)
  const prices = new Map(
    price.map((text) => {
      const [service, amount] = splitPair('price', 'SERVICE=AMOUNT', text)
      return [among(ids, service), centsOf(amount)]
    }),
  )
  const why = readReason(reason)
  return wanted.map((line) => {
    const priceCents = prices.get(line.serviceId) ?? null
    return { ...line, priceCents, reason: priceCents === null ? null : why, reasonField: 'reason' }
  })
}

/** Finds one of some services by its id, a name or its handle; the salon may no longer have it. */
function openNames({ lines }: Booking, { services }: Catalog, handles: Handles) {
  const namesOf = ({ id }: { id: number }) => [
    ...new Set([
      ...Object.values(lines.find(({ serviceId }) => serviceId === id)?.name ?? {}),
      ...Object.values(services.find((service) => service.id === id)?.name ?? {}),
    ]),
  ]
  const options = { kind: 'service of the booking', handles: handles.services, namesOf }
  return (ids: readonly number[], text: string): number =>
    resolveByName(
      text,
      ids.map((id) => ({ id })),
      options,
    ).id
}

function splitPair(flag: string, form: string, text: string): [name: string, value: string] {
  const at = text.lastIndexOf('=')
  if (at < 1 || at === text.length - 1)
    throw new UsageError(`Invalid value for --${flag}: expected ${form}, got "${sanitize(text)}".`)
  return [text.slice(0, at), text.slice(at + 1)]
}

function centsOf(text: string): number {
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(text))
    throw new UsageError(
      `Invalid value for --price: expected an amount such as 5.50, got "${sanitize(text)}".`,
    )
  return Math.round(Number(text) * 100)
}

function readReason(text = ''): string | null {
  const reason = text.normalize('NFC').trim()
  if ([...reason].length > maxReasonLength)
    throw new UsageError(`--reason is too long: up to ${maxReasonLength} characters.`)
  return reason === '' ? null : reason
}
