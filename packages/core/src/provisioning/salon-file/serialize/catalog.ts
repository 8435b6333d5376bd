import {
  categoryFields,
  packageFields,
  productFields,
  resourceTypeFields,
  serviceFields,
} from '@silla/db'
import { serializeFields } from '../../fields.ts'
import type {
  SalonCategory,
  SalonPackage,
  SalonProduct,
  SalonResourceType,
  SalonService,
} from '../../salon.ts'
import type { SerializeText } from './values.ts'

export const serializeCategory = (text: SerializeText) => (category: SalonCategory) =>
  serializeFields(categoryFields, category, text)

export const serializeResource = (text: SerializeText) => (type: SalonResourceType) =>
  serializeFields(resourceTypeFields, type, text)

export const serializeService = (text: SerializeText) => (service: SalonService) =>
  serializeFields(serviceFields, service, text)

export const serializeProduct = (text: SerializeText) => (product: SalonProduct) =>
  serializeFields(productFields, product, text)

export const serializePackage = (text: SerializeText) => (pointsPackage: SalonPackage) =>
  serializeFields(packageFields, pointsPackage, text)
