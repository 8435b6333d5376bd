import { dayAvailability, openDays, openDaysOfEach, reviewsOfProfessional } from '@silla/core'
import { Refusal } from '@silla/errors'
import { showDayAvailability, showOpenDays } from '../../wire/availability.ts'
import { readDayAsk, readOpenDaysAsk } from '../../wire/availability-asks.ts'
import { readPageOrFirst, rowsOf, showPagination } from '../../wire/pagination.ts'
import { showReview } from '../../wire/professional.ts'
import { type Asked, queryOf } from '../asked.ts'
import type { Args, Loader, Loaders, Resolvers } from '../resolvers.ts'

/** Free time: one round trip for each question at the top, and one for all questions of a kind below it. */
export const availabilityResolvers: Resolvers = {
  Query: {
    disponibilidad: (_, args, asked) => dayOf(asked, String(args.peluquero_id), args),
    dias: async (_, args, asked) =>
      showOpenDays(await openDays(asked.caller, readOpenDaysAsk(queryOf(args))), null).dias,
  },
}

async function dayOf(asked: Asked, professionalId: string, args: Args) {
  const ask = readDayAsk({ peluquero_id: professionalId, fecha: String(args.fecha) }, queryOf(args))
  return showDayAvailability(await dayAvailability(asked.caller, ask), asked.wording.message)
}

/** The days of every professional of a list, in one round trip. */
const days: Loader = async (questions, { caller }) => {
  const asks = questions.map(({ obj, params }) => readOpenDaysAsk(queryOf({ ...params, peluquero_id: obj.id })))
  const found = await openDaysOfEach(caller, asks)
  return found.map((one) => (one instanceof Refusal ? one : showOpenDays(one, null).dias))
}

const day: Loader = (questions, asked) =>
  Promise.all(questions.map(({ obj, params }) => dayOf(asked, String(obj.id), params)))

const reviews: Loader = (questions, { caller }) =>
  Promise.all(
    questions.map(async ({ obj, params }) => {
      const page = readPageOrFirst(queryOf(params))
      const found = await reviewsOfProfessional(caller, { professionalId: obj.id, ...rowsOf(page) })
      return { items: found.reviews.map(showReview), pagination: showPagination(found.total, page) }
    }),
  )

export const availabilityLoaders: Loaders = {
  Profesional: { dias: days, disponibilidad: day, resenas: reviews },
  ProfesionalDetalle: { dias: days, disponibilidad: day, resenas: reviews },
}
