import type { languages } from '../../catalog/catalog.ts'
import { salonText } from '../salon-file/salon-text.ts'
import type { SalonFileDocument } from '../salon-file/schema.ts'
import { type CatalogPart, type Column, columnsOf } from './columns.ts'
import { type Separator, writeCsv } from './csv.ts'

/** Parts of a salon's catalogue in the words of the salon file. */
export function catalogYaml(written: SalonFileDocument, parts: readonly CatalogPart[]): string {
  return salonText(Object.fromEntries(parts.map((part) => [part, written[part] ?? {}]))).replace(
    /^#.*\n+/,
    '',
  )
}

/**
 * One part as a table, a column for each language of a text; where semicolons separate, prices have
 * decimal commas.
 */
export function catalogCsv(
  written: SalonFileDocument,
  part: CatalogPart,
  separator: Separator,
): string {
  const columns = [...columnsOf(part)].filter(
    ([, { word, language }]) => language !== null || !isText(word),
  )
  const mainLanguage = written.settings.language
  const decimalPoint = separator === ';' ? ',' : '.'
  const rows = Object.entries(written[part] ?? {}).map(([handle, entry]) => [
    handle,
    ...columns.map(([, column]) =>
      cellOf(entry as Record<string, unknown>, column, mainLanguage, decimalPoint),
    ),
  ])
  return writeCsv([['handle', ...columns.map(([name]) => name)], ...rows], separator)
}

const isText = (word: string) => word === 'name' || word === 'description'

function cellOf(
  entry: Record<string, unknown>,
  { word, language }: Column,
  mainLanguage: string,
  decimalPoint: string,
): string {
  const value = entry[word]
  if (value === undefined) return ''
  if (language !== null) return textCell(value, language, mainLanguage)
  if (Array.isArray(value)) return value.join(' ')
  return typeof value === 'number' && word.endsWith('price') && word !== 'points_price'
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
