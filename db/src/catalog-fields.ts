import type { FieldsOf } from './record-fields.ts'
import type {
  Category,
  PointsPackage,
  Product,
  ProfessionalFields,
  ResourceType,
  ServiceFields,
} from './types/catalog.ts'

// The fields of what a salon offers (record-fields.ts says what follows from them).

export const categoryFields: FieldsOf<Omit<Category, 'id'>> = {
  name: { key: 'name', type: 'text', label: 'name' },
  description: { key: 'description', type: 'text', label: 'description', default: {} },
  imageUrl: { key: 'image', type: 'image', label: 'image', default: '' },
  kind: { key: 'kind', type: 'choice', label: 'kind', default: 'service' },
}

export const resourceTypeFields: FieldsOf<ResourceTypeRecord> = {
  name: { key: 'name', type: 'text', label: 'name' },
  count: { key: 'count', type: 'units', label: 'count', default: 1 },
}

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
  bufferMinutes: { key: 'buffer_after', type: 'minutesOrNone', label: 'buffer after', default: 0 },
  resourceTypeHandles: { key: 'needs', type: 'references', label: 'needs', default: [] },
  priceCents: { key: 'price', type: 'price', label: 'price' },
  offerPriceCents: { key: 'offer_price', type: 'offerPrice', label: 'offer price', default: null },
  vatBasisPoints: { key: 'vat_rate', type: 'percentOrNone', label: 'VAT rate', default: null },
  pointsAwarded: { key: 'points_awarded', type: 'number', label: 'points awarded', default: 0 },
  pointsPrice: { key: 'points_price', type: 'number', label: 'points price', default: 0 },
  deposit: { key: 'deposit', type: 'deposit', label: 'deposit', default: null },
  cardGuarantee: {
    key: 'card_guarantee',
    type: 'cardFees',
    label: 'card guarantee',
    default: null,
  },
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

/** What a professional offers and when is parsed, serialized and stored by hand. */
export const professionalFields: FieldsOf<Omit<ProfessionalFields, 'id'>> = {
  name: { key: 'name', type: 'line', label: 'name' },
  title: { key: 'title', type: 'text', label: 'title', default: {} },
  bio: { key: 'bio', type: 'text', label: 'bio', default: {} },
  specialties: { key: 'specialties', type: 'texts', label: 'specialty', default: [] },
  imageUrl: { key: 'image', type: 'image', label: 'image', default: '' },
  galleryUrls: { key: 'gallery', type: 'images', label: 'gallery', default: [] },
}

export const productFields: FieldsOf<ProductRecord> = {
  name: { key: 'name', type: 'text', label: 'name' },
  description: { key: 'description', type: 'text', label: 'description', default: {} },
  categoryHandle: { key: 'category', type: 'reference', label: 'category' },
  priceCents: { key: 'price', type: 'price', label: 'price' },
  offerPriceCents: { key: 'offer_price', type: 'offerPrice', label: 'offer price', default: null },
  vatBasisPoints: { key: 'vat_rate', type: 'percentOrNone', label: 'VAT rate', default: null },
  pointsAwarded: { key: 'points_awarded', type: 'number', label: 'points awarded', default: 0 },
  imageUrl: { key: 'image', type: 'image', label: 'image', default: '' },
  featured: { key: 'featured', type: 'yesOrNo', label: 'featured', default: false },
  stock: { key: 'stock', type: 'stock', label: 'stock', default: null },
}

export const packageFields: FieldsOf<Omit<PointsPackage, 'id'>> = {
  name: { key: 'name', type: 'text', label: 'name' },
  points: { key: 'points', type: 'number', label: 'points' },
  priceCents: { key: 'price', type: 'price', label: 'price' },
}

type ResourceTypeRecord = Pick<ResourceType, 'name'> & {
  /** How many units the salon has. */
  count: number
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
