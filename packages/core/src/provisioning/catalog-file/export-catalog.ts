import type { Sql } from '@silla/db'
import type { languages } from '../../catalog/catalog.ts'
import { readSalon } from '../read-salon.ts'
import { salonText } from '../salon-file/salon-text.ts'
import type { SalonFileDocument } from '../salon-file/schema.ts'
import { serializeSalon } from '../salon-file/serialize/salon.ts'
import { type CatalogPart, type Column, catalogParts, columnsOf } from './catalog-file.ts'
import { formatCsv, type Separator } from './csv.ts'

/**
 * A part of a salon's catalogue as a table, or any parts in the words of the salon file: what
 * import reads.
 * @param what.part null: all of them, which no table can hold
 * @throws ProvisioningError BUSINESS_NOT_FOUND
 */
export async function exportCatalog(
  admin: Sql,
  slug: string,
  what:
    | { part: CatalogPart; format: 'csv'; separator: Separator }
    | { part: CatalogPart | null; format: 'yaml' },
): Promise<string> {
  const written = serializeSalon(await readSalon(admin, slug))
  if (what.format === 'csv') return catalogCsv(written, what.part, what.separator)
  return catalogYaml(written, what.part === null ? catalogParts : [what.part])
}

/** Parts of a salon's catalogue in the words of the salon file. */
function catalogYaml(written: SalonFileDocument, parts: readonly CatalogPart[]): string {
  return salonText(Object.fromEntries(parts.map((part) => [part, written[part] ?? {}]))).replace(
    /^#.*\n+/,
    '',
  )
}

/**
 * One part as a table, a column for each language of a text; where semicolons separate, prices have
 * decimal commas.
 */
function catalogCsv(written: SalonFileDocument, part: CatalogPart, separator: Separator): string {
  const columns = [...columnsOf(part)].filter(
    ([, { key, language }]) => language !== null || !isText(key),
  )
  const mainLanguage = written.settings.language
  const decimalPoint = separator === ';' ? ',' : '.'
  const rows = Object.entries(written[part] ?? {}).map(([handle, entry]) => [
    handle,
    ...columns.map(([, column]) =>
      cellOf(entry as Record<string, unknown>, column, mainLanguage, decimalPoint),
    ),
  ])
  return formatCsv([['handle', ...columns.map(([name]) => name)], ...rows], separator)
}

const isText = (word: string) => word === 'name' || word === 'description'

function cellOf(
  entry: Record<string, unknown>,
  { key, language }: Column,
  mainLanguage: string,
  decimalPoint: string,
): string {
  const value = entry[key]
  if (value === undefined) return ''
  if (language !== null) return textCell(value, language, mainLanguage)
  if (Array.isArray(value)) return value.join(' ')
  return typeof value === 'number' && key.endsWith('price') && key !== 'points_price'
    ? value.toFixed(2).replace('.', decimalPoint)
    : String(value)
}

function textCell(
  value: unknown,
  language: (typeof languages)[number],
  mainLanguage: string,
): string {
  if (typeof value === 'string') return language === mainLanguage ? value : ''
  return (value as Partial<Record<string, string>>)[language] ?? ''
}
