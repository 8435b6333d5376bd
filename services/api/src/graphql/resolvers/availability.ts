import {
  dayAvailability,
  dayAvailabilityBatch,
  openDays,
  openDaysBatch,
  reviewsBatch,
} from '@silla/core'
import { Refusal } from '@silla/errors'
import { serializeDayAvailability, serializeOpenDays } from '../../wire/availability.ts'
import { parseDayParams, parseOpenDaysParams } from '../../wire/availability-params.ts'
import {
  offsetAndLimit,
  type Page,
  parsePageOrFirst,
  serializePagination,
} from '../../wire/pagination.ts'
import { serializeReview } from '../../wire/professional.ts'
import { queryOf } from '../context.ts'
import type { Args, Loader, Loaders, Resolvers } from '../resolver-types.ts'

/**
 * Free time: one round trip for each question at the top, and one for all questions of a kind below
 * it.
 */
export const availabilityResolvers: Resolvers = {
  Query: {
    disponibilidad: async (_, args, { caller: context, locale }) =>
      serializeDayAvailability(
        await dayAvailability(context, dayAskOf(args.peluquero_id, args)),
        locale.message,
      ),
    dias: async (_, args, requested) =>
      serializeOpenDays(await openDays(requested.caller, parseOpenDaysParams(queryOf(args))), null)
        .dias,
  },
}

/** The days of every professional of a list, in one round trip. */
const days: Loader = async (questions, { caller: requestContext }) => {
  const inputs = questions.map(({ obj, params }) =>
    parseOpenDaysParams(queryOf({ ...params, peluquero_id: obj.id })),
  )
  const found = await openDaysBatch(requestContext, inputs)
  return found.map((one) => (one instanceof Refusal ? one : serializeOpenDays(one, null).dias))
}

const day: Loader = async (questions, { caller, locale }) => {
  const found = await dayAvailabilityBatch(
    caller,
    questions.map(({ obj, params }) => dayAskOf(obj.id, params)),
  )
  return found.map((one) =>
    one instanceof Refusal ? one : serializeDayAvailability(one, locale.message),
  )
}

const dayAskOf = (professionalId: unknown, args: Args) =>
  parseDayParams({ peluquero_id: String(professionalId), fecha: String(args.fecha) }, queryOf(args))

const reviews: Loader = async (questions, { caller }) => {
  const pages = questions.map(({ params }) => parsePageOrFirst(queryOf(params)))
  const queries = pages.map((page, index) => ({
    professionalId: questions[index]?.obj.id,
    ...offsetAndLimit(page),
  }))
  const found = await reviewsBatch(caller, queries)
  return found.map(({ reviews, total }, index) => ({
    items: reviews.map(serializeReview),
    pagination: serializePagination(total, pages[index] as Page),
  }))
}

export const availabilityLoaders: Loaders = {
  Profesional: { dias: days, disponibilidad: day, resenas: reviews },
  ProfesionalDetalle: { dias: days, disponibilidad: day, resenas: reviews },
}
