import { bookingQueries, customerCardQueries, eventQueries, shopQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../access/allow.ts'
import { ownProfessionalId } from '../access/own-agenda.ts'
import type { Settings } from '../catalog/catalog.ts'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import type { Order, OrderInput } from '../model/order.ts'
import type { RequestContext } from '../request-context.ts'
import { storedOrder } from '../stored-json.ts'
import { withRollback } from '../with-rollback.ts'
import { insertOrder, planOrder } from './planned-order.ts'

/** Products that the salon sells at its desk (D54). */
export interface SaleInput extends OrderInput {
  buyer:
    | { kind: 'customer'; customerId: number }
    /** The customer of this visit. */
    | { kind: 'booking'; bookingId: number }
    /** Somebody new of whom only the name is known; it may be empty. */
    | { kind: 'walkIn'; name: string }
}

/**
 * Sells products at the desk: an order that is handed over at once, with its stock, all of it or nothing.
 * Nothing is mailed; what is taken for it is an entry of the till.
 *
 * @throws CUSTOMER_NOT_FOUND, BOOKING_NOT_FOUND, PRODUCT_NOT_FOUND, OUT_OF_STOCK
 */
export async function sellProducts(
  context: RequestContext,
  { simulated, ...input }: SaleInput & { simulated: boolean },
): Promise<Order> {
  allow(context, 'till.charge')
  const { settings } = await context.tenant.catalog()
  const now = context.clock.now()
  const { idempotentRequest: _, ...withoutKey } = context
  const keyed = simulated ? withoutKey : context
  return withRollback<Order>((rollBack) =>
    keyed.tenant.db.transaction((tx) =>
      withIdempotency(keyed, tx, storedOrder, async () => {
        const customer = await findBuyer(keyed, tx, settings, input.buyer)
        const terms = { customer, settings, state: 'delivered', expiresAt: null, now } as const
        const order = await insertOrder(tx, await planOrder(tx, input, terms))
        await eventQueries.recordEvent(tx, { type: 'pedido.entregado', at: now, payload: order })
        return simulated ? rollBack(order) : order
      }),
    ),
  )
}

async function findBuyer(
  context: RequestContext,
  tx: Tx,
  settings: Settings,
  buyer: SaleInput['buyer'],
): Promise<shopQueries.OrderCustomer> {
  const customerId = await buyerId(context, tx, settings, buyer)
  const [customer] = await shopQueries.customerForOrder(tx, customerId)
  return customer ?? fail('CUSTOMER_NOT_FOUND')
}

async function buyerId(
  context: RequestContext,
  tx: Tx,
  settings: Settings,
  buyer: SaleInput['buyer'],
): Promise<number> {
  switch (buyer.kind) {
    case 'customer':
      return buyer.customerId
    case 'booking': {
      const professionalId = ownProfessionalId(context)
      const [booking] = await bookingQueries.findBookingById(tx, buyer.bookingId, professionalId)
      return booking?.customerId ?? fail('BOOKING_NOT_FOUND')
    }
    case 'walkIn': {
      // a row of their own, as for a walk-in (D45)
      const [inserted] = await customerCardQueries.insertCustomer(tx, {
        ...{ name: buyer.name, email: '', emailKey: null, phone: '' },
        ...{ language: settings.mainLanguage, now: context.clock.now() },
      })
      if (!inserted) throw new Error('no customer was inserted')
      return inserted.id
    }
  }
}
