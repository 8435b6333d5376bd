import { businessOnly, confirmPayment, createIntent, refundBooking } from '@silla/core'
import { normalizeAndValidate } from '../../plugins/body.ts'
import { serializeBookingDetail } from '../../wire/booking.ts'
import { NewRefundWire, parseNewRefund } from '../../wire/new-refund.ts'
import {
  NewConfirmationWire,
  NewIntentWire,
  parseNewConfirmation,
  parseNewIntent,
  serializeConfirmation,
  serializeIntent,
} from '../../wire/payment.ts'
import { bookingIdOf, inputOf, runIdempotent } from '../mutation-helpers.ts'
import type { Resolvers } from '../resolver-types.ts'

/** Paying with a card, and giving back what was paid (D20 to D22). */
export const paymentResolvers: Resolvers = {
  Mutation: {
    async crear_intent(_, args, requested) {
      const body = inputOf(requested, NewIntentWire, args)
      const input = parseNewIntent(body)
      const { processors } = requested.options
      return serializeIntent(
        await runIdempotent(requested, '/pagos/intent', body, (context) =>
          createIntent(context, processors, input),
        ),
      )
    },
    async confirmar_pago(_, args, asked) {
      const query = parseNewConfirmation(inputOf(asked, NewConfirmationWire, args))
      return serializeConfirmation(
        await confirmPayment(asked.caller, asked.options.processors, query),
      )
    },
    async reembolsar_reserva(_, { id, ...sent }, asked) {
      businessOnly(asked.caller)
      const bookingId = bookingIdOf(id)
      const body = normalizeAndValidate(asked.request, NewRefundWire, sent)
      const params = { bookingId, ...parseNewRefund(body) }
      const view = await runIdempotent(
        asked,
        `/reservas/${bookingId}/reembolsar`,
        body,
        (requestContext) => refundBooking(requestContext, params),
      )
      return serializeBookingDetail(view, asked.locale)
    },
  },
}
