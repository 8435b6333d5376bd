import type { RequestContext, TillReference } from '@silla/core'
import { findBooking } from '@silla/core/bookings/find-booking'
import { orderTillCents } from '@silla/core/model/due-now'
import { findOrder } from '@silla/core/shop/find-order'

/** What money is taken for, by its flags, and what is left of it in cents. */
export async function findTillReference(
  context: RequestContext,
  flags: { booking?: string | undefined; order?: number | undefined },
): Promise<{ reference: TillReference; leftCents: number }> {
  if (flags.booking !== undefined) {
    const { booking, tillCents } = await findBooking(context, flags.booking)
    return { reference: { kind: 'booking', bookingId: booking.id }, leftCents: tillCents }
  }
  const order = await findOrder(context, flags.order ?? 0)
  return { reference: { kind: 'order', orderId: order.id }, leftCents: orderTillCents(order) }
}
