import type { OpenDaysQuery, VisitLength } from '@silla/core'
import { fail } from '@silla/errors'
import type { EpochDay } from '@silla/slots'
import { parseDay, requireDate } from './dates.ts'
import { type Params, parseId, parseIds, parseInteger, parseRecordId } from './params.ts'

export const maxServices = 10
export const minVisitMinutes = 5
export const maxVisitMinutes = 720

/** Whose day is asked for, and for how long a visit. Refuses in the order of D15. */
export function parseDayParams(
  path: { peluquero_id: string; fecha: string },
  query: Params,
): { professionalId: number; day: EpochDay; length: VisitLength } {
  const length = parseVisitLength(query)
  const day = requireDate(path.fecha)
  return {
    professionalId: parseRecordId(path.peluquero_id) ?? fail('PROFESSIONAL_NOT_FOUND'),
    day,
    length,
  }
}

/** Which days are asked for; what is missing is the core's to fill in. */
export function parseOpenDaysParams(query: Params): OpenDaysQuery {
  const length = parseVisitLength(query)
  const professionalId = parseId(query, 'peluquero_id')
  return { professionalId, from: parseDay(query, 'desde'), to: parseDay(query, 'hasta'), length }
}

// `servicios` wins over `servicio_id`; `duracion` wins over the services' minutes, which then only
// narrow who can do it (D13)
function parseVisitLength(query: Params): VisitLength {
  const durationMinutes = parseInteger(query, 'duracion', {
    least: minVisitMinutes,
    most: maxVisitMinutes,
  })
  const single = parseId(query, 'servicio_id')
  const several = parseIds(query, 'servicios', maxServices)
  return { durationMinutes, serviceIds: several ?? (single === null ? [] : [single]) }
}
