import type { languages } from '../../catalog/catalog.ts'
import { salonText } from '../salon-file/salon-text.ts'
import type { WrittenSalon } from '../salon-file/schema.ts'
import { type CatalogPart, type Column, columnsOf } from './columns.ts'
import { writeCsv } from './csv.ts'

/** Parts of a salon's catalogue in the words of the salon file. */
export function catalogYaml(written: WrittenSalon, parts: readonly CatalogPart[]): string {
  return salonText(Object.fromEntries(parts.map((part) => [part, written[part] ?? {}]))).replace(/^#.*\n+/, '')
}

/** One part as a table, a column for each language of a text. */
export function catalogCsv(written: WrittenSalon, part: CatalogPart): string {
  const columns = [...columnsOf(part)].filter(([, { word, language }]) => language !== null || !isText(word))
  const rows = Object.entries(written[part] ?? {}).map(([handle, entry]) => [
    handle,
    ...columns.map(([, column]) => cellOf(entry as Record<string, unknown>, column, written.settings.language)),
  ])
  return writeCsv([['handle', ...columns.map(([name]) => name)], ...rows])
}

const isText = (word: string) => word === 'name' || word === 'description'

function cellOf(entry: Record<string, unknown>, { word, language }: Column, mainLanguage: string): string {
  const value = entry[word]
  if (value === undefined) return ''
  if (language !== null) return textCell(value, language, mainLanguage)
  if (Array.isArray(value)) return value.join(' ')
  return typeof value === 'number' && word.endsWith('price') && word !== 'points_price'
    ? value.toFixed(2)
    : String(value)
}

function textCell(value: unknown, language: (typeof languages)[number], mainLanguage: string): string {
  if (typeof value === 'string') return language === mainLanguage ? value : ''
  return (value as Partial<Record<string, string>>)[language] ?? ''
}
