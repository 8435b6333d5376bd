import type { Wire } from '@silla/client'
import type { StripeError } from '@stripe/stripe-js'
import type { Api } from '../api/api.ts'
import { Failure } from '../api/failure.ts'
import type { CardForm } from './card-form.ts'
import { withoutReturn } from './return-address.ts'

/** A booking with something to pay. */
export type Payable = Pick<Wire['ReservaDetalle'], 'id' | 'codigo' | 'moneda' | 'a_pagar_ahora'> & {
  cliente: Pick<Wire['ReservaDetalle']['cliente'], 'id'>
}

export type PaymentOutcome =
  | { kind: 'paid'; payment: Wire['Pago'] }
  /** The bank has not finished it; the salon and the customer get an email when it has. */
  | { kind: 'processing' }
  /** The money came too late, and goes back. */
  | { kind: 'returned' }
  /** Nothing was paid; the same or another card can be tried. An empty message: the form shows it. */
  | { kind: 'declined'; message: string }
  /** There is nothing to pay any more, or another amount: the booking has to be read again. */
  | { kind: 'changed' }

/**
 * Pays a booking with what was filled in. The card goes from the form to the processor.
 *
 * @param started called with the intent before it is paid: from then on the result has to be read
 *   with `confirmPayment`, also after a reload
 * @throws Failure
 */
export async function pay(
  api: Api,
  form: CardForm,
  booking: Payable,
  started: (paymentIntentId: string) => void,
): Promise<PaymentOutcome> {
  const incomplete = await form.validate()
  if (incomplete) return declined(incomplete)
  const intent = await createIntent(api, booking)
  if (!intent) return { kind: 'changed' }
  started(intent.payment_intent_id)
  const refusal = await form.confirm(intent.client_secret, withoutReturn(location.href))
  return refusal ? declined(refusal) : confirmPayment(api, intent.payment_intent_id, booking.codigo)
}

/** Has the API read the result of a payment from the processor. @throws Failure */
export async function confirmPayment(
  api: Api,
  paymentIntentId: string,
  codigo: string,
): Promise<PaymentOutcome> {
  try {
    const payment = await api.call((silla) =>
      silla.POST('/api/v1/pagos/confirmar/', {
        body: { payment_intent_id: paymentIntentId, codigo },
      }),
    )
    if (payment.estado === 'procesando') return { kind: 'processing' }
    return payment.reserva_actualizada ? { kind: 'paid', payment } : { kind: 'returned' }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'PAYMENT_NOT_FOUND') return { kind: 'changed' }
    if (error.code === 'PAYMENT_NOT_COMPLETED') return { kind: 'declined', message: error.message }
    if (error.code === 'CARD_DECLINED' || error.code === 'PAYMENT_FAILED')
      return { kind: 'declined', message: error.refusal?.mensaje_procesador || error.message }
    throw error
  }
}

/** null when the booking is paid, cancelled or of another amount. */
async function createIntent(
  api: Api,
  { id, codigo, cliente, a_pagar_ahora }: Payable,
): Promise<Wire['IntentoDePago'] | null> {
  try {
    return await api.call((silla) =>
      silla.POST('/api/v1/pagos/intent/', {
        body: {
          type: 'booking',
          cliente_id: cliente.id,
          amount: a_pagar_ahora,
          reference_id: id,
          codigo,
        },
      }),
    )
  } catch (error) {
    if (error instanceof Failure && changedCodes.has(error.code)) return null
    throw error
  }
}

const changedCodes = new Set<string>([
  'BOOKING_ALREADY_PAID',
  'BOOKING_NOT_FOUND',
  'CANNOT_PAY',
  'AMOUNT_MISMATCH',
])

/** The form shows by itself which field is incomplete or invalid. */
const declined = ({ type, message }: StripeError): PaymentOutcome => ({
  kind: 'declined',
  message: type === 'validation_error' ? '' : (message ?? ''),
})
