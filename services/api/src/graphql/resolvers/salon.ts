import {
  findProfessional,
  findService,
  professionalsAvailableToday,
  stockLeft,
  today,
} from '@silla/core'
import { fail } from '@silla/errors'
import { serializeBusiness } from '../../wire/business.ts'
import { parseCategoryKind, serializeCategories } from '../../wire/category.ts'
import { parseClosingRange, serializeClosingDays } from '../../wire/closing-days.ts'
import { serializeOpeningHours } from '../../wire/opening-hours.ts'
import { type Page, parsePageOrFirst, serializePagination } from '../../wire/pagination.ts'
import { parseRecordId } from '../../wire/params.ts'
import { serializePackages } from '../../wire/points.ts'
import { parseProductFilter, serializeProducts } from '../../wire/product-list.ts'
import { serializeProfessional, serializeProfessionalDetail } from '../../wire/professional.ts'
import { parseProfessionalFilter, serializeProfessionals } from '../../wire/professional-list.ts'
import { serializeSchedule } from '../../wire/schedule.ts'
import { serializeService, serializeServiceDetail } from '../../wire/service.ts'
import { parseServiceFilter, serializeServices } from '../../wire/service-list.ts'
import { type GraphqlContext, queryOf } from '../context.ts'
import { memoize } from '../memoize.ts'
import type { Args, Resolvers } from '../resolver-types.ts'

/** What a salon shows: all of it from the catalogue at hand. */
export const salonResolvers: Resolvers = {
  Query: {
    negocio: (_, _args, requested) =>
      memoize(requested, 'negocio', () => serializeBusiness(requested.catalog, requested.locale)),
    horarios: (_, _args, asked) =>
      memoize(
        asked,
        'horarios',
        () => serializeOpeningHours(asked.catalog, null, asked.locale).horarios,
      ),
    festivos(_, args, asked) {
      const first = today(asked.catalog, asked.caller.clock)
      const range = parseClosingRange(queryOf(args), first)
      return serializeClosingDays(asked.catalog, range, null, asked.locale).festivos
    },
    categorias(_, args, asked) {
      const kind = parseCategoryKind(queryOf(args))
      return memoize(
        asked,
        `categorias ${kind}`,
        () => serializeCategories(asked.catalog, kind, null, asked.locale).categorias,
      )
    },
    servicios: (_, args, asked) => services(asked, args),
    servicio: (_, args, asked) => {
      const id = parseRecordId(String(args.id)) ?? fail('SERVICE_NOT_FOUND')
      return memoize(asked, `servicio ${id}`, () =>
        serializeServiceDetail(findService(asked.catalog, id), asked.catalog, asked.locale),
      )
    },
    async peluqueros(_, args, asked) {
      const { serviceId, freeToday } = parseProfessionalFilter(queryOf(args))
      const page = parsePageOrFirst(queryOf(args))
      if (freeToday) {
        const free = await professionalsAvailableToday(asked.caller)
        return professionals(asked, serviceId, free, page)
      }
      return memoize(asked, `peluqueros ${serviceId} ${keyOf(page)}`, () =>
        professionals(asked, serviceId, null, page),
      )
    },
    peluquero: (_, args, asked) => {
      const id = parseRecordId(String(args.id)) ?? fail('PROFESSIONAL_NOT_FOUND')
      return memoize(asked, `peluquero ${id}`, () =>
        serializeProfessionalDetail(
          findProfessional(asked.catalog, id),
          asked.catalog,
          asked.locale,
        ),
      )
    },
    async productos(_, args, asked) {
      const filter = parseProductFilter(queryOf(args))
      const page = parsePageOrFirst(queryOf(args))
      const left = asked.catalog.products.some(({ isCounted }) => isCounted)
        ? await stockLeft(asked.caller)
        : new Map()
      const { productos, total } = serializeProducts(
        asked.catalog,
        left,
        filter,
        page,
        asked.locale,
      )
      return { items: productos, pagination: serializePagination(total, page) }
    },
    paquetes_puntos(_, args, asked) {
      const page = parsePageOrFirst(queryOf(args))
      const { paquetes, total } = serializePackages(asked.catalog, page, asked.locale)
      return { items: paquetes, pagination: serializePagination(total, page) }
    },
  },
  Servicio: {
    profesionales: ({ profesionales_ids }: { profesionales_ids: number[] }, _, asked) =>
      profesionales_ids.map((id) =>
        memoize(asked, `profesional ${id}`, () =>
          serializeProfessional(findProfessional(asked.catalog, id), asked.locale),
        ),
      ),
  },
  Categoria: {
    servicios: ({ id }: { id: number }, _, asked) =>
      asked.catalog.services
        .filter(({ categoryId }) => categoryId === id)
        .map((service) => shownService(asked, service.id)),
  },
  Profesional: {
    servicios: ({ servicios_ids }: { servicios_ids: number[] }, _, asked) =>
      servicios_ids.map((id) => shownService(asked, id)),
    horario_laboral: schedule,
  },
  ProfesionalDetalle: { horario_laboral: schedule },
}

function services(asked: GraphqlContext, args: Args) {
  const filter = parseServiceFilter(queryOf(args))
  const page = parsePageOrFirst(queryOf(args))
  return memoize(asked, `servicios ${JSON.stringify(filter)} ${keyOf(page)}`, () => {
    const { servicios, total } = serializeServices(asked.catalog, filter, page, asked.locale)
    return { items: servicios, pagination: serializePagination(total, page) }
  })
}

function professionals(
  asked: GraphqlContext,
  serviceId: number | null,
  free: ReadonlySet<number> | null,
  page: Page,
) {
  const { profesionales, total } = serializeProfessionals(
    asked.catalog,
    serviceId,
    free,
    page,
    asked.locale,
  )
  return { items: profesionales, pagination: serializePagination(total, page) }
}

const shownService = (asked: GraphqlContext, id: number) =>
  memoize(asked, `servicio de lista ${id}`, () =>
    serializeService(findService(asked.catalog, id), asked.catalog, asked.locale),
  )

function schedule({ id }: { id: number }, _: Args, asked: GraphqlContext) {
  const from = today(asked.catalog, asked.caller.clock)
  const between = { from, to: from + asked.catalog.settings.horizonDays }
  return serializeSchedule(findProfessional(asked.catalog, id), between, asked.locale)
}

const keyOf = ({ page, pageSize }: Page) => `${page} ${pageSize}`
