import type { Catalog, Service } from '@silla/core'
import { toMajor } from '@silla/money'
import { type Static, Type } from 'typebox'
import { imageUrl, imageUrlOrNull, type Locale, localize } from './localize.ts'
import { closed, count, flag, identifier, money, nullable, ref, text } from './schema.ts'

const relatedAtMost = 4

const sharedFields = {
  id: identifier('The service'),
  nombre: text('Name, in the language asked for'),
  descripcion: text('Description, in the language asked for'),
  duracion_minutos: count('Length in minutes'),
  precio: money('Regular price'),
  precio_oferta: nullable(money('Discounted price; null when there is none')),
  puntos_otorga: count('Points it awards'),
  puntos_canjea: count('Points that redeem it; 0 when it cannot be redeemed'),
  imagen_url: text('Address of the image, empty when there is none'),
  reservable_online: flag('It can be booked through this interface'),
  destacado: flag('Featured'),
}
const categoryFields = { id: identifier('The category'), nombre: text('Its name') }

export const ServiceWire = closed(
  {
    ...sharedFields,
    categoria: closed(categoryFields, { description: 'The category it belongs to' }),
    profesionales_ids: Type.Array(identifier('A professional'), {
      description: 'Active professionals who offer it',
    }),
  },
  { $id: 'Servicio', description: 'A service, as lists show it' },
)

const OffererWire = closed(
  {
    id: identifier('The professional'),
    nombre: text('Full name'),
    imagen_url: nullable(text('Address of the portrait, null when there is none')),
  },
  { $id: 'ServicioProfesional', description: 'A professional who offers the service' },
)

const RelatedServiceWire = closed(
  { id: identifier('The service'), nombre: text('Its name'), precio: money('Regular price') },
  { $id: 'ServicioRelacionado', description: 'Another service of the same category' },
)

export const ServiceDetailWire = closed(
  {
    ...sharedFields,
    categoria: closed(
      { ...categoryFields, descripcion: text('Its description') },
      { description: 'The category it belongs to' },
    ),
    galeria: Type.Array(text('Address of an image'), { description: 'More images' }),
    profesionales: Type.Array(ref(OffererWire), {
      description: 'Active professionals who offer it',
    }),
    servicios_relacionados: Type.Array(ref(RelatedServiceWire), {
      description: `Other active services of the same category, at most ${relatedAtMost}`,
    }),
  },
  { $id: 'ServicioDetalle', description: 'A service with everything known about it' },
)

export const serviceComponents = [ServiceWire, OffererWire, RelatedServiceWire, ServiceDetailWire]

/** A service as lists show it. */
export const serializeService = (service: Service, catalog: Catalog, locale: Locale) =>
  ({
    ...serializeSharedFields(service, locale),
    categoria: serializeCategoryName(service, catalog, locale),
    profesionales_ids: service.professionalIds,
  }) satisfies Static<typeof ServiceWire>

/** A service on its own page. */
export const serializeServiceDetail = (service: Service, catalog: Catalog, locale: Locale) =>
  ({
    ...serializeSharedFields(service, locale),
    categoria: {
      ...serializeCategoryName(service, catalog, locale),
      descripcion: localize(categoryOf(service, catalog)?.description ?? {}, locale),
    },
    galeria: service.galleryUrls.map((url) => imageUrl(url, locale)),
    profesionales: catalog.professionals
      .filter(({ id }) => service.professionalIds.includes(id))
      .map((offerer) => ({
        id: offerer.id,
        nombre: offerer.name,
        imagen_url: imageUrlOrNull(offerer.imageUrl, locale),
      })),
    servicios_relacionados: catalog.services
      .filter((other) => other.categoryId === service.categoryId && other.id !== service.id)
      .slice(0, relatedAtMost)
      .map((other) => ({
        id: other.id,
        nombre: localize(other.name, locale),
        precio: toMajor(other.priceCents),
      })),
  }) satisfies Static<typeof ServiceDetailWire>

const serializeSharedFields = (service: Service, locale: Locale) => ({
  id: service.id,
  nombre: localize(service.name, locale),
  descripcion: localize(service.description, locale),
  duracion_minutos: service.durationMinutes,
  precio: toMajor(service.priceCents),
  precio_oferta: service.offerPriceCents === null ? null : toMajor(service.offerPriceCents),
  puntos_otorga: service.pointsAwarded,
  puntos_canjea: service.pointsPrice,
  imagen_url: imageUrl(service.imageUrl, locale),
  reservable_online: service.bookableOnline,
  destacado: service.featured,
})

const serializeCategoryName = (service: Service, catalog: Catalog, locale: Locale) => ({
  id: service.categoryId,
  nombre: localize(categoryOf(service, catalog)?.name ?? {}, locale),
})

const categoryOf = (service: Service, catalog: Catalog) =>
  catalog.categories.find(({ id }) => id === service.categoryId)
