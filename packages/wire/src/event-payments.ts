import type {
  DisputeChange,
  PaymentChange,
  PaymentInquiry,
  RefundChange,
  RefundReason,
  RefundState,
  UnexpectedPayment,
} from '@silla/core'
import { toMajor } from '@silla/money'
import type { Static } from 'typebox'
import { paymentStateWords } from './payment-summary.ts'
import { closed, identifier, money, nullable, oneOf, ref, text, timestamp } from './schema.ts'

// What events say about payments, refunds and disputes (D31).

const paymentFields = {
  id: identifier('The payment'),
  type: oneOf(['booking', 'order', 'points'], 'What was paid for'),
  reference_id: nullable(
    identifier(
      'The booking, the order or the package of points; null for a package that was sold before ' +
        'events named it',
    ),
  ),
  codigo: text('Code of the booking or the order; empty for a package of points'),
  cliente_id: identifier('The customer'),
  estado: oneOf(Object.values(paymentStateWords), 'State of the payment'),
  monto: money('Amount'),
  moneda: text('Currency code'),
  recibo_url: text('URL of the processor’s receipt; empty when there is none'),
}

export const PaymentChangeWire = closed(paymentFields, {
  $id: 'EventoPago',
  description: 'An online payment',
})

export const UnexpectedPaymentWire = closed(
  {
    ...paymentFields,
    recibido: closed(
      { monto: money('Amount'), moneda: text('Currency code; empty when it is unknown') },
      { description: 'What arrived in place of the amount' },
    ),
  },
  {
    $id: 'EventoPagoRevision',
    description: 'An online payment for which another amount or currency arrived than requested',
  },
)

const disputeWords = {
  open: 'abierta',
  won: 'ganada',
  lost: 'perdida',
} as const satisfies Record<DisputeChange['disputeState'], string>

const answerFields = {
  responder_hasta: nullable(
    timestamp('Until when the business can answer; null: the processor has not said'),
  ),
  enlace: text('Where the business answers; empty for a dispute recorded before this field'),
}

export const InquiredPaymentWire = closed(
  {
    ...paymentFields,
    consulta: closed(
      {
        id: identifier('The inquiry'),
        monto: money('Amount that the bank inquires about'),
        motivo: text('Reason, as the processor names it'),
        ...answerFields,
      },
      { description: 'The inquiry; no money is withdrawn' },
    ),
  },
  { $id: 'EventoPagoConsultado', description: 'An online payment that a bank inquires about' },
)

export const DisputedPaymentWire = closed(
  {
    ...paymentFields,
    disputa: closed(
      {
        id: identifier('The dispute'),
        monto: money('Disputed amount'),
        motivo: text('Reason, as the processor names it'),
        estado: oneOf(Object.values(disputeWords), 'State of the dispute'),
        ...answerFields,
        consentimiento: nullable(
          closed(
            {
              aceptado_en: timestamp('When the customer agreed'),
              version: text('Version of the terms'),
              texto: text('The terms, as the customer read them'),
              idioma: text('Language of the terms'),
              no_show: money('What they allow for a missed visit'),
              cancelacion_tardia: money('What they allow for a late cancellation'),
            },
            {
              description:
                'What the customer agreed to when they left a card with the booking; null without one',
            },
          ),
        ),
      },
      { description: 'The dispute (chargeback)' },
    ),
  },
  { $id: 'EventoPagoDisputado', description: 'An online payment that the payer disputes' },
)

const refundStateWords = {
  pending: 'pendiente',
  completed: 'completado',
  failed: 'fallido',
  cancelled: 'cancelado',
} as const satisfies Record<RefundState, string>

const refundReasonWords = {
  cancelled: 'cancelacion',
  rescheduled: 'reprogramacion',
  late: 'fuera_de_plazo',
  duplicate: 'duplicado',
  business: 'negocio',
  processor: 'procesador',
} as const satisfies Record<RefundReason, string>

export const RefundChangeWire = closed(
  {
    id: identifier('The refund'),
    monto: money('Amount'),
    moneda: text('Currency code'),
    estado: oneOf(Object.values(refundStateWords), 'State of the refund'),
    motivo: oneOf(
      Object.values(refundReasonWords),
      'Why: the booking was cancelled; it was moved to a lower price; the money arrived after it ' +
        'had ended; it was paid already; the business refunded it; it was refunded in the ' +
        'dashboard of the processor',
    ),
    pago: ref(PaymentChangeWire),
  },
  { $id: 'EventoReembolso', description: 'A refund of an online payment' },
)

export const eventPaymentComponents = [
  PaymentChangeWire,
  UnexpectedPaymentWire,
  InquiredPaymentWire,
  DisputedPaymentWire,
  RefundChangeWire,
]

export const serializePaymentChange = (change: PaymentChange) =>
  ({
    id: change.paymentId,
    ...serializeReference(change),
    codigo: change.code,
    cliente_id: change.customerId,
    estado: paymentStateWords[change.state],
    monto: toMajor(change.amountCents),
    moneda: change.currency,
    recibo_url: change.receiptUrl,
  }) satisfies Static<typeof PaymentChangeWire>

export const serializeUnexpectedPayment = (change: UnexpectedPayment) =>
  ({
    ...serializePaymentChange(change),
    recibido: {
      monto: toMajor(change.receivedCents),
      moneda: change.receivedCurrency.toUpperCase(),
    },
  }) satisfies Static<typeof UnexpectedPaymentWire>

export const serializeInquiredPayment = (change: PaymentInquiry) =>
  ({
    ...serializePaymentChange(change),
    consulta: {
      id: change.inquiryId,
      monto: toMajor(change.inquiryCents),
      motivo: change.reason,
      responder_hasta: change.respondBy?.toISOString() ?? null,
      enlace: change.inquiryUrl,
    },
  }) satisfies Static<typeof InquiredPaymentWire>

export const serializeDisputedPayment = (change: DisputeChange) =>
  ({
    ...serializePaymentChange(change),
    disputa: {
      id: change.disputeId,
      monto: toMajor(change.disputeCents),
      motivo: change.reason,
      estado: disputeWords[change.disputeState],
      responder_hasta: change.respondBy?.toISOString() ?? null,
      enlace: change.disputeUrl,
      consentimiento: change.consent && {
        aceptado_en: change.consent.acceptedAt.toISOString(),
        version: change.consent.version,
        texto: change.consent.body,
        idioma: change.consent.language,
        no_show: toMajor(change.consent.noShowCents),
        cancelacion_tardia: toMajor(change.consent.lateCancelCents),
      },
    },
  }) satisfies Static<typeof DisputedPaymentWire>

/** @param state the one that the event is about; the refund may have another one by now */
export const serializeRefundChange = (change: RefundChange, state: RefundState) =>
  ({
    id: change.refundId,
    monto: toMajor(change.refundCents),
    moneda: change.currency,
    estado: refundStateWords[state],
    motivo: refundReasonWords[change.reason],
    pago: serializePaymentChange(change),
  }) satisfies Static<typeof RefundChangeWire>

function serializeReference({ bookingId, orderId, packageId }: PaymentChange) {
  if (bookingId !== null) return { type: 'booking', reference_id: bookingId } as const
  return orderId !== null
    ? ({ type: 'order', reference_id: orderId } as const)
    : ({ type: 'points', reference_id: packageId } as const)
}
