import { dayAvailability, dayAvailabilityBatch, openDays, openDaysBatch, reviewsBatch } from '@silla/core'
import { Refusal } from '@silla/errors'
import { showDayAvailability, showOpenDays } from '../../wire/availability.ts'
import { parseDayQuery, parseOpenDaysQuery } from '../../wire/availability-params.ts'
import { type Page, readPageOrFirst, rowsOf, showPagination } from '../../wire/pagination.ts'
import { showReview } from '../../wire/professional.ts'
import { queryOf } from '../context.ts'
import type { Args, Loader, Loaders, Resolvers } from '../resolvers.ts'

/** Free time: one round trip for each question at the top, and one for all questions of a kind below it. */
export const availabilityResolvers: Resolvers = {
  Query: {
    disponibilidad: async (_, args, { caller, wording }) =>
      showDayAvailability(await dayAvailability(caller, dayAskOf(args.peluquero_id, args)), wording.message),
    dias: async (_, args, asked) =>
      showOpenDays(await openDays(asked.caller, parseOpenDaysQuery(queryOf(args))), null).dias,
  },
}

/** The days of every professional of a list, in one round trip. */
const days: Loader = async (questions, { caller }) => {
  const asks = questions.map(({ obj, params }) => parseOpenDaysQuery(queryOf({ ...params, peluquero_id: obj.id })))
  const found = await openDaysBatch(caller, asks)
  return found.map((one) => (one instanceof Refusal ? one : showOpenDays(one, null).dias))
}

const day: Loader = async (questions, { caller, wording }) => {
  const found = await dayAvailabilityBatch(
    caller,
    questions.map(({ obj, params }) => dayAskOf(obj.id, params)),
  )
  return found.map((one) => (one instanceof Refusal ? one : showDayAvailability(one, wording.message)))
}

const dayAskOf = (professionalId: unknown, args: Args) =>
  parseDayQuery({ peluquero_id: String(professionalId), fecha: String(args.fecha) }, queryOf(args))

const reviews: Loader = async (questions, { caller }) => {
  const pages = questions.map(({ params }) => readPageOrFirst(queryOf(params)))
  const asks = pages.map((page, index) => ({ professionalId: questions[index]?.obj.id, ...rowsOf(page) }))
  const found = await reviewsBatch(caller, asks)
  return found.map(({ reviews, total }, index) => ({
    items: reviews.map(showReview),
    pagination: showPagination(total, pages[index] as Page),
  }))
}

export const availabilityLoaders: Loaders = {
  Profesional: { dias: days, disponibilidad: day, resenas: reviews },
  ProfesionalDetalle: { dias: days, disponibilidad: day, resenas: reviews },
}
