import {
  bookingWindow,
  browserPayment,
  findProfessional,
  findService,
  professionalsAvailableToday,
  stockLeft,
  termsOf,
  today,
} from '@silla/core'
import { fail } from '@silla/errors'
import {
  type Page,
  parseCategoryKind,
  parseClosingRange,
  parsePageOrFirst,
  parseProductFilter,
  parseProfessionalFilter,
  parseRecordId,
  parseServiceFilter,
  serializeBusiness,
  serializeCategories,
  serializeClosingDays,
  serializeOpeningHours,
  serializePackages,
  serializePagination,
  serializeProducts,
  serializeProfessional,
  serializeProfessionalDetail,
  serializeProfessionals,
  serializeSchedule,
  serializeService,
  serializeServiceDetail,
  serializeServices,
} from '@silla/wire'
import type { GraphqlContext } from '../context.ts'
import { memoize } from '../memoize.ts'
import type { Args, Resolvers } from '../resolver-types.ts'

/** What a salon publishes: resolved from the catalogue in memory, except free time and stock. */
export const salonResolvers: Resolvers = {
  Query: {
    negocio: (_, _args, context) =>
      memoize(context, 'negocio', () =>
        serializeBusiness(
          context.catalog,
          context.locale,
          browserPayment(context.catalog, context.options.processors),
        ),
      ),
    horarios: (_, _args, context) =>
      memoize(
        context,
        'horarios',
        () => serializeOpeningHours(context.catalog, null, context.locale).horarios,
      ),
    festivos(_, args, context) {
      const range = parseClosingRange(args, today(context.catalog, context.clock))
      return serializeClosingDays(context.catalog, range, null, context.locale).festivos
    },
    categorias(_, args, context) {
      const kind = parseCategoryKind(args)
      return memoize(
        context,
        `categorias ${kind}`,
        () => serializeCategories(context.catalog, kind, null, context.locale).categorias,
      )
    },
    servicios: (_, args, context) => servicePage(context, args),
    servicio(_, args, context) {
      const id = parseRecordId(args.id) ?? fail('SERVICE_NOT_FOUND')
      return memoize(context, `servicio ${id}`, () =>
        serializeServiceDetail(
          findService(context.catalog, id),
          context.catalog,
          readerOf(context),
        ),
      )
    },
    async peluqueros(_, args, context) {
      const { serviceId, availableToday } = parseProfessionalFilter(args)
      const page = parsePageOrFirst(args)
      if (availableToday) {
        const available = await professionalsAvailableToday(context, serviceId)
        return professionalPage(context, serviceId, available, page)
      }
      return memoize(context, `peluqueros ${serviceId} ${pageKey(page)}`, () =>
        professionalPage(context, serviceId, null, page),
      )
    },
    peluquero(_, args, context) {
      const id = parseRecordId(args.id) ?? fail('PROFESSIONAL_NOT_FOUND')
      return memoize(context, `peluquero ${id}`, () =>
        serializeProfessionalDetail(
          findProfessional(context.catalog, id),
          context.catalog,
          context.locale,
        ),
      )
    },
    async productos(_, args, context) {
      const filter = parseProductFilter(args)
      const page = parsePageOrFirst(args)
      const { catalog, locale } = context
      const stock = catalog.products.some(({ isCounted }) => isCounted)
        ? await stockLeft(context)
        : new Map()
      const { productos, total } = serializeProducts(catalog, stock, filter, page, locale)
      return { items: productos, pagination: serializePagination(total, page) }
    },
    paquetes_puntos(_, args, context) {
      const page = parsePageOrFirst(args)
      const { paquetes, total } = serializePackages(context.catalog, page, context.locale)
      return { items: paquetes, pagination: serializePagination(total, page) }
    },
  },
  Servicio: {
    profesionales: ({ profesionales_ids }: { profesionales_ids: number[] }, _, context) =>
      profesionales_ids.map((id) =>
        memoize(context, `profesional ${id}`, () =>
          serializeProfessional(findProfessional(context.catalog, id), context.locale),
        ),
      ),
  },
  Categoria: {
    servicios: ({ id }: { id: number }, _, context) =>
      context.catalog.services
        .filter(({ categoryId }) => categoryId === id)
        .map((service) => listedService(context, service.id)),
  },
  Profesional: {
    servicios: ({ id, servicios_ids }: { id: number; servicios_ids: number[] }, _, context) =>
      servicios_ids.map((serviceId) => offeredService(context, serviceId, id)),
    horario_laboral: schedule,
  },
  ProfesionalDetalle: { horario_laboral: schedule },
}

function servicePage(context: GraphqlContext, args: Args) {
  const filter = parseServiceFilter(args)
  const page = parsePageOrFirst(args)
  return memoize(context, `servicios ${JSON.stringify(filter)} ${pageKey(page)}`, () => {
    const { servicios, total } = serializeServices(context.catalog, filter, page, readerOf(context))
    return { items: servicios, pagination: serializePagination(total, page) }
  })
}

function professionalPage(
  { catalog, locale }: GraphqlContext,
  serviceId: number | null,
  available: ReadonlySet<number> | null,
  page: Page,
) {
  const { profesionales, total } = serializeProfessionals(
    catalog,
    serviceId,
    available,
    page,
    locale,
  )
  return { items: profesionales, pagination: serializePagination(total, page) }
}

const listedService = (context: GraphqlContext, id: number) =>
  memoize(context, `servicio de lista ${id}`, () =>
    serializeService(findService(context.catalog, id), context.catalog, readerOf(context)),
  )

/** A service on the terms of one professional (D34). */
function offeredService(context: GraphqlContext, id: number, professionalId: number) {
  const { catalog } = context
  const professional = findProfessional(catalog, professionalId)
  if (!professional.ownTerms.some(({ serviceId }) => serviceId === id))
    return listedService(context, id)
  return memoize(context, `servicio de lista ${id} de ${professionalId}`, () => {
    const service = findService(catalog, id)
    return serializeService(service, catalog, readerOf(context), termsOf(service, professional))
  })
}

const readerOf = ({ locale, identity }: GraphqlContext) => ({
  locale,
  isBusiness: identity.kind === 'business',
})

function schedule({ id }: { id: number }, _: Args, context: GraphqlContext) {
  const { firstDay: from, lastDay: to } = bookingWindow(context.catalog, context.clock)
  const range = { from, to }
  return serializeSchedule(findProfessional(context.catalog, id), range, context.locale)
}

const pageKey = ({ page, pageSize }: Page) => `${page} ${pageSize}`
