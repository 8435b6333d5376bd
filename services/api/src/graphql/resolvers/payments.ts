import { businessOnly, refundBooking } from '@silla/core'
import { NewRefundWire, parseNewRefund, serializeBookingDetail } from '@silla/wire'
import { normalizeAndValidate } from '../../http/body.ts'
import { requireBookingId, runIdempotent } from '../mutation-helpers.ts'
import type { Resolvers } from '../resolver-types.ts'

/** Card payments and refunds (D20 to D22). */
export const paymentResolvers: Resolvers = {
  Mutation: {
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
