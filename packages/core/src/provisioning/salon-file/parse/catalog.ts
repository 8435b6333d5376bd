import {
  categoryFields,
  packageFields,
  productFields,
  resourceTypeFields,
  serviceFields,
} from '@silla/db'
import { parseFields } from '../../fields.ts'
import type {
  Salon,
  SalonCategory,
  SalonPackage,
  SalonProduct,
  SalonResourceType,
  SalonService,
} from '../../salon.ts'
import { unknownName } from '../salon-file-error.ts'
import type { SalonFileDocument } from '../schema.ts'
import { parsePhases } from './phases.ts'
import { type ParseContext, parseHandles } from './values.ts'
import type { Path } from './yaml-document.ts'

/** In the order of the file. */
export function parseCategories(
  input: SalonFileDocument['categories'],
  context: ParseContext,
): SalonCategory[] {
  return Object.entries(input ?? {}).map(([handle, category]) => ({
    handle,
    ...parseFields(categoryFields, category, {}, ['categories', handle], context),
  }))
}

/** In the order of the file. */
export function parseResources(
  input: SalonFileDocument['resources'],
  context: ParseContext,
): SalonResourceType[] {
  return Object.entries(input ?? {}).map(([handle, resource]) => ({
    handle,
    ...parseFields(resourceTypeFields, resource, {}, ['resources', handle], context),
  }))
}

/** In the order of the file. The category must be of kind service. */
export function parseServices(
  input: SalonFileDocument['services'],
  { categories, resourceTypes }: Pick<Salon, 'categories' | 'resourceTypes'>,
  context: ParseContext,
): SalonService[] {
  return Object.entries(input ?? {}).map(([handle, service]) => {
    const path = ['services', handle]
    checkCategory('service', service.category, path, categories, context)
    const own = {
      phases:
        service.phases === undefined
          ? [service.duration]
          : parsePhases(service.phases, service.duration, [...path, 'phases'], context),
      resourceTypeHandles: parseHandles(
        'resource',
        service.needs ?? [],
        resourceTypes,
        [...path, 'needs'],
        context,
      ),
    }
    const parsed = { handle, ...parseFields(serviceFields, service, own, path, context) }
    checkOfferPrice(parsed, service.price, path, context)
    return parsed
  })
}

/** In the order of the file. The category must be of kind product. */
export function parseProducts(
  input: SalonFileDocument['products'],
  categories: readonly SalonCategory[],
  context: ParseContext,
): SalonProduct[] {
  return Object.entries(input ?? {}).map(([handle, product]) => {
    const path = ['products', handle]
    checkCategory('product', product.category, path, categories, context)
    const parsed = { handle, ...parseFields(productFields, product, {}, path, context) }
    checkOfferPrice(parsed, product.price, path, context)
    return parsed
  })
}

/** In the order of the file. */
export function parsePackages(
  input: SalonFileDocument['points_packages'],
  context: ParseContext,
): SalonPackage[] {
  return Object.entries(input ?? {}).map(([handle, entry]) => ({
    handle,
    ...parseFields(packageFields, entry, {}, ['points_packages', handle], context),
  }))
}

/** Reports a category that does not exist or is of the other kind. */
function checkCategory(
  kind: SalonCategory['kind'],
  category: string,
  path: Path,
  categories: readonly SalonCategory[],
  context: ParseContext,
): void {
  const found = categories.find(({ handle }) => handle === category)
  const handles = categories.map(({ handle }) => handle)
  if (found === undefined)
    context.addProblem([...path, 'category'], unknownName('category', category, handles))
  else if (found.kind !== kind)
    context.addProblem(
      [...path, 'category'],
      `"${category}" is a category of ${found.kind}s, not of ${kind}s`,
    )
}

/** Reports an offer price that is not below the regular one. */
function checkOfferPrice(
  { priceCents, offerPriceCents }: Pick<SalonProduct, 'priceCents' | 'offerPriceCents'>,
  price: number,
  path: Path,
  context: ParseContext,
): void {
  if (offerPriceCents !== null && offerPriceCents >= priceCents)
    context.addProblem([...path, 'offer_price'], `must be below the price, which is ${price}`)
}
