import {
  categoryFields,
  type FieldType,
  productFields,
  resourceTypeFields,
  serviceFields,
} from '@silla/db'
import { languages } from '@silla/locale'
import { entriesOf } from '../fields.ts'
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
  kind: ColumnKind
}

/**
 * A text has a column for each language, and one without, which is in the main language. The
 * entries of a list are separated by spaces, phases by commas. A deposit is an amount, or `30%`; a card
 * guarantee is `100% / 50%`, of a no-show and of a late cancellation.
 */
type ColumnKind =
  | 'text'
  | 'value'
  | 'number'
  | 'price'
  | 'boolean'
  | 'list'
  | 'phases'
  | 'deposit'
  | 'cardFees'

/** The columns by name, texts first: `price`, `name_es`. */
export function columnsOf(part: CatalogPart): Map<string, Column> {
  const keys = keysOf[part]
  const texts = keys.filter(([, kind]) => kind === 'text')
  const first = keys.filter(([key]) => firstKeys.includes(key))
  return new Map(
    [...new Set([...texts, ...first, ...keys])].flatMap(([key, kind]): [string, Column][] => [
      ...(kind === 'text' ? languages : []).map((language): [string, Column] => [
        `${key}_${language}`,
        { key, language, kind },
      ]),
      [key, { key, language: null, kind }],
    ]),
  )
}

/** What a salon edits most comes before the rest. */
const firstKeys = ['kind', 'category', 'price', 'offer_price', 'points_awarded']

const kinds: Record<FieldType, ColumnKind> = {
  text: 'text',
  texts: 'list',
  line: 'value',
  choice: 'value',
  number: 'number',
  numberOrNone: 'number',
  coordinate: 'number',
  days: 'number',
  minutes: 'number',
  minutesOrNone: 'number',
  hoursOrNever: 'number',
  phases: 'phases',
  price: 'price',
  offerPrice: 'price',
  percentOrNone: 'price',
  image: 'value',
  images: 'list',
  lineOrNone: 'value',
  yesOrNo: 'boolean',
  deposit: 'deposit',
  depositPolicy: 'value',
  cardFees: 'cardFees',
  cardPolicy: 'value',
  refundTiers: 'value',
  stock: 'number',
  units: 'number',
  reference: 'value',
  references: 'list',
}

const keysIn = (fields: object): [string, ColumnKind][] =>
  entriesOf(fields).map(([, { key, type }]) => [key, kinds[type]])

const keysOf: Record<CatalogPart, [string, ColumnKind][]> = {
  categories: keysIn(categoryFields),
  resources: keysIn(resourceTypeFields),
  services: keysIn(serviceFields),
  products: keysIn(productFields),
}
