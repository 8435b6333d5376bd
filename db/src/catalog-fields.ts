import type { Product, ServiceFields } from './types/catalog.ts'
import type { Translated } from './types/values.ts'

// The fields of the records that a salon file lists. What reads and writes them follows from these
// lists: the statements in queries/, and in packages/core/src/provisioning the parser, the
// serializer, the lines of a plan and the columns of a CSV file. A list has exactly the properties
// of its record. Its order is the order in a file.

export const serviceFields: FieldsOf<ServiceRecord> = {
  name: { key: 'name', type: 'text', label: 'name' },
  description: { key: 'description', type: 'text', label: 'description', default: {} },
  categoryHandle: { key: 'category', type: 'reference', label: 'category' },
  durationMinutes: { key: 'duration', type: 'minutes', label: 'duration' },
  phases: {
    key: 'phases',
    type: 'phases',
    label: 'phases',
    column: {
      name: 'phase_minutes',
      read: 'coalesce(phase_minutes, array[duration_minutes])',
      write: 'case when cardinality(input.phases) > 1 then input.phases end',
    },
  },
  bufferMinutes: { key: 'buffer_after', type: 'minutes', label: 'buffer after', default: 0 },
  resourceTypeHandles: { key: 'needs', type: 'references', label: 'needs', default: [] },
  priceCents: { key: 'price', type: 'price', label: 'price' },
  offerPriceCents: { key: 'offer_price', type: 'offerPrice', label: 'offer price', default: null },
  pointsAwarded: { key: 'points_awarded', type: 'points', label: 'points awarded', default: 0 },
  pointsPrice: { key: 'points_price', type: 'points', label: 'points price', default: 0 },
  imageUrl: { key: 'image', type: 'image', label: 'image', default: '' },
  galleryUrls: { key: 'gallery', type: 'images', label: 'gallery', default: [] },
  bookableOnline: {
    key: 'bookable_online',
    type: 'yesOrNo',
    label: 'bookable online',
    default: true,
  },
  featured: { key: 'featured', type: 'yesOrNo', label: 'featured', default: false },
}

export const productFields: FieldsOf<ProductRecord> = {
  name: { key: 'name', type: 'text', label: 'name' },
  description: { key: 'description', type: 'text', label: 'description', default: {} },
  categoryHandle: { key: 'category', type: 'reference', label: 'category' },
  priceCents: { key: 'price', type: 'price', label: 'price' },
  offerPriceCents: { key: 'offer_price', type: 'offerPrice', label: 'offer price', default: null },
  pointsAwarded: { key: 'points_awarded', type: 'points', label: 'points awarded', default: 0 },
  imageUrl: { key: 'image', type: 'image', label: 'image', default: '' },
  featured: { key: 'featured', type: 'yesOrNo', label: 'featured', default: false },
  stock: { key: 'stock', type: 'stock', label: 'stock', default: null },
}

/** A service with handles in place of ids. */
type ServiceRecord = Omit<ServiceFields, 'id' | 'categoryId'> & {
  categoryHandle: string
  resourceTypeHandles: string[]
}

type ProductRecord = Omit<Product, 'id' | 'categoryId' | 'isCounted'> & {
  categoryHandle: string
  /** Received in total; null: it is not counted. */
  stock: number | null
}

/** The types of fields, with the values that they have in the code. */
export interface FieldValues {
  text: Translated
  minutes: number
  phases: number[]
  price: number
  offerPrice: number | null
  points: number
  image: string
  images: string[]
  yesOrNo: boolean
  stock: number | null
  /** The handle of another record. Its id is stored, by the statement itself. */
  reference: string
  /** Handles of other records; they are stored in a table of their own. */
  references: string[]
}

export type FieldType = keyof FieldValues

/** A field of a record for each of its properties, of a type that has the property's values. */
export type FieldsOf<Row> = { [Property in keyof Row]-?: FieldOf<Row[Property]> }

type FieldOf<Value> = {
  [Type in FieldType]: [Value, FieldValues[Type]] extends [FieldValues[Type], Value]
    ? Field<Type>
    : never
}[FieldType]

export interface Field<Type extends FieldType = FieldType> {
  /** In a salon file, and the name of the column in a CSV file. */
  key: string
  type: Type
  /** In a plan. */
  label: string
  /** Of an omitted key. Without a default the key is required, or its parser knows the value. */
  default?: FieldValues[Type]
  /** Where it is not as `columnOf` has it: how it is selected, and inserted from `input`. */
  column?: { name: string; read: string; write: string }
}
