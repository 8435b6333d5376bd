import {
  bookVisits,
  cancelVisits,
  findBookingByCode,
  findBookingById,
  moveVisits,
  parseBookingCode,
  previewCancellation,
} from '@silla/core'
import { fail } from '@silla/errors'
import {
  BookingDetailWire,
  BookingWire,
  bookingCodeHeader,
  CancellationPreviewWire,
  CancellationWire,
  codePathParams,
  MovedBookingWire,
  NewBookingWire,
  NewCancellationWire,
  NewTimeWire,
  parseNewBooking,
  parseNewCancellation,
  parseNewTime,
  parseOptionalBookingCode,
  serializeBooking,
  serializeBookingDetail,
  serializeCancellation,
  serializeCancellationPreview,
  serializeMovedBooking,
} from '@silla/wire'
import { ownAgendaErrors, staffErrors } from './access.ts'
import { operation } from './operation.ts'
import { provenHold } from './proven-hold.ts'
import { one } from './results.ts'

const tag = 'Bookings'
const bookingId = { description: 'The booking', notFound: 'BOOKING_NOT_FOUND' } as const

const bookingCode = {
  header: 'x-reserva-codigo',
  schema: bookingCodeHeader,
  argument: 'codigo',
  description: 'The code of the booking, as proof',
}

const readErrors = {
  AUTHENTICATION_REQUIRED: 'no token, code or secret key',
  BOOKING_NOT_FOUND:
    'no such booking, or it belongs to somebody else, or the code is of another booking',
} as const

/** Creating, reading, moving and cancelling a booking. */
export const bookingOperations = [
  operation({
    name: 'reservas.crear',
    tag,
    summary: 'Create a booking',
    description:
      'Books one or more services with one professional, with anyone who is free, or with `lineas` ' +
      'each with a professional of its own. Of two requests for the same time exactly one succeeds. ' +
      'With `retencion` the time of a hold is booked. With `repetir` the business books the same ' +
      'visit every few weeks: what cannot be booked is named in `visitas`, and refused is only a ' +
      'request of which nothing can be. Only the business may try a booking with `X-Simular`.',
    rest: { method: 'POST', path: '/reservas/crear/', status: 201 },
    graphql: { field: 'crear_reserva', input: 'NuevaReserva' },
    access: 'anyoneOrCustomer',
    audit: 'bookings.create',
    body: {
      schema: NewBookingWire,
      parse(body, context) {
        const { catalog, locale, identity, options } = context
        const booking = parseNewBooking(body, {
          country: catalog.business.address.country,
          language: locale.message,
          signedIn: identity.kind === 'customer',
        })
        const { retencion } = body
        const holdId = retencion ? provenHold(context, options.credentials, retencion) : null
        return { ...booking, holdId }
      },
    },
    result: one(BookingWire),
    errors: {
      ...ownAgendaErrors('bookings.manage'),
      VALIDATION_ERROR: 'the body is invalid',
      INVALID_DATE: 'not a calendar date',
      INVALID_TIME: 'not a time of day, or one that does not exist on that day (clock change)',
      HOLD_NOT_FOUND:
        '`retencion`: no such hold, another token, or one that ended more than a day ago',
      INSUFFICIENT_SCOPE:
        '`por_negocio` without a secret key, or `X-Simular` without `por_negocio`',
      AUTHENTICATION_REQUIRED: '`usar_puntos` without a signed-in customer',
      CUSTOMER_NOT_FOUND:
        '`cliente_id`: no such customer, one who was erased, or one outside the own agenda of the member of staff',
      DATE_IN_PAST: 'the time has passed',
      DATE_TOO_FAR: 'the day cannot be booked yet',
      SERVICE_NOT_FOUND: 'unknown or inactive',
      SERVICE_NOT_BOOKABLE: 'the service cannot be booked online',
      PROFESSIONAL_NOT_FOUND: 'unknown or inactive',
      SERVICE_NOT_OFFERED:
        'this professional does not offer the service, or nobody offers all of them',
      HOLD_ALREADY_BOOKED: '`retencion` has become a booking before',
      HOLD_MISMATCH: '`retencion` is of other services, another professional or another time',
      PHONE_REQUIRED: 'the salon requires `telefono`, or `mensajes` do',
      CUSTOMER_BLOCKED: 'the salon does not accept bookings from this customer',
      BOOKING_LIMIT_REACHED:
        'there are already five upcoming bookings with this email or phone, or ten of this customer; or three bookings and holds from this address are waiting for payment; or guests have made as many bookings today as the salon allows from this address or with this email domain (then with `Retry-After`)',
      TOO_SOON:
        'the time is past, or inside the minimum notice of the salon; with `error.alternativas`',
      BUSINESS_CLOSED: 'the salon is closed then; with `error.alternativas`',
      PROFESSIONAL_NOT_AVAILABLE: 'the professional does not work then; with `error.alternativas`',
      POINTS_DISABLED: '`usar_puntos`: the salon has no points',
      POINTS_NOT_APPLICABLE: '`usar_puntos`: none of the services can be redeemed',
      INSUFFICIENT_POINTS: '`usar_puntos`: the balance is too low',
      SLOT_NOT_AVAILABLE:
        'taken, or not a slot start; `error.alternativas` lists up to three free ones: `fecha`, `hora_inicio`, `peluquero_id`',
    },
    idempotent: true,
    simulated: true,
    limit: 'create',
    tool: {
      guidance:
        'Books the time that `crear_retencion` has kept. Call it only after the customer has seen the ' +
        'visit with its price and has agreed. Send the same services, professional, day and time as for ' +
        'the hold, its `id` and `token` in `retencion`, and the name and e-mail that the customer has ' +
        'given: never invented ones. The customer gets an e-mail. Give them `codigo` and `enlace`, with ' +
        'which the booking is found, moved and cancelled. When `pago_pendiente` is true it ends unless ' +
        'the customer pays at `enlace` soon; it cannot be paid here.',
      without: ['por_negocio', 'cliente_id', 'repetir', 'usar_puntos', 'origen', 'mensajes'],
      words: {
        hora_inicio: 'Start of the visit, as it is held',
        nombre: 'Name of the customer, one line without links. Up to 120 characters',
        email: 'E-mail of the customer. Up to 254 characters',
      },
      fixed: { origen: 'asistente' },
      needs: ['retencion', 'nombre', 'email'],
      safety: { heldBy: ['retencion'] },
    },
    run: (context, { body, simulated }) =>
      bookVisits(context, { ...body, simulated, clientAddress: context.clientAddress() }),
    respond: (booking, { locale }, { simulated }) =>
      serializeBooking(booking, locale, { visits: booking.visits, simulated }),
  }),

  operation({
    name: 'reservas.ver_por_codigo',
    tag,
    summary: 'Get a booking by its code',
    description:
      'For every caller who has the code. E-mail, phone and notes are masked, except for the ' +
      'customer with their token and for the business with its secret key.',
    rest: { method: 'GET', path: '/reservas/codigo/:codigo/' },
    graphql: { field: 'reserva_por_codigo' },
    access: 'anyoneOrCustomer',
    query: {
      path: codePathParams,
      params: {},
      parse: ({ codigo }) => parseBookingCode(codigo as string) ?? fail('BOOKING_NOT_FOUND'),
    },
    result: one(BookingDetailWire),
    errors: { BOOKING_NOT_FOUND: 'not a code of this salon' },
    limit: 'lookUp',
    tool: {
      guidance:
        'Finds a booking by the code of ten characters that its customer has, and says whether it can be ' +
        'moved (`puede_reprogramar`, until `reprogramable_hasta`) and cancelled (`puede_cancelar`, until ' +
        '`cancelable_hasta`). The other tools for a booking need its `id` and the code. E-mail, phone ' +
        'and notes are masked.',
    },
    run: (context, { query: code }) => findBookingByCode(context, code),
    respond: (booking, { locale }) => serializeBookingDetail(booking, locale),
  }),

  operation({
    name: 'reservas.ver',
    tag,
    summary: 'Get a booking by its id',
    description:
      'For its customer, for the business with its secret key, and for a caller with its code in ' +
      '`X-Reserva-Codigo`, for whom e-mail, phone and notes are masked.',
    rest: {
      method: 'GET',
      path: '/reservas/:id/',
      // excludes /reservas/crear/, whose other methods are NOT_FOUND and not a booking (D1)
      pattern: '/reservas/:id(^(?!crear\\b).+$)/',
    },
    graphql: { field: 'reserva' },
    access: 'anyoneWithProof',
    ids: { id: bookingId },
    proof: bookingCode,
    result: one(BookingDetailWire),
    errors: { ...readErrors, ...staffErrors('agenda.own') },
    run: (context, { ids, proof }) =>
      findBookingById(context, { bookingId: ids.id, code: parseOptionalBookingCode(proof) }),
    respond: (booking, { locale }) => serializeBookingDetail(booking, locale),
  }),

  operation({
    name: 'reservas.reprogramar',
    tag,
    summary: 'Move a booking to another time or other people',
    description:
      'It keeps its id, its code and its state. A customer sends their token and a guest proves ' +
      'access with `codigo`; both have to keep the deadline. A refused booking stays where it is. ' +
      'With `serie: siguientes` the business moves the visits of its series after it by as many days ' +
      'and to the same time; those that cannot be moved stay, and `visitas` names them.',
    rest: { method: 'POST', path: '/reservas/:id/reprogramar/' },
    graphql: { field: 'reprogramar_reserva', input: 'NuevaHora' },
    access: 'anyoneOrCustomer',
    audit: 'bookings.reschedule',
    ids: { id: bookingId },
    body: { schema: NewTimeWire, parse: parseNewTime },
    result: one(MovedBookingWire),
    errors: {
      ...ownAgendaErrors('bookings.manage'),
      VALIDATION_ERROR: 'the body is invalid',
      INVALID_DATE: 'not a calendar date',
      INVALID_TIME: 'not a time of day, or one that does not exist on that day (clock change)',
      AUTHENTICATION_REQUIRED: 'no token, code or secret key',
      INSUFFICIENT_SCOPE:
        '`por_negocio`, `serie: siguientes` or `avisar: false` from anybody but the salon',
      BOOKING_NOT_FOUND: readErrors.BOOKING_NOT_FOUND,
      VERSION_CONFLICT: 'the booking has another `version`',
      CANNOT_RESCHEDULE:
        'the booking is over or cancelled, or has started, unless the salon moves it with `por_negocio`',
      RESCHEDULE_DEADLINE_PASSED:
        'after `reprogramable_hasta`: `tiempo_reprogramacion_horas` before the start',
      RESCHEDULE_LIMIT_REACHED: 'the customer has moved it `reprogramaciones_maximas` times',
      DATE_IN_PAST: 'the time has passed',
      DATE_TOO_FAR: 'the day cannot be booked yet',
      PROFESSIONAL_NOT_FOUND: 'unknown or inactive',
      SERVICE_NOT_OFFERED:
        'this professional does not offer the service, or nobody offers all of them',
      CUSTOMER_BLOCKED: 'the salon does not accept bookings from this customer',
      TOO_SOON: 'sooner than the minimum notice of the salon; with `error.alternativas`',
      BUSINESS_CLOSED: 'the salon is closed then; with `error.alternativas`',
      PROFESSIONAL_NOT_AVAILABLE: 'the professional does not work then; with `error.alternativas`',
      SLOT_NOT_AVAILABLE:
        'taken, or not a slot start; with `error.alternativas`, for which the own time of the booking counts as free',
    },
    idempotent: true,
    simulated: true,
    tool: {
      guidance:
        'Moves a booking to another time, or to other professionals. It keeps its code. Find free times ' +
        'with `disponibilidad` and its `reserva_id`, and send the `peluquero_id` of that call, 0 for anyone: ' +
        'without it the same people do it.',
      without: ['por_negocio', 'serie', 'avisar'],
      words: {
        codigo: 'The code of the booking, which its customer has',
        hora_inicio: "New start of the visit, HH:MM in the salon's time zone: a free slot",
      },
      needs: ['codigo'],
      safety: 'previewed',
    },
    run: (context, { ids, body, simulated }) =>
      moveVisits(context, { bookingId: ids.id, simulated, ...body }),
    respond: (booking, { locale }, { simulated }) =>
      serializeMovedBooking(booking, { simulated }, locale),
  }),

  operation({
    name: 'reservas.cancelacion',
    tag,
    summary: 'Preview the cancellation of a booking',
    description:
      'What cancelling it would return now, by the rules that then apply; nothing changes. For its ' +
      'customer, for the business with its secret key, and for a caller with its code in ' +
      '`X-Reserva-Codigo`.',
    rest: { method: 'GET', path: '/reservas/:id/cancelacion/' },
    graphql: { field: 'cancelacion' },
    access: 'anyoneWithProof',
    ids: { id: bookingId },
    proof: bookingCode,
    result: one(CancellationPreviewWire),
    errors: { ...readErrors, ...staffErrors('bookings.manage') },
    run: (context, { ids, proof }) =>
      previewCancellation(context, { bookingId: ids.id, code: parseOptionalBookingCode(proof) }),
    respond: serializeCancellationPreview,
  }),

  operation({
    name: 'reservas.cancelar',
    tag,
    summary: 'Cancel a booking',
    description:
      'A customer sends their token and a guest proves access with `codigo`; both have to keep the ' +
      'deadline. The business, with its secret key alone, cancels any of its bookings until the ' +
      'start; with `serie: siguientes` also the visits of its series after it, and `visitas` names ' +
      'each. The body may be empty.',
    rest: { method: 'POST', path: '/reservas/:id/cancelar/' },
    graphql: { field: 'cancelar_reserva' },
    access: 'anyoneOrCustomer',
    audit: 'bookings.cancel',
    ids: { id: bookingId },
    body: { schema: NewCancellationWire, parse: parseNewCancellation },
    result: one(CancellationWire),
    errors: {
      ...staffErrors('bookings.manage'),
      AUTHENTICATION_REQUIRED: 'no token, code or secret key',
      INSUFFICIENT_SCOPE:
        '`nota_interna`, `serie: siguientes` or `avisar: false` from anybody but the salon',
      BOOKING_NOT_FOUND: readErrors.BOOKING_NOT_FOUND,
      CANNOT_CANCEL: 'the booking is already over or cancelled, or has already started',
      CANCELLATION_DEADLINE_PASSED: "the customer's deadline has passed",
    },
    idempotent: true,
    simulated: true,
    tool: {
      guidance:
        'Cancels a booking for good. `reembolso` says what is paid back of what was paid online. To ' +
        'change the time use `reprogramar_reserva` instead: a cancelled booking does not come back.',
      without: ['nota_interna', 'serie', 'avisar'],
      words: {
        codigo: 'The code of the booking, which its customer has',
        motivo: 'Reason, which the salon reads, in the words of the customer. Up to 500 characters',
      },
      needs: ['codigo'],
      safety: 'previewed',
    },
    run: (context, { ids, body, simulated }) =>
      cancelVisits(context, { bookingId: ids.id, simulated, ...body }),
    respond: (cancelled, _context, { simulated }) =>
      serializeCancellation(cancelled, { simulated }),
  }),
]
