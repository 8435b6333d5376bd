import { businessOnly, confirmPayment, createIntent, refundBooking } from '@silla/core'
import { validBody } from '../../plugins/body.ts'
import { showBookingDetail } from '../../wire/booking.ts'
import { NewRefundWire, readNewRefund } from '../../wire/new-refund.ts'
import {
  NewConfirmationWire,
  NewIntentWire,
  readNewConfirmation,
  readNewIntent,
  showConfirmation,
  showIntent,
} from '../../wire/payment.ts'
import { bodyOf, bookingIdOf, runMutation } from '../mutation-helpers.ts'
import type { Resolvers } from '../resolvers.ts'

/** Paying with a card, and giving back what was paid (D20 to D22). */
export const paymentResolvers: Resolvers = {
  Mutation: {
    async crear_intent(_, args, asked) {
      const body = bodyOf(asked, NewIntentWire, args)
      const ask = readNewIntent(body)
      const { processors } = asked.options
      return showIntent(
        await runMutation(asked, '/pagos/intent', body, (caller) => createIntent(caller, processors, ask)),
      )
    },
    async confirmar_pago(_, args, asked) {
      const ask = readNewConfirmation(bodyOf(asked, NewConfirmationWire, args))
      return showConfirmation(await confirmPayment(asked.caller, asked.options.processors, ask))
    },
    async reembolsar_reserva(_, { id, ...sent }, asked) {
      businessOnly(asked.caller)
      const bookingId = bookingIdOf(id)
      const body = validBody(asked.request, NewRefundWire, sent)
      const ask = { bookingId, ...readNewRefund(body) }
      const view = await runMutation(asked, `/reservas/${bookingId}/reembolsar`, body, (caller) =>
        refundBooking(caller, ask),
      )
      return showBookingDetail(view, asked.wording)
    },
  },
}
