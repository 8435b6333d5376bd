import { bookingQueries, type paymentQueries, shopQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import type { Currency } from '@silla/money'
import { accessLevel, canAccess } from '../bookings/booking-access.ts'
import { readBooking } from '../bookings/read-booking.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { RequestContext } from '../request-context.ts'
import { readOrder } from '../shop/read-order.ts'
import type { Reference } from './payment.ts'
import type { PaymentSummary } from './payment-summary.ts'

/** What somebody wants to pay for. `code`: proof for a guest's booking (D9). */
export interface PaymentIntentInput {
  customerId: number
  amountCents: number
  reference: Reference
  code: string | null
}

/** What is paid for, locked until the transaction ends. */
export interface Payable {
  reference: paymentQueries.ReferenceRow
  totalCents: number
  currency: Currency
  /** Of a package. */
  pointsBought: number
}

/**
 * Who asks has shown something that such a reference can be paid with: a booking with its code, the
 * others by their customer (D9).
 *
 * @throws AUTHENTICATION_REQUIRED
 */
export function assertCanPay(
  context: RequestContext,
  { kind }: Reference,
  code: string | null,
): void {
  accessLevel(context, kind === 'booking' ? code : null)
}

/**
 * Locks what is to be paid, and refuses what cannot be (D21). Somebody else's, whether it is what
 * is paid for or the customer who is named, is told like one that does not exist.
 *
 * @throws BOOKING_NOT_FOUND, ORDER_NOT_FOUND, PACKAGE_NOT_FOUND; CUSTOMER_NOT_FOUND;
 *   BOOKING_ALREADY_PAID, ORDER_ALREADY_PAID; CANNOT_PAY; POINTS_DISABLED
 */
export async function lockPayable(
  requestContext: RequestContext,
  tx: Tx,
  catalog: Catalog,
  input: PaymentIntentInput,
): Promise<Payable> {
  const { reference } = input
  if (reference.kind === 'booking')
    return lockBooking(requestContext, tx, catalog, reference.bookingId, input)
  if (reference.kind === 'order') return lockOrder(requestContext, tx, reference.orderId, input)
  return packageOf(requestContext, tx, catalog, reference.packageId, input)
}

const nothing = { bookingId: null, orderId: null, packageId: null }

async function lockBooking(
  caller: RequestContext,
  tx: Tx,
  catalog: Catalog,
  id: number,
  query: PaymentIntentInput,
): Promise<Payable> {
  const [row] = await bookingQueries.lockBooking(tx, id)
  if (!row || !canAccess(caller, query.code, row)) fail('BOOKING_NOT_FOUND')
  await assertOwnCustomer(caller, tx, row.customerId, query)
  const booking = readBooking(row, catalog)
  if (isPaid(booking)) fail('BOOKING_ALREADY_PAID')
  if (booking.state !== 'pending' && booking.state !== 'confirmed') fail('CANNOT_PAY')
  return { reference: { ...nothing, bookingId: id }, ...booking, pointsBought: 0 }
}

async function lockOrder(
  caller: RequestContext,
  tx: Tx,
  id: number,
  params: PaymentIntentInput,
): Promise<Payable> {
  const [row] = await shopQueries.lockOrder(tx, id)
  const { identity } = caller
  if (!row || (identity.kind === 'customer' && identity.customerId !== row.customerId))
    fail('ORDER_NOT_FOUND')
  await assertOwnCustomer(caller, tx, row.customerId, params)
  const order = readOrder(row)
  if (isPaid(order) || order.state === 'paid' || order.state === 'delivered')
    fail('ORDER_ALREADY_PAID')
  if (order.state !== 'pending') fail('CANNOT_PAY')
  return { reference: { ...nothing, orderId: id }, ...order, pointsBought: 0 }
}

/** A package is nobody's: each purchase is a row of its own (D25). */
async function packageOf(
  caller: RequestContext,
  tx: Tx,
  catalog: Catalog,
  id: number,
  ask: PaymentIntentInput,
): Promise<Payable> {
  const { settings, pointsPackages } = catalog
  const offered = pointsPackages.find((one) => one.id === id) ?? fail('PACKAGE_NOT_FOUND')
  const { identity } = caller
  await assertOwnCustomer(
    caller,
    tx,
    identity.kind === 'customer' ? identity.customerId : ask.customerId,
    ask,
  )
  if (!settings.pointsEnabled) fail('POINTS_DISABLED')
  return {
    reference: { ...nothing, packageId: id },
    totalCents: offered.priceCents,
    currency: settings.currency,
    pointsBought: offered.points,
  }
}

/**
 * With its secret key the salon may name any of its customers; everybody else only the one whose it
 * is (D21).
 */
async function assertOwnCustomer(
  caller: RequestContext,
  tx: Tx,
  ownerId: number,
  ask: PaymentIntentInput,
): Promise<void> {
  const isBusiness = caller.identity.kind === 'business' && ask.code === null
  if (!isBusiness && ask.customerId !== ownerId) fail('CUSTOMER_NOT_FOUND')
  const [customer] = await shopQueries.customerForOrder(tx, ask.customerId)
  if (!customer) fail('CUSTOMER_NOT_FOUND')
}

/** Money of the wrong sum is there as well: somebody has to look at it first (D22). */
const isPaid = ({
  paymentId,
  payment,
}: {
  paymentId: number | null
  payment: PaymentSummary | null
}): boolean => paymentId !== null || payment?.state === 'review'
