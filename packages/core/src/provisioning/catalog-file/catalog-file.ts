import { languages } from '../../catalog/catalog.ts'
import type { YamlDocument } from '../salon-file/parse/yaml-document.ts'
import type { SalonFileProblem } from '../salon-file/salon-file-error.ts'

/** The sections of a salon file that can be exported and imported on their own. */
export const catalogParts = ['categories', 'resources', 'services', 'products'] as const
export type CatalogPart = (typeof catalogParts)[number]

/**
 * A parsed catalogue file. Its values are validated when it is merged into a salon, because they
 * refer to other parts of the salon.
 */
export interface CatalogFile {
  fileName: string
  parts: Partial<Record<CatalogPart, ReadonlyMap<string, Entry>>>
  /** Problems found by the parser; they are reported together with those of the validation. */
  problems: readonly SalonFileProblem[]
  /** Locates a problem: takes its path in the salon file and returns its place in this file. */
  problem: YamlDocument['problem']
}

/** The keys of one entry. A null value removes the key; a missing key keeps its stored value. */
export type Entry = ReadonlyMap<string, EntryValue>

/**
 * A value as in the salon file, or texts by language. The language '' is the main language. A null
 * text removes that language; languages that are not listed keep their text.
 */
export type EntryValue = { value: unknown } | { texts: ReadonlyMap<string, string | null> }

/** A column of a CSV file: its key in the salon file, a language for texts, and its type. */
export interface Column {
  key: string
  language: (typeof languages)[number] | null
  /** The entries of a list are separated by spaces, phases by commas. */
  kind: 'text' | 'number' | 'boolean' | 'list' | 'phases'
}

/** The columns by name: `price`, `name_es`. `name` without a language is in the main language. */
export function columnsOf(part: CatalogPart): Map<string, Column> {
  const texts = (part === 'resources' ? ['name'] : ['name', 'description']).flatMap(
    (key): [string, Column][] => [
      ...languages.map((language): [string, Column] => [
        `${key}_${language}`,
        { key, language, kind: 'text' },
      ]),
      [key, { key, language: null, kind: 'text' }],
    ],
  )
  const others = otherColumns[part].map(([key, kind]): [string, Column] => [
    key,
    { key, language: null, kind },
  ])
  return new Map([...texts, ...others])
}

const saleColumns: [string, Column['kind']][] = [
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
  resources: [['count', 'number']],
  services: [
    ...saleColumns,
    ['duration', 'number'],
    ['phases', 'phases'],
    ['buffer_after', 'number'],
    ['needs', 'list'],
    ['points_price', 'number'],
    ['image', 'text'],
    ['gallery', 'list'],
    ['bookable_online', 'boolean'],
    ['featured', 'boolean'],
  ],
  products: [...saleColumns, ['image', 'text'], ['featured', 'boolean'], ['stock', 'number']],
}
