import {
  acceptOffer,
  assertEntryPossible,
  declineOffer,
  findWaitlistEntry,
  joinWaitlist,
  leaveWaitlist,
  listCustomerWaitlist,
  listWaitlist,
  seesContacts,
  type WaitlistPage,
} from '@silla/core'
import {
  BookingWire,
  bookingCodeHeader,
  LeftWaitlistWire,
  NewWaitlistAnswerWire,
  NewWaitlistEntryWire,
  OfferAnswerWire,
  offsetAndLimit,
  type Page,
  parseNewWaitlistEntry,
  parseOfferAnswer,
  parseOptionalBookingCode,
  parseWaitlistState,
  serializeBooking,
  serializeEntryPreview,
  serializeLeftWaitlist,
  serializeNewEntry,
  serializeWaitlistEntry,
  WaitlistEntryWire,
  waitlistFilterParams,
} from '@silla/wire'
import { staffErrors } from './access.ts'
import { type OperationContext, operation } from './operation.ts'
import { one, pageOf, pages } from './results.ts'

const tag = 'Waitlist'
const entryId = { description: 'The entry', notFound: 'WAITLIST_NOT_FOUND' } as const
const entryCode = {
  header: 'x-reserva-codigo',
  schema: bookingCodeHeader,
  argument: 'codigo',
  description: 'Its code, as proof',
}
const entryPages = pages(WaitlistEntryWire, { type: 'PaginaEspera', order: 'Latest first' })
const entryErrors = {
  AUTHENTICATION_REQUIRED: 'no customer token, code or secret key',
  WAITLIST_NOT_FOUND: 'no such entry, or another code or customer',
} as const
const noOffer = {
  WAITLIST_NO_OFFER:
    'no offer, none any more, or another than `oferta_id`; `error.estado` is the state of the entry',
} as const

/** Waiting for a time that is taken today (D40). */
export const waitlistOperations = [
  operation({
    name: 'lista_espera.apuntar',
    tag,
    summary: 'Join the waitlist',
    description:
      'When time is freed, the first entry that it fits is offered it by e-mail; nothing is kept ' +
      'before that.',
    rest: { method: 'POST', path: '/lista-espera/', status: 201 },
    graphql: { field: 'apuntar_lista_espera', input: 'NuevaEspera' },
    access: 'anyoneOrCustomer',
    audit: 'waitlist.add',
    body: {
      schema: NewWaitlistEntryWire,
      parse: (body, { catalog, locale, identity }) =>
        parseNewWaitlistEntry(body, {
          country: catalog.business.address.country,
          language: locale.message,
          signedIn: identity.kind === 'customer',
        }),
    },
    result: one(NewWaitlistAnswerWire),
    errors: {
      VALIDATION_ERROR: 'among others: no name or e-mail without a customer token',
      INVALID_DATE: 'a day that does not exist, or another format',
      INVALID_TIME: 'not HH:MM',
      INVALID_RANGE:
        'the days or hours are in the wrong order, more than 31 days apart, or, without what the clocks skip, ' +
        'shorter than the visit',
      DATE_IN_PAST: '`desde` has passed',
      DATE_TOO_FAR: '`hasta` cannot be booked yet',
      SERVICE_NOT_FOUND: 'unknown or inactive',
      SERVICE_NOT_BOOKABLE: 'the service cannot be booked online',
      PROFESSIONAL_NOT_FOUND: 'unknown or inactive',
      SERVICE_NOT_OFFERED:
        'this professional does not offer the service, or nobody offers all of them',
      PHONE_REQUIRED: 'the salon requires a phone, or `mensajes` do',
      CUSTOMER_BLOCKED: 'the salon has blocked this customer',
      WAITLIST_LIMIT_REACHED:
        'three live entries of the e-mail, the phone or the address; five with a customer token',
    },
    idempotent: true,
    limit: 'create',
    tool: {
      guidance:
        'Puts a customer on the waitlist when no suitable time is free. Nothing is booked: when time is ' +
        'freed, the customer gets an e-mail with an offer, which they have to accept in time. Use the ' +
        'name and e-mail that the customer has given, and give them `codigo` and `enlace`.',
      without: ['mensajes'],
      words: {
        nombre: 'Name of the customer, one line without links. Up to 120 characters',
        email: 'E-mail of the customer, for the offers. Up to 254 characters',
      },
      needs: ['nombre', 'email'],
      safety: 'previewed',
      async preview({ catalog, clock, locale }, { body }) {
        assertEntryPossible(catalog, body, clock)
        return serializeEntryPreview(body, catalog, locale)
      },
    },
    run: (context, { body }) =>
      joinWaitlist(context, { ...body, clientAddress: context.clientAddress() }),
    respond: serializeNewEntry,
  }),

  operation({
    name: 'lista_espera.listar',
    tag,
    summary: 'List the waitlist',
    description: 'All entries of the business, latest first, in pages.',
    rest: { method: 'GET', path: '/lista-espera/' },
    graphql: { field: 'lista_espera' },
    access: 'agenda.all',
    query: { params: waitlistFilterParams, parse: parseWaitlistState },
    result: entryPages,
    errors: {},
    weight: 'list',
    run: (context, { query: state, page }) =>
      listWaitlist(context, { state, ...offsetAndLimit(page) }),
    respond: entryPage,
  }),

  operation({
    name: 'lista_espera.propias',
    tag: 'Customer',
    summary: "List the customer's entries of the waitlist",
    description: 'The entries of the customer whose token is sent, latest first, in pages.',
    rest: { method: 'GET', path: '/cliente/lista-espera/' },
    // `lista_espera` of the customer
    graphql: null,
    access: 'customer',
    result: entryPages,
    errors: {},
    weight: 'list',
    run: (context, { page }) => listCustomerWaitlist(context, offsetAndLimit(page)),
    respond: entryPage,
  }),

  operation({
    name: 'lista_espera.ver',
    tag,
    summary: 'Get an entry of the waitlist',
    description:
      'For its customer, for the business with its secret key, and for a caller with its code, ' +
      'for whom e-mail, phone and notes are masked. It only shows: an offer is accepted with a POST.',
    rest: { method: 'GET', path: '/lista-espera/:id/' },
    graphql: { field: 'espera' },
    access: 'anyoneWithProof',
    ids: { id: entryId },
    proof: entryCode,
    result: one(WaitlistEntryWire),
    errors: { ...entryErrors, ...staffErrors('agenda.all') },
    tool: {
      guidance:
        'Shows an entry of the waitlist with its `id` and `codigo`: whether the customer still waits ' +
        '(`estado`), and the time that is kept for them now (`oferta`, until `expira_en`).',
      needs: ['codigo'],
    },
    run: (context, { ids, proof }) => findWaitlistEntry(context, provenEntry(ids.id, proof)),
    respond: (entry, { locale }) => serializeWaitlistEntry(entry, locale),
  }),

  operation({
    name: 'lista_espera.retirar',
    tag,
    summary: 'Leave the waitlist',
    description:
      'Takes an entry off the waitlist; a time that is kept for it is offered to the next one. An ' +
      'entry that has ended stays as it is.',
    rest: { method: 'DELETE', path: '/lista-espera/:id/' },
    graphql: { field: 'retirar_lista_espera' },
    access: 'anyoneWithProof',
    audit: 'waitlist.remove',
    ids: { id: entryId },
    proof: entryCode,
    result: one(LeftWaitlistWire),
    errors: { ...entryErrors, ...staffErrors('bookings.manage') },
    idempotent: true,
    tool: {
      guidance:
        'Takes an entry off the waitlist for good. A time that is kept for it goes to the next customer.',
      needs: ['codigo'],
      safety: 'previewed',
      preview: async (context, { ids, proof }) =>
        serializeWaitlistEntry(
          await findWaitlistEntry(context, provenEntry(ids.id, proof)),
          context.locale,
        ),
      previewSchema: WaitlistEntryWire,
    },
    run: (context, { ids, proof }) => leaveWaitlist(context, provenEntry(ids.id, proof)),
    respond: serializeLeftWaitlist,
  }),

  operation({
    name: 'lista_espera.aceptar',
    tag,
    summary: 'Accept an offer of the waitlist',
    description: 'Books the time that the entry was offered.',
    rest: { method: 'POST', path: '/lista-espera/:id/aceptar/', status: 201 },
    graphql: { field: 'aceptar_oferta' },
    access: 'anyoneOrCustomer',
    audit: 'waitlist.accept',
    ids: { id: entryId },
    body: { schema: OfferAnswerWire, parse: parseOfferAnswer },
    result: one(BookingWire),
    errors: {
      ...staffErrors('bookings.manage'),
      ...entryErrors,
      ...noOffer,
      SERVICE_NOT_FOUND: 'removed since the offer',
      SERVICE_NOT_BOOKABLE: 'no longer bookable online',
      PROFESSIONAL_NOT_FOUND: 'has left since the offer',
      SERVICE_NOT_OFFERED: 'this professional no longer offers the service',
      PHONE_REQUIRED: 'the salon requires a phone',
      CUSTOMER_BLOCKED: 'the salon has blocked this customer',
      BOOKING_LIMIT_REACHED: 'too many open bookings, or too many of guests on this day',
      BUSINESS_CLOSED: 'the salon has closed that time',
      PROFESSIONAL_NOT_AVAILABLE: 'the professional no longer works then',
      SLOT_NOT_AVAILABLE: 'the salon has released the time, and it is taken',
      HOLD_NOT_FOUND: 'the salon has released the time',
      HOLD_MISMATCH: 'the time is kept for somebody else now',
      HOLD_ALREADY_BOOKED: 'the time has become a booking',
    },
    idempotent: true,
    limit: 'create',
    tool: {
      guidance:
        'Books the time that an entry of the waitlist is offered. Show the customer `oferta` of `espera` ' +
        'first, and call it once they agree. It returns the booking, which has a code of its own.',
      words: {
        codigo: 'The code of the entry',
        oferta_id: 'The offer that the customer accepts: `oferta.id` of `espera`',
      },
      needs: ['codigo', 'oferta_id'],
      safety: { heldBy: ['id', 'codigo', 'oferta_id'] },
    },
    run: (context, { ids, body }) =>
      acceptOffer(context, {
        entryId: ids.id,
        ...body,
        clientAddress: context.clientAddress(),
      }),
    respond: (booking, { locale }) => serializeBooking(booking, locale),
  }),

  operation({
    name: 'lista_espera.rechazar',
    tag,
    summary: 'Decline an offer of the waitlist',
    description:
      'Frees the time that the entry was offered at once, for the next one. The entry waits for ' +
      'another time, and is not offered this one again.',
    rest: { method: 'POST', path: '/lista-espera/:id/rechazar/' },
    graphql: { field: 'rechazar_oferta' },
    access: 'anyoneOrCustomer',
    audit: 'waitlist.decline',
    ids: { id: entryId },
    body: { schema: OfferAnswerWire, parse: parseOfferAnswer },
    result: one(WaitlistEntryWire),
    errors: { ...entryErrors, ...noOffer, ...staffErrors('bookings.manage') },
    idempotent: true,
    run: (context, { ids, body }) => declineOffer(context, { entryId: ids.id, ...body }),
    respond: (entry, { locale }) => serializeWaitlistEntry(entry, locale),
  }),
]

const provenEntry = (entryId: number, code: string | null) => ({
  entryId,
  code: parseOptionalBookingCode(code, 'WAITLIST_NOT_FOUND'),
})

function entryPage(
  { entries, total }: WaitlistPage,
  context: OperationContext,
  { page }: { page: Page },
) {
  const items = entries.map((entry) =>
    serializeWaitlistEntry({ entry, contactVisible: seesContacts(context) }, context.locale),
  )
  return pageOf(items, total, page)
}
