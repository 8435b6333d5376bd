import { bookingQueries, feeQueries, shopQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import type { Currency } from '@silla/money'
import { actsForBusiness } from '../access/allow.ts'
import { ownProfessionalId } from '../access/own-agenda.ts'
import { accessLevel, canAccess } from '../bookings/booking-access.ts'
import { readBooking } from '../bookings/read-booking.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Booking } from '../model/booking.ts'
import { onlineCentsOf } from '../model/online-amounts.ts'
import { readOrder } from '../model/order.ts'
import type { PaymentPurpose, Reference } from '../model/payment.ts'
import type { PaymentSummary } from '../model/payment-summary.ts'
import type { CardAcceptance } from '../model/saved-card.ts'
import type { RequestContext } from '../request-context.ts'

/** What to pay for. `code` proves access to a guest's booking (D9). */
export interface PaymentIntentInput {
  customerId: number
  amountCents: number
  reference: Reference
  code: string | null
  /** Of the terms of a card that is saved by paying (D47). */
  acceptance: CardAcceptance
}

/** What is being paid for, locked until the transaction ends. */
export interface Payable {
  reference: Reference
  purpose: PaymentPurpose
  /** What has to be paid: no other amount is accepted. */
  dueCents: number
  currency: Currency
  /** Of a points package; otherwise 0. */
  pointsBought: number
  /** The booking whose card is saved by paying its deposit (D47); otherwise null. */
  savesCardOf: Booking | null
}

/**
 * Requires the access that paying for such a reference needs: a booking with its code, the others
 * as their customer (D9).
 *
 * @throws AUTHENTICATION_REQUIRED
 */
export function assertCanPay(
  context: RequestContext,
  { kind }: Reference,
  code: string | null,
): void {
  accessLevel(context, kind === 'booking' ? code : null, 'till.charge')
}

/**
 * Locks what is to be paid, and refuses what cannot be paid (D21). A reference or customer that
 * belongs to somebody else is reported as if it did not exist.
 *
 * @throws BOOKING_NOT_FOUND, ORDER_NOT_FOUND, PACKAGE_NOT_FOUND; CUSTOMER_NOT_FOUND;
 *   BOOKING_ALREADY_PAID, ORDER_ALREADY_PAID; CANNOT_PAY; POINTS_DISABLED
 */
export async function lockPayable(
  context: RequestContext,
  tx: Tx,
  catalog: Catalog,
  input: PaymentIntentInput,
): Promise<Payable> {
  const { reference } = input
  if (reference.kind === 'booking')
    return lockBooking(context, tx, catalog, reference.bookingId, input)
  if (reference.kind === 'order') return lockOrder(context, tx, reference.orderId, input)
  return packageOf(context, tx, catalog, reference.packageId, input)
}

async function lockBooking(
  context: RequestContext,
  tx: Tx,
  catalog: Catalog,
  id: number,
  input: PaymentIntentInput,
): Promise<Payable> {
  const [row] = await bookingQueries.lockBooking(tx, id, ownProfessionalId(context))
  if (!row || !canAccess(context, input.code, row)) fail('BOOKING_NOT_FOUND')
  await assertOwnCustomer(context, tx, row.customerId, input)
  const booking = readBooking(row, catalog)
  const [fee] = await feeQueries.findFeeOfBooking(tx, id)
  if (fee?.state === 'action')
    return {
      reference: { kind: 'booking', bookingId: id },
      ...{ purpose: 'fee', dueCents: fee.amountCents, currency: booking.currency },
      ...{ pointsBought: 0, savesCardOf: null },
    }
  if (isPaid(booking)) fail('BOOKING_ALREADY_PAID')
  if (booking.state !== 'pending' && booking.state !== 'confirmed') fail('CANNOT_PAY')
  return {
    reference: { kind: 'booking', bookingId: id },
    purpose: booking.depositCents === null ? 'total' : 'deposit',
    ...{ dueCents: onlineCentsOf(booking), currency: booking.currency },
    ...{ pointsBought: 0, savesCardOf: savesCard(booking) ? booking : null },
  }
}

/** Once it need not be paid any more, nobody has to leave a card either. */
const savesCard = ({ depositCents, guarantee, state, paymentRequired }: Booking): boolean =>
  depositCents !== null && guarantee !== null && state === 'pending' && paymentRequired

async function lockOrder(
  context: RequestContext,
  tx: Tx,
  id: number,
  input: PaymentIntentInput,
): Promise<Payable> {
  const [row] = await shopQueries.lockOrder(tx, id)
  const { identity } = context
  if (!row || (identity.kind === 'customer' && identity.customerId !== row.customerId))
    fail('ORDER_NOT_FOUND')
  await assertOwnCustomer(context, tx, row.customerId, input)
  const order = readOrder(row)
  if (isPaid(order) || order.state === 'paid' || order.state === 'delivered')
    fail('ORDER_ALREADY_PAID')
  if (order.state !== 'pending') fail('CANNOT_PAY')
  return {
    reference: { kind: 'order', orderId: id },
    ...{ purpose: 'total', dueCents: order.totalCents, currency: order.currency },
    ...{ pointsBought: 0, savesCardOf: null },
  }
}

/** Packages have no owner: each purchase is a separate row (D25). */
async function packageOf(
  context: RequestContext,
  tx: Tx,
  catalog: Catalog,
  id: number,
  input: PaymentIntentInput,
): Promise<Payable> {
  const { settings, pointsPackages } = catalog
  const pointsPackage = pointsPackages.find((each) => each.id === id) ?? fail('PACKAGE_NOT_FOUND')
  const { identity } = context
  await assertOwnCustomer(
    context,
    tx,
    identity.kind === 'customer' ? identity.customerId : input.customerId,
    input,
  )
  if (!settings.pointsEnabled) fail('POINTS_DISABLED')
  return {
    reference: { kind: 'package', packageId: id },
    ...{ purpose: 'total', dueCents: pointsPackage.priceCents, currency: settings.currency },
    ...{ pointsBought: pointsPackage.points, savesCardOf: null },
  }
}

/**
 * With its secret key the salon may name any of its customers; everybody else only themselves
 * (D21).
 */
async function assertOwnCustomer(
  context: RequestContext,
  tx: Tx,
  ownerId: number,
  input: PaymentIntentInput,
): Promise<void> {
  const isBusiness = actsForBusiness(context.identity) && input.code === null
  if (!isBusiness && input.customerId !== ownerId) fail('CUSTOMER_NOT_FOUND')
  const [customer] = await shopQueries.customerForOrder(tx, input.customerId)
  if (!customer) fail('CUSTOMER_NOT_FOUND')
}

/** A payment of the wrong amount counts as well: it needs a decision first (D22). */
const isPaid = ({
  paymentId,
  payment,
}: {
  paymentId: number | null
  payment: PaymentSummary | null
}): boolean => paymentId !== null || payment?.state === 'review'
