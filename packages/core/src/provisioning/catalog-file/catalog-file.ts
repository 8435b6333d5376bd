import { languages } from '../../catalog/catalog.ts'
import type { YamlDocument } from '../salon-file/parse/yaml-document.ts'
import type { SalonFileProblem } from '../salon-file/salon-file-error.ts'

/**
 * Some of a salon's catalogue as somebody wrote it, read but not yet checked: that takes the rest
 * of the salon.
 */
export interface CatalogFile {
  fileName: string
  parts: Partial<Record<CatalogPart, ReadonlyMap<string, Entry>>>
  /** What is wrong with it already, to be told together with the rest. */
  problems: readonly SalonFileProblem[]
  /** A problem at a place of the salon file, told at the place of this file that it came from. */
  problem: YamlDocument['problem']
}

/**
 * The words that are written for one handle; one that is null is to be left out, one that is
 * missing stays as it is.
 */
export type Entry = ReadonlyMap<string, EntryValue>

/**
 * A value as the salon file has it, or texts by language of which the others stay; '' is the main
 * language, null leaves one out.
 */
export type EntryValue = { value: unknown } | { texts: ReadonlyMap<string, string | null> }

/**
 * The parts of a salon file that are lists of things under handles and can be brought in on their
 * own.
 */
export const catalogParts = ['categories', 'services', 'products'] as const
export type CatalogPart = (typeof catalogParts)[number]

/**
 * A column of a part's table: the word of the salon file, for texts with a language, and how its
 * cells are read.
 */
export interface Column {
  key: string
  language: (typeof languages)[number] | null
  kind: 'text' | 'number' | 'boolean' | 'list'
}

/**
 * By the name that stands above the column: `price`, `name_es`; a text without a language is in the
 * salon's main one.
 */
export function columnsOf(part: CatalogPart): Map<string, Column> {
  const texts = ['name', 'description'].flatMap((key): [string, Column][] => [
    ...languages.map((language): [string, Column] => [
      `${key}_${language}`,
      { key, language, kind: 'text' },
    ]),
    [key, { key, language: null, kind: 'text' }],
  ])
  const others = otherColumns[part].map(([key, kind]): [string, Column] => [
    key,
    { key, language: null, kind },
  ])
  return new Map([...texts, ...others])
}

const money: [string, Column['kind']][] = [
  ['category', 'text'],
  ['price', 'number'],
  ['offer_price', 'number'],
  ['points_awarded', 'number'],
]

const otherColumns: Record<CatalogPart, [string, Column['kind']][]> = {
  categories: [
    ['kind', 'text'],
    ['image', 'text'],
  ],
  services: [
    ...money,
    ['duration', 'number'],
    ['points_price', 'number'],
    ['image', 'text'],
    ['gallery', 'list'],
    ['bookable_online', 'boolean'],
    ['featured', 'boolean'],
  ],
  products: [...money, ['image', 'text'], ['featured', 'boolean'], ['stock', 'number']],
}
