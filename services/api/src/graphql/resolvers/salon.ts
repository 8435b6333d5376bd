import { professionalOf, professionalsFreeToday, serviceOf, stockLeft, today } from '@silla/core'
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
import { type Asked, queryOf } from '../context.ts'
import { remembered } from '../memoize.ts'
import type { Args, Resolvers } from '../resolvers.ts'

/** What a salon shows: all of it from the catalogue at hand. */
export const salonResolvers: Resolvers = {
  Query: {
    negocio: (_, _args, asked) => remembered(asked, 'negocio', () => showBusiness(asked.catalog, asked.wording)),
    horarios: (_, _args, asked) =>
      remembered(asked, 'horarios', () => showOpeningHours(asked.catalog, null, asked.wording).horarios),
    festivos(_, args, asked) {
      const first = today(asked.catalog, asked.caller.clock)
      const range = readClosingRange(queryOf(args), first)
      return showClosingDays(asked.catalog, range, null, asked.wording).festivos
    },
    categorias(_, args, asked) {
      const kind = readCategoryKind(queryOf(args))
      return remembered(
        asked,
        `categorias ${kind}`,
        () => showCategories(asked.catalog, kind, null, asked.wording).categorias,
      )
    },
    servicios: (_, args, asked) => services(asked, args),
    servicio: (_, args, asked) => {
      const id = readPathId(String(args.id)) ?? fail('SERVICE_NOT_FOUND')
      return remembered(asked, `servicio ${id}`, () =>
        showServiceDetail(serviceOf(asked.catalog, id), asked.catalog, asked.wording),
      )
    },
    async peluqueros(_, args, asked) {
      const { serviceId, freeToday } = readProfessionalFilter(queryOf(args))
      const page = readPageOrFirst(queryOf(args))
      if (freeToday) {
        const free = await professionalsFreeToday(asked.caller)
        return professionals(asked, serviceId, free, page)
      }
      return remembered(asked, `peluqueros ${serviceId} ${keyOf(page)}`, () =>
        professionals(asked, serviceId, null, page),
      )
    },
    peluquero: (_, args, asked) => {
      const id = readPathId(String(args.id)) ?? fail('PROFESSIONAL_NOT_FOUND')
      return remembered(asked, `peluquero ${id}`, () =>
        showProfessionalDetail(professionalOf(asked.catalog, id), asked.catalog, asked.wording),
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
        remembered(asked, `profesional ${id}`, () =>
          showProfessional(professionalOf(asked.catalog, id), asked.wording),
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

function services(asked: Asked, args: Args) {
  const filter = readServiceFilter(queryOf(args))
  const page = readPageOrFirst(queryOf(args))
  return remembered(asked, `servicios ${JSON.stringify(filter)} ${keyOf(page)}`, () => {
    const { servicios, total } = showServices(asked.catalog, filter, page, asked.wording)
    return { items: servicios, pagination: showPagination(total, page) }
  })
}

function professionals(asked: Asked, serviceId: number | null, free: ReadonlySet<number> | null, page: Page) {
  const { profesionales, total } = showProfessionals(asked.catalog, serviceId, free, page, asked.wording)
  return { items: profesionales, pagination: showPagination(total, page) }
}

const shownService = (asked: Asked, id: number) =>
  remembered(asked, `servicio de lista ${id}`, () =>
    showService(serviceOf(asked.catalog, id), asked.catalog, asked.wording),
  )

function schedule({ id }: { id: number }, _: Args, asked: Asked) {
  const from = today(asked.catalog, asked.caller.clock)
  const between = { from, to: from + asked.catalog.settings.horizonDays }
  return showSchedule(professionalOf(asked.catalog, id), between, asked.wording)
}

const keyOf = ({ page, pageSize }: Page) => `${page} ${pageSize}`
