import type { SalonService } from '../../salon.ts'
import type { FileException, FileProfessional } from '../salon-file.ts'
import { unknownName } from '../salon-file-error.ts'
import type { SalonFileDocument } from '../schema.ts'
import { parseDays, parseWeek } from './schedule.ts'
import { type ParseContext, parseSpansAt, parseText } from './values.ts'
import type { Path } from './yaml-document.ts'

type ProfessionalInput = NonNullable<SalonFileDocument['professionals']>[string]

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
      name: professional.name,
      title: parseText(professional.title, context),
      bio: parseText(professional.bio, context),
      specialties: (professional.specialties ?? []).map((specialty) =>
        parseText(specialty, context),
      ),
      imageUrl: professional.image ?? '',
      galleryUrls: professional.gallery ?? [],
      serviceHandles: parseOffered(professional.services, services, [...path, 'services'], context),
      ownTerms: [],
      shifts: parseWeek(professional.shifts ?? {}, [...path, 'shifts'], context),
      exceptions: parseExceptions(professional.exceptions ?? [], [...path, 'exceptions'], context),
    }
  })
}

function parseOffered(
  input: ProfessionalInput['services'],
  services: readonly SalonService[],
  path: Path,
  context: ParseContext,
): string[] {
  const allHandles = services.map(({ handle }) => handle)
  if (input === 'all') return allHandles
  const offered = new Set<string>()
  const existing = new Set(allHandles)
  for (const [index, handle] of input.entries()) {
    if (offered.has(handle)) context.addProblem([...path, index], `"${handle}" is listed twice`)
    if (!existing.has(handle))
      context.addProblem([...path, index], unknownName('service', handle, allHandles))
    offered.add(handle)
  }
  return allHandles.filter((handle) => offered.has(handle))
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
