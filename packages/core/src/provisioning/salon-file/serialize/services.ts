import { major } from '@silla/money'
import type { SalonCategory, SalonPackage, SalonProduct, SalonService } from '../../salon.ts'
import { some, type WriteText } from './values.ts'

export const writtenCategory = (text: WriteText) => (category: SalonCategory) => ({
  name: text(category.name),
  ...some('description', text(category.description)),
  ...some('image', category.imageUrl),
  ...(category.kind === 'service' ? {} : { kind: category.kind }),
})

export const writtenService = (text: WriteText) => (service: SalonService) => ({
  name: text(service.name),
  ...some('description', text(service.description)),
  category: service.categoryHandle,
  duration: service.durationMinutes,
  price: major(service.priceCents),
  ...(service.offerPriceCents === null ? {} : { offer_price: major(service.offerPriceCents) }),
  ...some('points_awarded', service.pointsAwarded),
  ...some('points_price', service.pointsPrice),
  ...some('image', service.imageUrl),
  ...some('gallery', service.galleryUrls),
  ...(service.bookableOnline ? {} : { bookable_online: false }),
  ...some('featured', service.featured),
})

export const writtenProduct = (text: WriteText) => (product: SalonProduct) => ({
  name: text(product.name),
  ...some('description', text(product.description)),
  category: product.categoryHandle,
  price: major(product.priceCents),
  ...(product.offerPriceCents === null ? {} : { offer_price: major(product.offerPriceCents) }),
  ...some('points_awarded', product.pointsAwarded),
  ...some('image', product.imageUrl),
  ...some('featured', product.featured),
  ...(product.stock === null ? {} : { stock: product.stock }),
})

export const writtenPackage = (text: WriteText) => (offered: SalonPackage) => ({
  name: text(offered.name),
  points: offered.points,
  price: major(offered.priceCents),
})
