import { businessOnly, confirmPayment, createIntent, refundBooking } from '@silla/core'
import {
  NewConfirmationWire,
  NewIntentWire,
  NewRefundWire,
  parseNewConfirmation,
  parseNewIntent,
  parseNewRefund,
  serializeBookingDetail,
  serializeConfirmation,
  serializeIntent,
} from '@silla/wire'
import { normalizeAndValidate } from '../../http/body.ts'
import { parseInput, requireBookingId, runIdempotent } from '../mutation-helpers.ts'
import type { Resolvers } from '../resolver-types.ts'

/** Card payments and refunds (D20 to D22). */
export const paymentResolvers: Resolvers = {
  Mutation: {
    async crear_intent(_, args, context) {
      const body = parseInput(context, NewIntentWire, args)
      const input = parseNewIntent(body)
      const intent = await runIdempotent(context, '/pagos/intent', body, (requestContext) =>
        createIntent(requestContext, context.options.processors, input),
      )
      return serializeIntent(intent)
    },
    async confirmar_pago(_, args, context) {
      const input = parseNewConfirmation(parseInput(context, NewConfirmationWire, args))
      return serializeConfirmation(await confirmPayment(context, context.options.processors, input))
    },
    async reembolsar_reserva(_, { id, ...fields }, context) {
      businessOnly(context)
      const bookingId = requireBookingId(id)
      const body = normalizeAndValidate(context.request, NewRefundWire, fields)
      const input = { bookingId, ...parseNewRefund(body) }
      const path = `/reservas/${bookingId}/reembolsar`
      const booking = await runIdempotent(context, path, body, (requestContext) =>
        refundBooking(requestContext, input),
      )
      return serializeBookingDetail(booking, context.locale)
    },
  },
}
