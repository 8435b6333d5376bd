import type { SalonService } from '../../salon.ts'
import type { FileException, FileProfessional } from '../salon-file.ts'
import type { SalonFileDocument } from '../schema.ts'
import { unknownHandle } from './catalog.ts'
import { parseDays, parseWeek } from './schedule.ts'
import { type ParseContext, parseText, readSpans } from './values.ts'
import type { Path } from './yaml-document.ts'

type Written = NonNullable<SalonFileDocument['professionals']>[string]

/** In the order of the file. */
export function parseProfessionals(
  written: SalonFileDocument['professionals'],
  services: readonly SalonService[],
  reading: ParseContext,
): FileProfessional[] {
  return Object.entries(written ?? {}).map(([handle, professional]) => {
    const path = ['professionals', handle]
    return {
      handle,
      name: professional.name,
      title: parseText(professional.title, reading),
      bio: parseText(professional.bio, reading),
      specialties: (professional.specialties ?? []).map((specialty) =>
        parseText(specialty, reading),
      ),
      imageUrl: professional.image ?? '',
      galleryUrls: professional.gallery ?? [],
      serviceHandles: readOffered(professional.services, services, [...path, 'services'], reading),
      shifts: parseWeek(professional.shifts ?? {}, [...path, 'shifts'], reading),
      exceptions: readExceptions(professional.exceptions ?? [], [...path, 'exceptions'], reading),
    }
  })
}

function readOffered(
  written: Written['services'],
  services: readonly SalonService[],
  path: Path,
  reading: ParseContext,
): string[] {
  const known = services.map(({ handle }) => handle)
  if (written === 'all') return known
  const requested = new Set<string>()
  const all = new Set(known)
  for (const [index, handle] of written.entries()) {
    if (requested.has(handle))
      reading.addProblem([...path, index], `"${handle}" is in the list twice`)
    if (!all.has(handle))
      reading.addProblem([...path, index], unknownHandle('service', handle, known))
    requested.add(handle)
  }
  return known.filter((handle) => requested.has(handle))
}

function readExceptions(
  written: NonNullable<Written['exceptions']>,
  path: Path,
  reading: ParseContext,
): FileException[] {
  const exceptions: FileException[] = []
  const taken = new Set<string>()
  for (const [index, entry] of written.entries()) {
    const place = [...path, index]
    const shifts =
      entry.works === undefined ? [] : readSpans(entry.works, [...place, 'works'], reading)
    for (const when of parseDays(entry, place, reading)) {
      const key = JSON.stringify(when)
      if (taken.has(key)) reading.addProblem(place, 'that day has an exception already')
      taken.add(key)
      exceptions.push({
        when,
        reason: parseText(entry.reason, reading),
        works: shifts.length > 0,
        shifts,
      })
    }
  }
  return exceptions
}
