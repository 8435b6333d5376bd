import { professionalFields } from '@silla/db'
import { parseFields } from '../../fields.ts'
import type { SalonProfessional, SalonService } from '../../salon.ts'
import type { FileException, FileProfessional } from '../salon-file.ts'
import { unknownName } from '../salon-file-error.ts'
import type { SalonFileDocument } from '../schema.ts'
import { parsePhases } from './phases.ts'
import { parseDays, parseWeek } from './schedule.ts'
import { type ParseContext, parseCents, parseHandles, parseSpansAt, parseText } from './values.ts'
import type { Path } from './yaml-document.ts'

type ProfessionalInput = NonNullable<SalonFileDocument['professionals']>[string]
type OwnTermsInput = Exclude<ProfessionalInput['services'], string | readonly string[]>[string]

/** In the order of the file. */
export function parseProfessionals(
  input: SalonFileDocument['professionals'],
  services: readonly SalonService[],
  context: ParseContext,
): FileProfessional[] {
  return Object.entries(input ?? {}).map(([handle, professional]) => {
    const path = ['professionals', handle]
    return {
      handle,
      ...parseFields(professionalFields, professional, {}, path, context),
      ...parseOffered(professional.services, services, [...path, 'services'], context),
      shifts: parseWeek(professional.shifts ?? {}, [...path, 'shifts'], context),
      exceptions: parseExceptions(professional.exceptions ?? [], [...path, 'exceptions'], context),
    }
  })
}

/** The services that a professional offers, and what differs in them from those of the salon. */
export function parseOffered(
  input: ProfessionalInput['services'],
  services: readonly SalonService[],
  path: Path,
  context: ParseContext,
): Pick<FileProfessional, 'serviceHandles' | 'ownTerms'> {
  if (input === 'all') return { serviceHandles: services.map(({ handle }) => handle), ownTerms: [] }
  if (Array.isArray(input))
    return { serviceHandles: parseHandles('service', input, services, path, context), ownTerms: [] }
  const allHandles = services.map(({ handle }) => handle)
  const existing = new Set(allHandles)
  for (const handle of Object.keys(input))
    if (!existing.has(handle))
      context.addProblem([...path, handle], unknownName('service', handle, allHandles), 'key')
  const offered = services.filter(({ handle }) => Object.hasOwn(input, handle))
  return {
    serviceHandles: offered.map(({ handle }) => handle),
    ownTerms: offered.flatMap((service) =>
      parseOwnTerms(input[service.handle] ?? {}, service, [...path, service.handle], context),
    ),
  }
}

/** A duration of its own needs phases of its own if the service has a wait (D34). */
function parseOwnTerms(
  { duration, phases, price }: OwnTermsInput,
  service: SalonService,
  path: Path,
  context: ParseContext,
): SalonProfessional['ownTerms'] {
  if (duration === undefined && phases === undefined && price === undefined) return []
  const durationMinutes = duration ?? (phases === undefined ? null : service.durationMinutes)
  if (
    phases === undefined &&
    service.phases.length > 1 &&
    durationMinutes !== null &&
    durationMinutes !== service.durationMinutes
  )
    context.addProblem(
      [...path, 'duration'],
      `"${service.handle}" has phases: set the phases of these ${durationMinutes} minutes too`,
    )
  return [
    {
      serviceHandle: service.handle,
      durationMinutes,
      phases:
        phases === undefined || durationMinutes === null
          ? null
          : parsePhases(phases, durationMinutes, [...path, 'phases'], context),
      priceCents: price === undefined ? null : parseCents(price, [...path, 'price'], context),
    },
  ]
}

function parseExceptions(
  input: NonNullable<ProfessionalInput['exceptions']>,
  path: Path,
  context: ParseContext,
): FileException[] {
  const exceptions: FileException[] = []
  const taken = new Set<string>()
  for (const [index, entry] of input.entries()) {
    const entryPath = [...path, index]
    const shifts =
      entry.works === undefined ? [] : parseSpansAt(entry.works, [...entryPath, 'works'], context)
    for (const when of parseDays(entry, entryPath, context)) {
      const key = JSON.stringify(when)
      if (taken.has(key)) context.addProblem(entryPath, 'this day already has an exception')
      taken.add(key)
      exceptions.push({
        when,
        reason: parseText(entry.reason, context),
        works: shifts.length > 0,
        shifts,
      })
    }
  }
  return exceptions
}
