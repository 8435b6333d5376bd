import type { Wire } from '@silla/client'
import type { StripeError } from '@stripe/stripe-js'
import type { Api } from '../api/api.ts'
import { Failure } from '../api/failure.ts'
import type { SillaHost } from '../element/host.ts'
import { fill } from '../text/fill.ts'
import type { CardForm } from './card-form.ts'
import type { PaymentOutcome, Purpose } from './purpose.ts'
import { withoutReturn } from './return-address.ts'

/** A booking with something to pay. */
export type Payable = Pick<Wire['ReservaDetalle'], 'id' | 'codigo' | 'moneda' | 'a_pagar_ahora'> & {
  cliente: Pick<Wire['ReservaDetalle']['cliente'], 'id'>
  /** Of a card that is saved by paying: the version of the terms that were accepted. */
  accepted?: { condiciones: string }
}

/** Paying what is due for a booking. */
export const payment = (host: SillaHost, booking: () => Payable): Purpose => ({
  ...host.text.payment,
  label: () => {
    const amount = host.format.money(booking().a_pagar_ahora / 100)
    return fill(host.text.payment.pay, { amount })
  },
  formOptions: async () => {
    const { a_pagar_ahora: amount, moneda } = booking()
    return { mode: 'payment', amount, currency: moneda.toLowerCase() }
  },
  submit: (form, started) => pay(host.api, form, booking(), started),
  readResult: (paymentIntentId) => confirmPayment(host.api, paymentIntentId, booking().codigo),
})

async function pay(
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
  const returnUrl = withoutReturn(location.href)
  const refusal = await form.confirm('confirmPayment', intent.client_secret, returnUrl)
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
    return { kind: payment.reserva_actualizada ? 'paid' : 'returned' }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'PAYMENT_NOT_FOUND') return { kind: 'changed' }
    if (/^(PAYMENT_NOT_COMPLETED|CARD_DECLINED|PAYMENT_FAILED)$/.test(error.code))
      return { kind: 'declined', message: error.refusal?.mensaje_procesador || error.message }
    throw error
  }
}

/** null when the booking is paid, cancelled or of another amount. */
async function createIntent(
  api: Api,
  { id: reference_id, codigo, cliente, a_pagar_ahora: amount, accepted }: Payable,
): Promise<Wire['IntentoDePago'] | null> {
  try {
    return await api.call((silla) =>
      silla.POST('/api/v1/pagos/intent/', {
        body: {
          ...{ type: 'booking', cliente_id: cliente.id, amount, reference_id, codigo },
          ...accepted,
        },
      }),
    )
  } catch (error) {
    if (error instanceof Failure && changedCodes.test(error.code)) return null
    throw error
  }
}

const changedCodes = /^(BOOKING_ALREADY_PAID|BOOKING_NOT_FOUND|CANNOT_PAY|AMOUNT_MISMATCH)$/

/** The form shows by itself which field is incomplete or invalid. */
const declined = ({ type, message }: StripeError): PaymentOutcome => ({
  kind: 'declined',
  message: type === 'validation_error' ? '' : (message ?? ''),
})
