import type { DayAvailabilityQuery, OpenDaysQuery, VisitLength, VisitQuery } from '@silla/core'
import { fail } from '@silla/errors'
import { parseDay } from './dates.ts'
import {
  failField,
  type Params,
  parseId,
  parseIds,
  parseInteger,
  parseRecordId,
  unknownId,
} from './params.ts'
import { parseVisitLines } from './visit-lines.ts'

export const maxServices = 10
export const minVisitMinutes = 5
export const maxVisitMinutes = 720

/** The day of one professional, of anybody (0) or of several people. Fails in the order of D15. */
export function parseDayParams(params: Params): DayAvailabilityQuery {
  const visit = parseVisit(params)
  const isAnybody = String(params.peluquero_id) === '0'
  if (visit.lines !== null && !isAnybody)
    failField('peluquero_id', { keyword: 'not_together', limit: 'lineas' })
  const day = parseDay(params, 'fecha') ?? fail('INVALID_DATE')
  const professionalId = isAnybody
    ? null
    : (parseRecordId(params.peluquero_id) ?? fail('PROFESSIONAL_NOT_FOUND'))
  return { ...visit, professionalId, day }
}

/** A range of days; the core fills in the ends that are absent. */
export function parseOpenDaysParams(params: Params): OpenDaysQuery {
  const visit = parseVisit(params)
  const professionalId = parseProfessional(params)
  if (visit.lines !== null && (params.peluquero_id ?? null) !== null)
    failField('peluquero_id', { keyword: 'not_together', limit: 'lineas' })
  return {
    ...visit,
    professionalId,
    from: parseDay(params, 'desde'),
    to: parseDay(params, 'hasta'),
  }
}

/** The booking that is to be moved, whose own time counts as free; null: none (D37). */
export const parseMovedBooking = (params: Params): number | null => parseId(params, 'reserva_id')

/** null: anybody (0), or absent */
function parseProfessional(params: Params): number | null {
  const id = parseId(params, 'peluquero_id')
  return id === unknownId && String(params.peluquero_id) === '0' ? null : id
}

/** What the visit consists of: lines, or services and a duration. */
function parseVisit(params: Params): Pick<VisitQuery, 'length' | 'lines'> {
  const lines = parseVisitLines(params, 'lineas', maxServices)
  if (lines !== null) {
    for (const name of ['servicios', 'servicio_id', 'duracion']) {
      if ((params[name] ?? null) !== null)
        failField(name, { keyword: 'not_together', limit: 'lineas' })
    }
  }
  return { length: parseVisitLength(params), lines }
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
