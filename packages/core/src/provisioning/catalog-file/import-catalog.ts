import type { Sql } from '@silla/db'
import type { Translated } from '../../catalog/catalog.ts'
import type { ChangeOptions } from '../apply-salon.ts'
import { changeSalon, planChange } from '../change-salon.ts'
import type { SalonPlan } from '../plan.ts'
import type { YamlDocument } from '../salon-file/parse/yaml-document.ts'
import { parseYamlDocument } from '../salon-file/parse-salon-file.ts'
import type { SalonFile } from '../salon-file/salon-file.ts'
import { SalonFileError } from '../salon-file/salon-file-error.ts'
import type { SalonFileDocument } from '../salon-file/schema.ts'
import type { ProfessionalEntry } from '../schedule/edit-professional.ts'
import {
  type CatalogFile,
  type CatalogPart,
  catalogParts,
  type Entry,
  type EntryValue,
} from './catalog-file.ts'

/**
 * Returns what importing a catalogue file would change. Nothing is document.
 * @throws ProvisioningError BUSINESS_NOT_FOUND; SalonFileError with places in the file
 */
export function planImport(
  admin: Sql,
  slug: string,
  file: CatalogFile,
  options: { replace: boolean },
): Promise<SalonPlan> {
  return planChange(admin, slug, (document: SalonFileDocument) =>
    mergeCatalog(document, file, options),
  )
}

/**
 * Imports categories, resources, services and products from a file, in one transaction.
 * @returns the plan that was carried out
 * @throws ProvisioningError BUSINESS_NOT_FOUND, WOULD_STRAND_BOOKINGS; SalonFileError with places
 *   in the file
 */
export function importCatalog(
  admin: Sql,
  slug: string,
  file: CatalogFile,
  options: ChangeOptions & { replace: boolean },
): Promise<SalonPlan> {
  const edit = (document: SalonFileDocument) => mergeCatalog(document, file, options)
  return changeSalon(admin, slug, edit, { ...options, action: 'catalog.import' })
}

/**
 * Merges a catalogue file into a salon. In existing entries only the keys in the file change; new
 * entries are added at the end.
 * @param replace the file is the whole list of each part that it contains: other entries of that
 *   part are removed, and the order is that of the file
 * @throws SalonFileError with places in the catalogue file
 */
function mergeCatalog(
  document: SalonFileDocument,
  file: CatalogFile,
  { replace }: { replace: boolean },
): SalonFile {
  const data: Record<string, unknown> = { ...document }
  const problems = [...file.problems]
  for (const part of catalogParts) {
    const entries = file.parts[part]
    if (entries === undefined) continue
    const before = new Map<string, unknown>(Object.entries(document[part] ?? {}))
    const after = new Map(replace ? [] : before)
    problems.push(...duplicateTexts(part, entries, document, file))
    for (const [handle, entry] of entries) {
      after.set(handle, mergedEntry(before.get(handle), entry, document.settings.language))
    }
    data[part] = Object.fromEntries(after)
  }
  if (replace && file.parts.services !== undefined)
    data.professionals = withoutRemovedServices(document, file.parts.services)
  return parseMerged({ data, problem: file.problem }, { ...file, problems })
}

/**
 * Reports a text that is set twice: without a language and in the main language. Only the first
 * entry is reported, because the columns are the same for all of them.
 */
function duplicateTexts(
  part: CatalogPart,
  entries: ReadonlyMap<string, Entry>,
  { settings: { language } }: SalonFileDocument,
  { problem }: CatalogFile,
) {
  for (const [handle, entry] of entries) {
    for (const [key, value] of entry) {
      if (!('texts' in value && value.texts.has('') && value.texts.has(language))) continue
      return [
        problem(
          [part, handle, key],
          `"${key}" and "${key}_${language}" set the same text: use only one of them`,
        ),
      ]
    }
  }
  return []
}

/** Parses the merged salon and reports its problems together with those found in the file. */
function parseMerged(document: YamlDocument, { fileName, problems }: CatalogFile): SalonFile {
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
  const invalid = entry.get('')
  if (invalid !== undefined && 'value' in invalid) return invalid.value
  const merged = new Map<string, unknown>(Object.entries((before ?? {}) as object))
  for (const [key, change] of entry) {
    const value = mergedValue(merged.get(key), change, mainLanguage)
    if (value === null) merged.delete(key)
    else merged.set(key, value)
  }
  return Object.fromEntries(merged)
}

function mergedValue(before: unknown, change: EntryValue, mainLanguage: string): unknown {
  if ('value' in change) return change.value
  const texts = new Map<string, string>(
    Object.entries(
      typeof before === 'string' ? { [mainLanguage]: before } : ((before ?? {}) as Translated),
    ),
  )
  for (const [language, text] of change.texts) {
    if (text === null) texts.delete(language || mainLanguage)
    else texts.set(language || mainLanguage, text)
  }
  return texts.size === 0 ? null : Object.fromEntries(texts)
}

/** Removes services from professionals when the file removes them from the salon. */
function withoutRemovedServices(
  { professionals = {} }: SalonFileDocument,
  services: ReadonlyMap<string, unknown>,
) {
  return Object.fromEntries(
    Object.entries(professionals).map(([handle, professional]) => [
      handle,
      { ...professional, services: remainingServices(professional.services, services) },
    ]),
  )
}

function remainingServices(
  offered: ProfessionalEntry['services'],
  kept: ReadonlyMap<string, unknown>,
) {
  if (offered === 'all') return offered
  return Array.isArray(offered)
    ? offered.filter((handle) => kept.has(handle))
    : Object.fromEntries(Object.entries(offered).filter(([handle]) => kept.has(handle)))
}
