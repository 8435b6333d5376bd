import { toMajor } from '@silla/money'
import { phaseTexts } from '../../../catalog/phases.ts'
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

export const serializeService = (text: SerializeText) => (service: SalonService) => ({
  name: text(service.name),
  ...omitEmpty('description', text(service.description)),
  category: service.categoryHandle,
  duration: service.durationMinutes,
  ...(service.phases.length === 1 ? {} : { phases: phaseTexts(service.phases) }),
  ...omitEmpty('buffer_after', service.bufferMinutes),
  ...omitEmpty('needs', service.resourceTypeHandles),
  price: toMajor(service.priceCents),
  ...(service.offerPriceCents === null ? {} : { offer_price: toMajor(service.offerPriceCents) }),
  ...omitEmpty('points_awarded', service.pointsAwarded),
  ...omitEmpty('points_price', service.pointsPrice),
  ...omitEmpty('image', service.imageUrl),
  ...omitEmpty('gallery', service.galleryUrls),
  ...(service.bookableOnline ? {} : { bookable_online: false }),
  ...omitEmpty('featured', service.featured),
})

export const serializeProduct = (text: SerializeText) => (product: SalonProduct) => ({
  name: text(product.name),
  ...omitEmpty('description', text(product.description)),
  category: product.categoryHandle,
  price: toMajor(product.priceCents),
  ...(product.offerPriceCents === null ? {} : { offer_price: toMajor(product.offerPriceCents) }),
  ...omitEmpty('points_awarded', product.pointsAwarded),
  ...omitEmpty('image', product.imageUrl),
  ...omitEmpty('featured', product.featured),
  ...(product.stock === null ? {} : { stock: product.stock }),
})

export const serializePackage = (text: SerializeText) => (pointsPackage: SalonPackage) => ({
  name: text(pointsPackage.name),
  points: pointsPackage.points,
  price: toMajor(pointsPackage.priceCents),
})
