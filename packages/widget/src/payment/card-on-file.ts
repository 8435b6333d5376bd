import type { Wire } from '@silla/client'
import type { StripeError } from '@stripe/stripe-js'
import type { html as Html } from 'lit/html.js'
import type { Failure } from '../api/failure.ts'
import type { SillaHost } from '../element/host.ts'
import { cardTexts } from './card-texts.ts'
import type { Payable } from './pay.ts'
import type { PaymentOutcome, Purpose } from './purpose.ts'

/**
 * A card that the salon wants with a booking (D50), after the customer has accepted what may be charged
 * to it; with a deposit, the card that pays it (D47). Few salons want one, so it is loaded when it is needed.
 * It imports nothing that a booking loads anyway, because that would become a file of its own; `html` and
 * `payment` come from who loads it.
 */
export function cardOnFile(
  host: SillaHost,
  html: typeof Html,
  booking: () => Wire['ReservaDetalle'],
  payment: (host: SillaHost, booking: () => Payable) => Purpose,
): Purpose {
  const { api } = host
  const text = cardTexts[host.language]
  let terms: Wire['CondicionesTarjeta'] | null = null
  let isAccepted = false

  async function readTerms(): Promise<void> {
    const { id, codigo } = booking()
    terms = await api.call((silla) =>
      silla.GET('/api/v1/reservas/{id}/condiciones/', {
        params: { path: { id }, header: { 'x-reserva-codigo': codigo } },
      }),
    )
    isAccepted = false
    host.requestUpdate()
  }

  /** A card whose terms were accepted, as far as the API agrees. */
  async function accepted(
    request: (version: string) => Promise<PaymentOutcome>,
  ): Promise<PaymentOutcome> {
    if (!terms || !isAccepted) return { kind: 'declined', message: text.unaccepted }
    try {
      return await request(terms.version)
    } catch (error) {
      const { code } = error as Failure
      if (code === 'CANNOT_PAY' || code === 'FEE_NOT_ALLOWED') return { kind: 'changed' }
      if (code !== 'POLICY_CHANGED') throw error
      await readTerms()
      return { kind: 'declined', message: text.changed }
    }
  }

  const checkbox = () => html`<label class="card" part="card">
    <input
      type="checkbox"
      id="terms"
      .checked=${isAccepted}
      @change=${(event: Event) => {
        isAccepted = (event.target as HTMLInputElement).checked
      }}
    />
    <span class="grow">${terms?.texto}</span>
  </label>`

  if (booking().senal !== null) {
    const deposit = payment(host, () => ({
      ...booking(),
      ...(terms && { accepted: { condiciones: terms.version } }),
    }))
    return {
      ...deposit,
      async formOptions() {
        await readTerms()
        const options = await deposit.formOptions()
        return {
          ...options,
          ...{ setupFutureUsage: 'off_session', allowedPaymentMethodTypes: ['card'] },
        } as typeof options
      },
      terms: checkbox,
      submit: (form, started) => accepted(() => deposit.submit(form, started)),
    }
  }

  async function readResult(setupIntentId: string): Promise<PaymentOutcome> {
    try {
      await api.call((silla) =>
        silla.POST('/api/v1/pagos/tarjeta/confirmar/', {
          body: { setup_intent_id: setupIntentId, codigo: booking().codigo },
        }),
      )
      return { kind: 'paid' }
    } catch (error) {
      const { code, message, refusal } = error as Failure
      if (code === 'PAYMENT_NOT_FOUND') return { kind: 'changed' }
      if (!declinedCodes.has(code)) throw error
      return { kind: 'declined', message: refusal?.mensaje_procesador || message }
    }
  }

  return {
    ...{ title: text.title, until: text.until, expired: text.expired },
    label: () => text.save,

    async formOptions() {
      await readTerms()
      host.announce(text.title)
      return {
        mode: 'setup',
        currency: booking().moneda.toLowerCase(),
        allowedPaymentMethodTypes: ['card'],
      }
    },

    terms: checkbox,

    submit: (form, started) =>
      accepted(async (condiciones) => {
        const incomplete = await form.validate()
        if (incomplete) return declined(incomplete)
        const { id, codigo, cliente } = booking()
        const setup = await api.call((silla) =>
          silla.POST('/api/v1/pagos/tarjeta/', {
            body: { reference_id: id, cliente_id: cliente.id, codigo, condiciones },
          }),
        )
        started(setup.setup_intent_id)
        const refusal = await form.confirm('confirmSetup', setup.client_secret, location.href)
        return refusal ? declined(refusal) : readResult(setup.setup_intent_id)
      }),

    readResult,
  }
}

const declinedCodes: ReadonlySet<string> = new Set([
  'CARD_NOT_SAVED',
  'CARD_EXPIRES_TOO_EARLY',
  'CARD_DECLINED',
  'PAYMENT_FAILED',
])

/** The form shows by itself which field is incomplete or invalid. */
const declined = ({ type, message }: StripeError): PaymentOutcome => ({
  kind: 'declined',
  message: type === 'validation_error' ? '' : (message ?? ''),
})
