import type { BookingRequest, Catalog, Handles } from '@silla/core'
import { UsageError } from '../errors/report-error.ts'
import { sanitize } from '../text/sanitize.ts'
import { resolveByName } from './resolve-by-name.ts'

export interface ServiceFlags {
  professional?: string | undefined
  service?: readonly string[] | undefined
  /** `SERVICE=PROFESSIONAL` */
  line?: readonly string[] | undefined
}

/** Which services, and by whom: `--service` and `--professional`, or `--line`. */
export function readServices(
  { service = [], professional, line = [] }: ServiceFlags,
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

export const readService = (text: string, { services }: Catalog, handles: Handles): number =>
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

function fail(message: string): never {
  throw new UsageError(message)
}
