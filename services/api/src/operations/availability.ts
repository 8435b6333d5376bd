import {
  type DayAvailabilityQuery,
  dayAvailability,
  type OpenDaysQuery,
  openDays,
  queryToMove,
  type VisitQuery,
} from '@silla/core'
import {
  bookingCodeHeader,
  DayAvailabilityWire,
  dayAvailabilityText,
  dayPathParams,
  movedBookingParams,
  OpenDaysWire,
  openDaysParams,
  openDaysText,
  type Params,
  parseDayParams,
  parseMovedBooking,
  parseOpenDaysParams,
  parseOptionalBookingCode,
  rangeParams,
  serializeDayAvailability,
  serializeOpenDays,
  visitLengthParams,
} from '@silla/wire'
import { openDaysWork } from '../limits/open-days-work.ts'
import { type OperationContext, operation } from './operation.ts'
import { list, one } from './results.ts'

const tag = 'Availability'

/** Those parameters of a visit that GraphQL has as lists. */
const listArguments = {
  servicios: { type: '[Id!]', description: 'Several services; wins over `servicio_id`' },
  lineas: {
    type: '[LineaVisita!]',
    description: 'Services, each with its own professional or anyone; not together with the others',
  },
}

const proof = {
  header: 'x-reserva-codigo',
  schema: bookingCodeHeader,
  argument: 'codigo',
  description: 'The code of the booking of `reserva_id`, as proof',
}

const visitErrors = {
  SERVICE_NOT_FOUND: 'unknown or inactive',
  PROFESSIONAL_NOT_FOUND: 'unknown or inactive',
  SERVICE_NOT_OFFERED:
    'this professional does not offer the services, or nobody offers all of them',
  PERMISSION_REQUIRED:
    '`reserva_id`, and a member of staff without `agenda.propia`, which `permiso` names',
  AUTHENTICATION_REQUIRED: '`reserva_id` without a proof of access to the booking',
  BOOKING_NOT_FOUND: '`reserva_id` with a wrong proof, or of no booking',
} as const

/** How assistants name the visit whose times they look for. */
const visitWords = {
  servicios: 'The services, their ids separated by commas, at most 10',
  reserva_id:
    'A booking that is to be moved: its own time counts as free, and it is the visit. Not without its `codigo`',
} as const

/** Free slots and days (D13). */
export const availabilityOperations = [
  operation({
    name: 'disponibilidad.dia',
    tag,
    summary: 'Slots of a day',
    description:
      'Every possible start time on one day, free or not: with one professional, with anyone ' +
      '(`peluquero_id` 0), or with several people (`peluquero_id` 0 and `lineas`). When nobody ' +
      'works that day there are no slots and `aviso` gives the reason.',
    rest: { method: 'GET', path: '/disponibilidad/:peluquero_id/:fecha/' },
    graphql: { field: 'disponibilidad', arguments: listArguments },
    access: 'anyoneWithProof',
    proof,
    query: {
      path: dayPathParams,
      params: { ...visitLengthParams, ...movedBookingParams },
      parse: (params) => movedVisit(params, parseDayParams(params)),
    },
    result: one(DayAvailabilityWire),
    errors: {
      VALIDATION_ERROR: 'among others: `lineas` with a professional in the path',
      INVALID_DATE: '`fecha` is not a day',
      DATE_IN_PAST: 'the day has passed',
      DATE_TOO_FAR: 'the day cannot be booked yet',
      ...visitErrors,
    },
    // with lines it may be the work of several days
    weight: ({ lineas }) => (lineas === undefined ? 'single' : 'list'),
    tool: {
      guidance:
        'The times of one day at which the visit can start. Only slots with `disponible` true can be ' +
        'booked. All times are local times of the salon. Send the services in `servicios`, in the order ' +
        'in which they are done, and `peluquero_id` 0 unless the customer wants somebody in particular. ' +
        'To find another time for a booking, send its `reserva_id` and its `codigo` in place of the ' +
        'services. A free slot is kept for nobody: continue with `crear_retencion`.',
      without: ['servicio_id', 'duracion'],
      words: visitWords,
    },
    async run(context, { query, proof }) {
      const visit = await visitToMove(context, query, proof)
      const { catalog, clock } = context
      if (visit.lines !== null)
        await context.limitWork(
          openDaysWork(catalog, clock, { ...visit, from: visit.day, to: visit.day }),
        )
      return dayAvailability(context, visit)
    },
    respond: (found, { locale }) => serializeDayAvailability(found, locale.message),
    text: dayAvailabilityText,
    isFast: ({ visit, bookingId }) => visit.lines === null && bookingId === null,
  }),

  operation({
    name: 'disponibilidad.dias',
    tag,
    summary: 'Days with free slots',
    description:
      'The days of a range, and which of them have a free slot, with one professional, with ' +
      '`lineas`, or without both with any who offers the services. Days in the past or too far ' +
      'ahead are listed, not rejected.',
    rest: { method: 'GET', path: '/disponibilidad/dias/' },
    graphql: { field: 'dias', arguments: listArguments },
    access: 'anyoneWithProof',
    proof,
    query: {
      params: {
        ...openDaysParams,
        ...movedBookingParams,
        ...rangeParams({ from: 'today', to: '30 days later' }),
      },
      parse: (params) => movedVisit(params, parseOpenDaysParams(params)),
    },
    result: list(OpenDaysWire, { items: 'dias' }),
    errors: {
      INVALID_DATE: '`desde` or `hasta` is not a day',
      INVALID_RANGE: '`hasta` is before `desde`, or more than 92 days after it',
      ...visitErrors,
    },
    // with lines it is the work of several days; a range with anyone is read in a call that requests
    // share, and computed in slices
    weight: ({ lineas }) => (lineas === undefined ? 'single' : 'heavy'),
    tool: {
      guidance:
        'Which days of a range have a free time, with the first and the last one of each day. Call it ' +
        'when the customer has no day in mind, or when the wanted day is full, and then ' +
        '`disponibilidad` for the times. Without `desde` it starts today, on the calendar of the salon.',
      without: ['servicio_id', 'duracion'],
      words: visitWords,
    },
    async run(context, { query, proof }) {
      const visit = await visitToMove(context, query, proof)
      if (visit.professionalId === null)
        await context.limitWork(openDaysWork(context.catalog, context.clock, visit))
      return openDays(context, visit)
    },
    respond: (found, _context, { page }) => serializeOpenDays(found, page),
    text: (found, _language, page) => openDaysText(found, page),
    // with any professional the rate limit counts more than one request
    isFast: ({ visit, bookingId }) => visit.professionalId !== null && bookingId === null,
  }),
]

interface MovedVisit<Visit extends VisitQuery = DayAvailabilityQuery | OpenDaysQuery> {
  visit: Visit
  /** The booking whose own time counts as free (D37). */
  bookingId: number | null
}

const movedVisit = <Visit extends VisitQuery>(params: Params, visit: Visit): MovedVisit<Visit> => ({
  visit,
  bookingId: parseMovedBooking(params),
})

function visitToMove<Visit extends VisitQuery>(
  context: OperationContext,
  { visit, bookingId }: MovedVisit<Visit>,
  proof: string | null,
): Promise<Visit> {
  const code = parseOptionalBookingCode(proof)
  return queryToMove(context, visit, bookingId === null ? null : { bookingId, code })
}
