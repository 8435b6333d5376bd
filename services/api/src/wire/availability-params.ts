import type { OpenDaysQuery, VisitLength } from '@silla/core'
import { fail } from '@silla/errors'
import type { EpochDay } from '@silla/slots'
import { parseDay } from './dates.ts'
import { type Params, parseId, parseIds, parseInteger, parseRecordId } from './params.ts'

export const maxServices = 10
export const minVisitMinutes = 5
export const maxVisitMinutes = 720

/** One professional's day, and the length of the visit. Fails in the order of D15. */
export function parseDayParams(params: Params): {
  professionalId: number
  day: EpochDay
  length: VisitLength
} {
  const length = parseVisitLength(params)
  const day = parseDay(params, 'fecha') ?? fail('INVALID_DATE')
  const professionalId = parseRecordId(params.peluquero_id) ?? fail('PROFESSIONAL_NOT_FOUND')
  return { professionalId, day, length }
}

/** A range of days; the core fills in the ends that are absent. */
export function parseOpenDaysParams(params: Params): OpenDaysQuery {
  const length = parseVisitLength(params)
  const professionalId = parseId(params, 'peluquero_id')
  return { professionalId, from: parseDay(params, 'desde'), to: parseDay(params, 'hasta'), length }
}

/**
 * `servicios` wins over `servicio_id`. `duracion` wins over the total minutes of the services,
 * which then only restrict who can perform the visit (D13).
 */
function parseVisitLength(params: Params): VisitLength {
  const durationMinutes = parseInteger(params, 'duracion', {
    min: minVisitMinutes,
    max: maxVisitMinutes,
  })
  const single = parseId(params, 'servicio_id')
  const several = parseIds(params, 'servicios', maxServices)
  return { durationMinutes, serviceIds: several ?? (single === null ? [] : [single]) }
}
