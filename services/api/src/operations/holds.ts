import { createHold, extendHold, type Hold, releaseHold } from '@silla/core'
import {
  HoldTokenWire,
  HoldWire,
  holdTokenHeader,
  NewHoldWire,
  parseNewHold,
  ReleasedHoldWire,
  serializeHold,
  serializeReleasedHold,
} from '@silla/wire'
import { ownAgendaErrors } from './access.ts'
import { holdClientOf } from './hold-client.ts'
import { type OperationContext, operation } from './operation.ts'
import { provenHold } from './proven-hold.ts'
import { one } from './results.ts'

const tag = 'Holds'
const holdId = { description: 'The hold', notFound: 'HOLD_NOT_FOUND' } as const

/** Keeping a time free while a customer fills in a form or pays (D36). */
export const holdOperations = [
  operation({
    name: 'retenciones.crear',
    tag,
    summary: 'Hold a time',
    description:
      'Keeps a time free for 10 minutes, at the prices of now, for the booking that sends the hold ' +
      'in `retencion`.',
    rest: { method: 'POST', path: '/retenciones/', status: 201 },
    graphql: { field: 'crear_retencion', input: 'NuevaRetencion' },
    access: 'anyone',
    audit: 'holds.create',
    body: { schema: NewHoldWire, parse: parseNewHold },
    result: one(HoldWire),
    errors: {
      ...ownAgendaErrors('bookings.manage'),
      VALIDATION_ERROR: 'the body is invalid',
      INVALID_DATE: 'not a calendar date',
      INVALID_TIME: 'not a time of day, or one that does not exist on that day (clock change)',
      INSUFFICIENT_SCOPE: '`por_negocio` without a secret key',
      DATE_IN_PAST: 'the time has passed',
      DATE_TOO_FAR: 'the day cannot be booked yet',
      SERVICE_NOT_FOUND: 'unknown or inactive',
      SERVICE_NOT_BOOKABLE: 'the service cannot be booked online',
      PROFESSIONAL_NOT_FOUND: 'unknown or inactive',
      SERVICE_NOT_OFFERED:
        'this professional does not offer the service, or nobody offers all of them',
      HOLD_LIMIT_REACHED: 'too much is held from this address, see below',
      TOO_SOON: 'sooner than the minimum notice of the salon; with `error.alternativas`',
      BUSINESS_CLOSED: 'the salon is closed then; with `error.alternativas`',
      PROFESSIONAL_NOT_AVAILABLE: 'the professional does not work then; with `error.alternativas`',
      SLOT_NOT_AVAILABLE: 'the time is taken; with `error.alternativas`',
    },
    idempotent: true,
    limit: 'create',
    tool: {
      guidance:
        'Keeps a free time for ten minutes while the customer decides and gives name and e-mail. Nothing ' +
        'is booked yet. Show the customer services, professional, day, time and `total` of the answer, ' +
        'and call `crear_reserva` once they agree. With `pago_requerido` true the booking has to be paid ' +
        'online soon after, `a_pagar_ahora` cents of it: say so. ' +
        'Hold one time only, and release it with `liberar_retencion` when the customer wants another.',
      without: ['por_negocio'],
      words: {
        hora_inicio:
          "Start of the visit, HH:MM in the salon's time zone: a free slot of `disponibilidad`",
      },
      safety: 'key',
    },
    run: (context, { body }) => createHold(context, { ...body, client: holdClientOf(context) }),
    respond: holdWithToken,
  }),

  operation({
    name: 'retenciones.prolongar',
    tag,
    summary: 'Extend a hold',
    description: 'The time stays free for 10 more minutes, once.',
    rest: { method: 'POST', path: '/retenciones/:id/prolongar/' },
    graphql: { field: 'prolongar_retencion' },
    access: 'anyone',
    audit: 'holds.extend',
    ids: { id: holdId },
    body: { schema: HoldTokenWire, parse: ({ token }) => token },
    result: one(HoldWire),
    errors: {
      VALIDATION_ERROR: 'no `token`',
      HOLD_NOT_FOUND: 'no such hold, or another token',
      HOLD_ALREADY_BOOKED: 'it has become a booking',
      HOLD_EXPIRED: 'it has expired or was released',
      HOLD_NOT_EXTENDABLE: 'it was extended before',
    },
    idempotent: true,
    run: (context, { ids, body }) =>
      extendHold(
        context,
        provenHold(context, context.options.credentials, { id: ids.id, token: body }),
      ),
    respond: holdWithToken,
  }),

  operation({
    name: 'retenciones.liberar',
    tag,
    summary: 'Release a hold',
    description:
      'Its time can be booked again at once. Repeating the request, and releasing a hold that has ' +
      'expired, succeeds.',
    rest: { method: 'DELETE', path: '/retenciones/:id/' },
    graphql: { field: 'liberar_retencion' },
    access: 'anyone',
    audit: 'holds.release',
    ids: { id: holdId },
    proof: {
      header: 'x-retencion-token',
      schema: holdTokenHeader,
      argument: 'token',
      description: 'Its token',
    },
    result: one(ReleasedHoldWire),
    errors: {
      HOLD_NOT_FOUND: 'no such hold, or another token',
      HOLD_ALREADY_BOOKED: 'it has become a booking, which has to be cancelled instead',
    },
    tool: {
      guidance:
        'Gives back a time that was kept with `crear_retencion` and is not wanted any more.',
      safety: 'repeatable',
    },
    run: (context, { ids, proof }) =>
      releaseHold(
        context,
        provenHold(context, context.options.credentials, { id: ids.id, token: proof }),
      ),
    respond: serializeReleasedHold,
  }),
]

function holdWithToken(hold: Hold, { options, tenant, locale }: OperationContext) {
  const token = options.credentials.holdTokens.tokenOf(tenant.businessId, hold.id)
  return serializeHold(hold, token, locale)
}
