import type { Sql } from '@silla/db'
import type { languages } from '@silla/locale'
import { type CardFeesInput, cardFeesText } from '../fields.ts'
import { readSalon } from '../read-salon.ts'
import { salonText } from '../salon-file/salon-text.ts'
import type { SalonFileDocument } from '../salon-file/schema.ts'
import { serializeSalon } from '../salon-file/serialize/salon.ts'
import { type CatalogPart, type Column, catalogParts, columnsOf } from './catalog-file.ts'
import { formatCsv, type Separator } from './csv.ts'

/**
 * Exports a part of a salon's catalogue as CSV, or any parts as YAML in the format of the salon
 * file. `importCatalog` accepts both.
 * @param what.part null: all parts, in YAML only
 * @throws ProvisioningError BUSINESS_NOT_FOUND
 */
export async function exportCatalog(
  admin: Sql,
  slug: string,
  what:
    | { part: CatalogPart; format: 'csv'; separator: Separator }
    | { part: CatalogPart | null; format: 'yaml' },
): Promise<string> {
  const document = serializeSalon(await readSalon(admin, slug))
  if (what.format === 'csv') return catalogCsv(document, what.part, what.separator)
  return catalogYaml(document, what.part === null ? catalogParts : [what.part])
}

function catalogYaml(document: SalonFileDocument, parts: readonly CatalogPart[]): string {
  const sections = Object.fromEntries(parts.map((part) => [part, document[part] ?? {}]))
  // without the comment that names the schema of a whole salon file
  return salonText(sections).replace(/^#.*\n+/, '')
}

/**
 * Texts have a column for each language. With semicolons as separators, prices have decimal commas,
 * as spreadsheets in those locales expect.
 */
function catalogCsv(document: SalonFileDocument, part: CatalogPart, separator: Separator): string {
  const columns = [...columnsOf(part)].filter(
    ([, { kind, language }]) => language !== null || kind !== 'text',
  )
  const mainLanguage = document.settings.language
  const decimalPoint = separator === ';' ? ',' : '.'
  const rows = Object.entries(document[part] ?? {}).map(([handle, entry]) => [
    handle,
    ...columns.map(([, column]) =>
      cellOf(entry as Record<string, unknown>, column, mainLanguage, decimalPoint),
    ),
  ])
  return formatCsv([['handle', ...columns.map(([name]) => name)], ...rows], separator)
}

function cellOf(
  entry: Record<string, unknown>,
  { key, language, kind }: Column,
  mainLanguage: string,
  decimalPoint: string,
): string {
  const value = entry[key]
  if (value === undefined) return ''
  if (language !== null) return textCell(value, language, mainLanguage)
  if (kind === 'deposit')
    return depositCell(value as { percent: number } | { amount: number }, decimalPoint)
  if (kind === 'cardFees') return cardFeesText(value as CardFeesInput)
  if (Array.isArray(value)) return value.join(kind === 'phases' ? ', ' : ' ')
  return typeof value === 'number' && kind === 'price'
    ? priceCell(value, decimalPoint)
    : String(value)
}

const priceCell = (price: number, decimalPoint: string) =>
  price.toFixed(2).replace('.', decimalPoint)

const depositCell = (
  deposit: { percent: number } | { amount: number },
  decimalPoint: string,
): string =>
  'percent' in deposit ? `${deposit.percent}%` : priceCell(deposit.amount, decimalPoint)

function textCell(
  value: unknown,
  language: (typeof languages)[number],
  mainLanguage: string,
): string {
  if (typeof value === 'string') return language === mainLanguage ? value : ''
  return (value as Partial<Record<string, string>>)[language] ?? ''
}
