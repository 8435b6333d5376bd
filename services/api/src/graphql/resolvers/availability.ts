import {
  dayAvailability,
  dayAvailabilityBatch,
  openDays,
  openDaysBatch,
  queryToMove,
  reviewsBatch,
  type VisitQuery,
} from '@silla/core'
import { Refusal } from '@silla/errors'
import {
  offsetAndLimit,
  type Page,
  parseDayParams,
  parseMovedBooking,
  parseOpenDaysParams,
  parseOptionalBookingCode,
  parsePageOrFirst,
  serializeDayAvailability,
  serializeOpenDays,
  serializePagination,
  serializeReview,
} from '@silla/wire'
import type { GraphqlContext } from '../context.ts'
import type { Args, Loader, Loaders, Resolvers } from '../resolver-types.ts'

/**
 * Free time. A field at the top takes one database round trip; the same field of all professionals
 * of a list takes one together.
 */
export const availabilityResolvers: Resolvers = {
  Query: {
    disponibilidad: async (_, args, context) =>
      serializeDayAvailability(
        await dayAvailability(context, await withMovedBooking(args, context, parseDayParams(args))),
        context.locale.message,
      ),
    dias: async (_, args, context) =>
      serializeOpenDays(
        await openDays(context, await withMovedBooking(args, context, parseOpenDaysParams(args))),
        null,
      ).dias,
  },
}

/** With `reserva_id`, for the booking whose own time counts as free (D37). */
function withMovedBooking<Query extends VisitQuery>(
  args: Args,
  context: GraphqlContext,
  visit: Query,
): Promise<Query> {
  const code = parseOptionalBookingCode(args.codigo as string | null | undefined)
  return queryToMove(context, visit, parseMovedBooking(args, code))
}

const dias: Loader = async (fields, context) => {
  const queries = fields.map(({ obj, params }) =>
    parseOpenDaysParams({ ...params, peluquero_id: obj.id }),
  )
  const results = await openDaysBatch(context, queries)
  return results.map((result) =>
    result instanceof Refusal ? result : serializeOpenDays(result, null).dias,
  )
}

const disponibilidad: Loader = async (fields, context) => {
  const queries = fields.map(({ obj, params }) =>
    parseDayParams({ ...params, peluquero_id: obj.id }),
  )
  const results = await dayAvailabilityBatch(context, queries)
  return results.map((result) =>
    result instanceof Refusal ? result : serializeDayAvailability(result, context.locale.message),
  )
}

const resenas: Loader = async (fields, context) => {
  const pages = fields.map(({ params }) => parsePageOrFirst(params))
  const queries = pages.map((page, index) => ({
    professionalId: fields[index]?.obj.id,
    ...offsetAndLimit(page),
  }))
  const results = await reviewsBatch(context, queries)
  return results.map(({ reviews, total }, index) => ({
    items: reviews.map(serializeReview),
    pagination: serializePagination(total, pages[index] as Page),
  }))
}

export const availabilityLoaders: Loaders = {
  Profesional: { dias, disponibilidad, resenas },
  ProfesionalDetalle: { dias, disponibilidad, resenas },
}
