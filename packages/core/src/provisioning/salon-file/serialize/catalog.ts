import { productFields, serviceFields } from '@silla/db'
import { toMajor } from '@silla/money'
import { serializeFields } from '../../fields.ts'
import type {
  SalonCategory,
  SalonPackage,
  SalonProduct,
  SalonResourceType,
  SalonService,
} from '../../salon.ts'
import { omitEmpty, type SerializeText } from './values.ts'

export const serializeCategory = (text: SerializeText) => (category: SalonCategory) => ({
  name: text(category.name),
  ...omitEmpty('description', text(category.description)),
  ...omitEmpty('image', category.imageUrl),
  ...(category.kind === 'service' ? {} : { kind: category.kind }),
})

export const serializeResource = (text: SerializeText) => (type: SalonResourceType) => ({
  name: text(type.name),
  ...(type.count === 1 ? {} : { count: type.count }),
})

export const serializeService = (text: SerializeText) => (service: SalonService) =>
  serializeFields(serviceFields, service, text)

export const serializeProduct = (text: SerializeText) => (product: SalonProduct) =>
  serializeFields(productFields, product, text)

export const serializePackage = (text: SerializeText) => (pointsPackage: SalonPackage) => ({
  name: text(pointsPackage.name),
  points: pointsPackage.points,
  price: toMajor(pointsPackage.priceCents),
})
