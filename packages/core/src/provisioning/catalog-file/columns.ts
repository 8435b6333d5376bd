import { languages } from '../../catalog/catalog.ts'

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
  word: string
  language: (typeof languages)[number] | null
  kind: 'text' | 'number' | 'boolean' | 'list'
}

/**
 * By the name that stands above the column: `price`, `name_es`; a text without a language is in the
 * salon's main one.
 */
export function columnsOf(part: CatalogPart): Map<string, Column> {
  const texts = ['name', 'description'].flatMap((word): [string, Column][] => [
    ...languages.map((language): [string, Column] => [
      `${word}_${language}`,
      { word, language, kind: 'text' },
    ]),
    [word, { word, language: null, kind: 'text' }],
  ])
  const others = otherColumns[part].map(([word, kind]): [string, Column] => [
    word,
    { word, language: null, kind },
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
