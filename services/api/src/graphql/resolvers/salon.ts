import { findProfessional, findService, professionalsAvailableToday, stockLeft, today } from '@silla/core'
import { fail } from '@silla/errors'
import { showBusiness } from '../../wire/business.ts'
import { readCategoryKind, showCategories } from '../../wire/category.ts'
import { readClosingRange, showClosingDays } from '../../wire/closing-days.ts'
import { showOpeningHours } from '../../wire/opening-hours.ts'
import { type Page, readPageOrFirst, showPagination } from '../../wire/pagination.ts'
import { showPackages } from '../../wire/points.ts'
import { readProductFilter, showProducts } from '../../wire/product-list.ts'
import { showProfessional, showProfessionalDetail } from '../../wire/professional.ts'
import { readProfessionalFilter, showProfessionals } from '../../wire/professional-list.ts'
import { readPathId } from '../../wire/query.ts'
import { showSchedule } from '../../wire/schedule.ts'
import { showService, showServiceDetail } from '../../wire/service.ts'
import { readServiceFilter, showServices } from '../../wire/service-list.ts'
import { type GraphqlContext, queryOf } from '../context.ts'
import { memoize } from '../memoize.ts'
import type { Args, Resolvers } from '../resolvers.ts'

/** What a salon shows: all of it from the catalogue at hand. */
export const salonResolvers: Resolvers = {
  Query: {
    negocio: (_, _args, asked) => memoize(asked, 'negocio', () => showBusiness(asked.catalog, asked.wording)),
    horarios: (_, _args, asked) =>
      memoize(asked, 'horarios', () => showOpeningHours(asked.catalog, null, asked.wording).horarios),
    festivos(_, args, asked) {
      const first = today(asked.catalog, asked.caller.clock)
      const range = readClosingRange(queryOf(args), first)
      return showClosingDays(asked.catalog, range, null, asked.wording).festivos
    },
    categorias(_, args, asked) {
      const kind = readCategoryKind(queryOf(args))
      return memoize(
        asked,
        `categorias ${kind}`,
        () => showCategories(asked.catalog, kind, null, asked.wording).categorias,
      )
    },
    servicios: (_, args, asked) => services(asked, args),
    servicio: (_, args, asked) => {
      const id = readPathId(String(args.id)) ?? fail('SERVICE_NOT_FOUND')
      return memoize(asked, `servicio ${id}`, () =>
        showServiceDetail(findService(asked.catalog, id), asked.catalog, asked.wording),
      )
    },
    async peluqueros(_, args, asked) {
      const { serviceId, freeToday } = readProfessionalFilter(queryOf(args))
      const page = readPageOrFirst(queryOf(args))
      if (freeToday) {
        const free = await professionalsAvailableToday(asked.caller)
        return professionals(asked, serviceId, free, page)
      }
      return memoize(asked, `peluqueros ${serviceId} ${keyOf(page)}`, () => professionals(asked, serviceId, null, page))
    },
    peluquero: (_, args, asked) => {
      const id = readPathId(String(args.id)) ?? fail('PROFESSIONAL_NOT_FOUND')
      return memoize(asked, `peluquero ${id}`, () =>
        showProfessionalDetail(findProfessional(asked.catalog, id), asked.catalog, asked.wording),
      )
    },
    async productos(_, args, asked) {
      const filter = readProductFilter(queryOf(args))
      const page = readPageOrFirst(queryOf(args))
      const left = asked.catalog.products.some(({ isCounted }) => isCounted) ? await stockLeft(asked.caller) : new Map()
      const { productos, total } = showProducts(asked.catalog, left, filter, page, asked.wording)
      return { items: productos, pagination: showPagination(total, page) }
    },
    paquetes_puntos(_, args, asked) {
      const page = readPageOrFirst(queryOf(args))
      const { paquetes, total } = showPackages(asked.catalog, page, asked.wording)
      return { items: paquetes, pagination: showPagination(total, page) }
    },
  },
  Servicio: {
    profesionales: ({ profesionales_ids }: { profesionales_ids: number[] }, _, asked) =>
      profesionales_ids.map((id) =>
        memoize(asked, `profesional ${id}`, () => showProfessional(findProfessional(asked.catalog, id), asked.wording)),
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
  const filter = readServiceFilter(queryOf(args))
  const page = readPageOrFirst(queryOf(args))
  return memoize(asked, `servicios ${JSON.stringify(filter)} ${keyOf(page)}`, () => {
    const { servicios, total } = showServices(asked.catalog, filter, page, asked.wording)
    return { items: servicios, pagination: showPagination(total, page) }
  })
}

function professionals(asked: GraphqlContext, serviceId: number | null, free: ReadonlySet<number> | null, page: Page) {
  const { profesionales, total } = showProfessionals(asked.catalog, serviceId, free, page, asked.wording)
  return { items: profesionales, pagination: showPagination(total, page) }
}

const shownService = (asked: GraphqlContext, id: number) =>
  memoize(asked, `servicio de lista ${id}`, () =>
    showService(findService(asked.catalog, id), asked.catalog, asked.wording),
  )

function schedule({ id }: { id: number }, _: Args, asked: GraphqlContext) {
  const from = today(asked.catalog, asked.caller.clock)
  const between = { from, to: from + asked.catalog.settings.horizonDays }
  return showSchedule(findProfessional(asked.catalog, id), between, asked.wording)
}

const keyOf = ({ page, pageSize }: Page) => `${page} ${pageSize}`
