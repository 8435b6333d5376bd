import {
  type BusinessTransition,
  businessOnly,
  cancelBooking,
  createBooking,
  rescheduleBooking,
  transitionBooking,
} from '@silla/core'
import {
  NewBookingWire,
  NewCancellationWire,
  NewTimeWire,
  NewTransitionWire,
  parseNewBooking,
  parseNewCancellation,
  parseNewTime,
  parseNewTransition,
  serializeBooking,
  serializeBookingDetail,
  serializeCancellation,
  serializeMovedBooking,
} from '@silla/wire'
import { normalizeAndValidate } from '../../http/body.ts'
import { provenHold } from '../../operations/proven-hold.ts'
import type { GraphqlContext } from '../context.ts'
import { parseInput, requireBookingId, runIdempotent } from '../mutation-helpers.ts'
import type { Args, Resolvers } from '../resolver-types.ts'

/**
 * The mutations. Each parses, runs and serializes as its REST route does, and shares the scope of
 * its Idempotency-Key with that route.
 */
export const mutationResolvers: Resolvers = {
  Mutation: {
    async crear_reserva(_, args, context) {
      const { request, catalog, locale, identity } = context
      const body = parseInput(context, NewBookingWire, args)
      const input = parseNewBooking(body, {
        country: catalog.business.address.country,
        language: locale.message,
        signedIn: identity.kind === 'customer',
      })
      const { credentials } = context.options
      const holdId = body.retencion ? provenHold(context, credentials, body.retencion) : null
      const clientAddress = request.clientAddress()
      const booking = await runIdempotent(context, '/reservas/crear', body, (requestContext) =>
        createBooking(requestContext, { ...input, holdId, clientAddress }),
      )
      return serializeBooking(booking, locale)
    },
    async cancelar_reserva(_, { id, ...fields }, context) {
      const bookingId = requireBookingId(id)
      const body = normalizeAndValidate(context.request, NewCancellationWire, fields)
      const input = { bookingId, ...parseNewCancellation(body) }
      const path = `/reservas/${bookingId}/cancelar`
      return serializeCancellation(
        await runIdempotent(context, path, body, (requestContext) =>
          cancelBooking(requestContext, input),
        ),
      )
    },
    async reprogramar_reserva(_, { id, simular, ...args }, context) {
      const simulated = simular === true
      const body = parseInput(context, NewTimeWire, args)
      const newTime = parseNewTime(body)
      const bookingId = requireBookingId(id)
      const input = { bookingId, simulated, ...newTime }
      const path = `/reservas/${bookingId}/reprogramar`
      const booking = simulated
        ? await rescheduleBooking(context, input)
        : await runIdempotent(context, path, body, (requestContext) =>
            rescheduleBooking(requestContext, input),
          )
      return serializeMovedBooking(booking, input, context.locale)
    },
    confirmar_reserva: (_, args, context) => transition(context, args, 'confirm', 'confirmar'),
    completar_reserva: (_, args, context) => transition(context, args, 'complete', 'completar'),
    marcar_no_show: (_, args, context) => transition(context, args, 'no_show', 'no-show'),
  },
}

async function transition(
  context: GraphqlContext,
  { id, ...fields }: Args,
  kind: BusinessTransition,
  action: string,
) {
  businessOnly(context)
  const bookingId = requireBookingId(id)
  const body = normalizeAndValidate(context.request, NewTransitionWire, fields)
  const input = { bookingId, transition: kind, ...parseNewTransition(body) }
  const path = `/reservas/${bookingId}/${action}`
  const booking = await runIdempotent(context, path, body, (requestContext) =>
    transitionBooking(requestContext, input),
  )
  return serializeBookingDetail(booking, context.locale)
}
