import { bookingWindow, findProfessional, findService, termsOf } from '@silla/core'
import { serializeProfessional, serializeSchedule, serializeService } from '@silla/wire'
import { serviceReaderOf } from '../../operations/operation-options.ts'
import type { GraphqlContext } from '../context.ts'
import { memoize } from '../memoize.ts'
import type { Args, Resolvers } from '../resolver-types.ts'

/** What a salon publishes: resolved from the catalogue in memory, except free time and stock. */
export const salonResolvers: Resolvers = {
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

const listedService = (context: GraphqlContext, id: number) =>
  memoize(context, `servicio de lista ${id}`, () =>
    serializeService(findService(context.catalog, id), context.catalog, serviceReaderOf(context)),
  )

/** A service on the terms of one professional (D34). */
function offeredService(context: GraphqlContext, id: number, professionalId: number) {
  const { catalog } = context
  const professional = findProfessional(catalog, professionalId)
  if (!professional.ownTerms.some(({ serviceId }) => serviceId === id))
    return listedService(context, id)
  return memoize(context, `servicio de lista ${id} de ${professionalId}`, () => {
    const service = findService(catalog, id)
    return serializeService(
      service,
      catalog,
      serviceReaderOf(context),
      termsOf(service, professional),
    )
  })
}

function schedule({ id }: { id: number }, _: Args, context: GraphqlContext) {
  const { firstDay: from, lastDay: to } = bookingWindow(context.catalog, context.clock)
  const range = { from, to }
  return serializeSchedule(findProfessional(context.catalog, id), range, context.locale)
}
