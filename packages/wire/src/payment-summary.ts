import type {
  BookingPayment,
  PaymentPurpose,
  PaymentState,
  PaymentSummary,
  RefundState,
  RefundStatus,
} from '@silla/core'
import { toMajor } from '@silla/money'
import type { Static } from 'typebox'
import { closed, flag, identifier, money, oneOf } from './schema.ts'

export const paymentStateWords = {
  pending: 'pendiente',
  processing: 'procesando',
  completed: 'completado',
  failed: 'fallido',
  cancelled: 'cancelado',
  refunded: 'reembolsado',
  partly_refunded: 'reembolsado_parcial',
  disputed: 'disputado',
  review: 'revision',
} as const satisfies Record<PaymentState, string>

/** What the money is for (D46). */
const purposeWords = {
  total: 'total',
  deposit: 'senal',
  fee: 'cargo',
} as const satisfies Record<PaymentPurpose, string>

/** A refund that was cancelled was never made, so it is not shown. */
export const refundStateWords = {
  pending: 'pendiente',
  completed: 'completado',
  failed: 'fallido',
} as const satisfies Record<Exclude<RefundState, 'cancelled'>, string>

const refundWords = { none: 'no_aplica', ...refundStateWords } as const satisfies Record<
  RefundStatus['state'],
  string
>

export const PaymentSummaryWire = closed(
  {
    estado: oneOf(Object.values(paymentStateWords), 'State of the payment'),
    monto: money('Amount'),
  },
  {
    description: 'The payment, the one that counts when there are several; null without one',
  },
)

export const BookingPaymentWire = closed(
  {
    id: identifier('The payment'),
    concepto: oneOf(Object.values(purposeWords), 'What it is for'),
    estado: oneOf(Object.values(paymentStateWords), 'State of the payment'),
    monto: money('Amount'),
    reembolsado: money('What has been refunded of it'),
  },
  { $id: 'ReservaPago', description: 'An online payment of a booking' },
)

export const RefundWire = closed(
  {
    aplica: flag('Whether money is refunded'),
    monto: money('Amount'),
    estado: oneOf(Object.values(refundWords), 'State of the refund'),
  },
  { description: 'The refund; null when there can be none' },
)

export const serializePaymentSummary = (payment: PaymentSummary | null) =>
  payment &&
  ({
    estado: paymentStateWords[payment.state],
    monto: toMajor(payment.amountCents),
  } satisfies Static<typeof PaymentSummaryWire>)

export const serializeBookingPayment = (payment: BookingPayment) =>
  ({
    id: payment.paymentId,
    concepto: purposeWords[payment.purpose],
    estado: paymentStateWords[payment.state],
    monto: toMajor(payment.amountCents),
    reembolsado: toMajor(payment.refundedCents),
  }) satisfies Static<typeof BookingPaymentWire>

export const serializeRefund = (refund: RefundStatus) =>
  ({
    aplica: refund.applies,
    monto: toMajor(refund.amountCents),
    estado: refundWords[refund.state],
  }) satisfies Static<typeof RefundWire>
