import { dayAvailabilityBatch, openDaysBatch, reviewsBatch } from '@silla/core'
import { Refusal } from '@silla/errors'
import {
  offsetAndLimit,
  type Page,
  parseDayParams,
  parseOpenDaysParams,
  parsePageOrFirst,
  serializeDayAvailability,
  serializeOpenDays,
  serializePagination,
  serializeReview,
} from '@silla/wire'
import type { Loader, Loaders } from '../resolver-types.ts'

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

/** Free time and reviews: the same field of all professionals of a list takes one round trip. */
export const availabilityLoaders: Loaders = {
  Profesional: { dias, disponibilidad, resenas },
  ProfesionalDetalle: { dias, disponibilidad, resenas },
}
