import type { Catalog, Service, Terms } from '@silla/core'
import { toMajor } from '@silla/money'
import { type Static, Type } from 'typebox'
import { imageUrl, imageUrlOrNull, type Locale, localize } from './localize.ts'
import { PhaseWire, serializePhases } from './phases.ts'
import { closed, count, flag, identifier, money, nullable, ref, text } from './schema.ts'

const maxRelated = 4

const sharedFields = {
  id: identifier('The service'),
  nombre: text('Name, in the requested language'),
  descripcion: text('Description, in the requested language'),
  duracion_minutos: count('Length in minutes'),
  fases: Type.Array(ref(PhaseWire), {
    description: 'How the length passes: work and waits in turn, first and last work',
  }),
  margen_minutos: Type.Optional(
    count('Minutes after it in which the professional stays busy; only for the secret key'),
  ),
  recursos: Type.Array(text('Name, in the requested language'), {
    description: 'What it needs one of besides the professional, such as a room',
  }),
  precio: money('Regular price'),
  precio_oferta: nullable(money('Discounted price; null when there is none')),
  puntos_otorga: count('Points it awards'),
  puntos_canjea: count('Points that redeem it; 0 when it cannot be redeemed'),
  imagen_url: text('Address of the image, empty when there is none'),
  reservable_online: flag('Whether it can be booked online'),
  destacado: flag('Whether it is featured'),
}
const categoryFields = { id: identifier('The category'), nombre: text('Name') }

export const ServiceWire = closed(
  {
    ...sharedFields,
    categoria: closed(categoryFields, { description: 'The category it belongs to' }),
    profesionales_ids: Type.Array(identifier('A professional'), {
      description: 'Active professionals who offer it',
    }),
  },
  {
    $id: 'Servicio',
    description: 'A service in a list',
    examples: [
      {
        id: 20,
        nombre: 'Color',
        descripcion: 'Con lavado y peinado',
        duracion_minutos: 70,
        fases: [
          { tipo: 'trabajo', minutos: 20 },
          { tipo: 'espera', minutos: 35 },
          { tipo: 'trabajo', minutos: 15 },
        ],
        recursos: ['Lavabo'],
        precio: 60,
        precio_oferta: null,
        puntos_otorga: 60,
        puntos_canjea: 0,
        imagen_url: '',
        reservable_online: true,
        destacado: false,
        categoria: { id: 4, nombre: 'Color' },
        profesionales_ids: [3],
      },
    ],
  },
)

const OfferingProfessionalWire = closed(
  {
    id: identifier('The professional'),
    nombre: text('Full name'),
    imagen_url: nullable(text('Address of the portrait, null when there is none')),
  },
  { $id: 'ServicioProfesional', description: 'A professional who offers the service' },
)

const RelatedServiceWire = closed(
  { id: identifier('The service'), nombre: text('Name'), precio: money('Regular price') },
  { $id: 'ServicioRelacionado', description: 'Another service of the same category' },
)

export const ServiceDetailWire = closed(
  {
    ...sharedFields,
    categoria: closed(
      { ...categoryFields, descripcion: text('Description') },
      { description: 'The category it belongs to' },
    ),
    galeria: Type.Array(text('Address of an image'), { description: 'More images' }),
    profesionales: Type.Array(ref(OfferingProfessionalWire), {
      description: 'Active professionals who offer it',
    }),
    servicios_relacionados: Type.Array(ref(RelatedServiceWire), {
      description: `Other active services of the same category, at most ${maxRelated}`,
    }),
  },
  { $id: 'ServicioDetalle', description: 'A service with all details' },
)

export const serviceComponents = [
  PhaseWire,
  ServiceWire,
  OfferingProfessionalWire,
  RelatedServiceWire,
  ServiceDetailWire,
]

/** Who reads a service: only the business itself sees the buffer (D34). */
export interface ServiceReader {
  locale: Locale
  isBusiness: boolean
}

/**
 * A service in a list.
 *
 * @param terms those of one professional; by default those of the salon
 */
export const serializeService = (
  service: Service,
  catalog: Catalog,
  { locale, isBusiness }: ServiceReader,
  terms: Terms = service,
) =>
  ({
    ...serializeSharedFields(service, terms, catalog, { locale, isBusiness }),
    categoria: serializeCategoryName(service, catalog, locale),
    profesionales_ids: service.professionalIds,
  }) satisfies Static<typeof ServiceWire>

/** A service with all details. */
export const serializeServiceDetail = (
  service: Service,
  catalog: Catalog,
  { locale, isBusiness }: ServiceReader,
) =>
  ({
    ...serializeSharedFields(service, service, catalog, { locale, isBusiness }),
    categoria: {
      ...serializeCategoryName(service, catalog, locale),
      descripcion: localize(categoryOf(service, catalog)?.description ?? {}, locale),
    },
    galeria: service.galleryUrls.map((url) => imageUrl(url, locale)),
    profesionales: catalog.professionals
      .filter(({ id }) => service.professionalIds.includes(id))
      .map((professional) => ({
        id: professional.id,
        nombre: professional.name,
        imagen_url: imageUrlOrNull(professional.imageUrl, locale),
      })),
    servicios_relacionados: catalog.services
      .filter((other) => other.categoryId === service.categoryId && other.id !== service.id)
      .slice(0, maxRelated)
      .map((other) => ({
        id: other.id,
        nombre: localize(other.name, locale),
        precio: toMajor(other.priceCents),
      })),
  }) satisfies Static<typeof ServiceDetailWire>

const serializeSharedFields = (
  service: Service,
  terms: Terms,
  catalog: Catalog,
  { locale, isBusiness }: ServiceReader,
) => ({
  id: service.id,
  nombre: localize(service.name, locale),
  descripcion: localize(service.description, locale),
  duracion_minutos: terms.durationMinutes,
  fases: serializePhases(terms.phases),
  ...(isBusiness && { margen_minutos: service.bufferMinutes }),
  recursos: catalog.resourceTypes
    .filter(({ id }) => service.resourceTypeIds.includes(id))
    .map(({ name }) => localize(name, locale)),
  precio: toMajor(terms.priceCents),
  precio_oferta: terms.offerPriceCents === null ? null : toMajor(terms.offerPriceCents),
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
