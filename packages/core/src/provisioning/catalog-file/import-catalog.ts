import type { Sql } from '@silla/db'
import type { Translated } from '../../catalog/catalog.ts'
import type { ApplyOptions } from '../apply-salon.ts'
import { changeSalon, planChange } from '../change-salon.ts'
import type { SalonPlan } from '../plan.ts'
import type { YamlDocument } from '../salon-file/parse/yaml-document.ts'
import { parseYamlDocument } from '../salon-file/parse-salon-file.ts'
import type { SalonFile } from '../salon-file/salon-file.ts'
import { SalonFileError } from '../salon-file/salon-file-error.ts'
import type { SalonFileDocument } from '../salon-file/schema.ts'
import {
  type CatalogFile,
  type CatalogPart,
  catalogParts,
  type Entry,
  type EntryValue,
} from './catalog-file.ts'

/**
 * What importing a catalogue file would change; nothing is written.
 * @throws ProvisioningError BUSINESS_NOT_FOUND; SalonFileError with the places of the file
 */
export function planImport(
  admin: Sql,
  slug: string,
  file: CatalogFile,
  options: { replace: boolean },
): Promise<SalonPlan> {
  return planChange(admin, slug, (written: SalonFileDocument) =>
    mergeCatalog(written, file, options),
  )
}

/**
 * Changes the salon's categories, services and products to what the file says of them, in one
 * transaction.
 * @returns the plan that was carried out
 * @throws ProvisioningError BUSINESS_NOT_FOUND, WOULD_STRAND_BOOKINGS; SalonFileError with the
 *   places of the file
 */
export function importCatalog(
  admin: Sql,
  slug: string,
  file: CatalogFile,
  options: ApplyOptions & { replace: boolean },
): Promise<SalonPlan> {
  const edit = (written: SalonFileDocument) => mergeCatalog(written, file, options)
  return changeSalon(admin, slug, edit, { ...options, action: 'catalog.import' })
}

/**
 * A salon with what a catalogue file brings: entries whose handles are known are changed in the
 * words that are written, new ones are added at the end.
 * @param replace entries of a part that the file has and that are not in it are left out, and the
 *   file's order counts
 * @throws SalonFileError at the places of the catalogue file
 */
function mergeCatalog(
  written: SalonFileDocument,
  file: CatalogFile,
  { replace }: { replace: boolean },
): SalonFile {
  const data: Record<string, unknown> = { ...written }
  const problems = [...file.problems]
  for (const part of catalogParts) {
    const entries = file.parts[part]
    if (entries === undefined) continue
    const before = new Map<string, unknown>(Object.entries(written[part] ?? {}))
    const after = new Map(replace ? [] : before)
    problems.push(...textsTwice(part, entries, written, file))
    for (const [handle, entry] of entries) {
      after.set(handle, mergedEntry(before.get(handle), entry, written.settings.language))
    }
    data[part] = Object.fromEntries(after)
  }
  if (replace && file.parts.services !== undefined)
    data.professionals = withoutGoneServices(written, file.parts.services)
  return readTogether({ data, problem: file.problem }, { ...file, problems })
}

/**
 * A text without a language is the same as the one in the main language; told for the first entry
 * that has both.
 */
function textsTwice(
  part: CatalogPart,
  entries: ReadonlyMap<string, Entry>,
  { settings: { language } }: SalonFileDocument,
  { problem }: CatalogFile,
) {
  for (const [handle, entry] of entries) {
    for (const [word, value] of entry) {
      if (!('texts' in value && value.texts.has('') && value.texts.has(language))) continue
      return [
        problem(
          [part, handle, word],
          `"${word}" and "${word}_${language}" are the same here: keep one of them`,
        ),
      ]
    }
  }
  return []
}

/**
 * The salon that comes of it, unless anything is wrong: then all that is, with what was found when
 * the file was read.
 */
function readTogether(document: YamlDocument, { fileName, problems }: CatalogFile): SalonFile {
  try {
    const salon = parseYamlDocument(document, fileName)
    if (problems.length === 0) return salon
  } catch (error) {
    if (!(error instanceof SalonFileError)) throw error
    throw new SalonFileError(fileName, [...problems, ...error.problems])
  }
  throw new SalonFileError(fileName, problems)
}

function mergedEntry(before: unknown, entry: Entry, mainLanguage: string): unknown {
  const nothing = entry.get('')
  if (nothing !== undefined && 'value' in nothing) return nothing.value
  const merged = new Map<string, unknown>(Object.entries((before ?? {}) as object))
  for (const [word, written] of entry) {
    const value = mergedValue(merged.get(word), written, mainLanguage)
    if (value === null) merged.delete(word)
    else merged.set(word, value)
  }
  return Object.fromEntries(merged)
}

function mergedValue(before: unknown, written: EntryValue, mainLanguage: string): unknown {
  if ('value' in written) return written.value
  const texts = new Map<string, string>(
    Object.entries(
      typeof before === 'string' ? { [mainLanguage]: before } : ((before ?? {}) as Translated),
    ),
  )
  for (const [language, text] of written.texts) {
    if (text === null) texts.delete(language || mainLanguage)
    else texts.set(language || mainLanguage, text)
  }
  return texts.size === 0 ? null : Object.fromEntries(texts)
}

/** Nobody offers what is not there any more. */
function withoutGoneServices(
  { professionals = {} }: SalonFileDocument,
  services: ReadonlyMap<string, unknown>,
) {
  return Object.fromEntries(
    Object.entries(professionals).map(([handle, professional]) => [
      handle,
      professional.services === 'all'
        ? professional
        : {
            ...professional,
            services: professional.services.filter((service) => services.has(service)),
          },
    ]),
  )
}
