import type { Wire } from '@silla/client'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { zoneNote } from '../../calendar/zone-note.ts'
import { consumeReturnUrl } from '../../payment/consume-return-url.ts'
import { confirmPayment } from '../../payment/pay.ts'
import { openPanel, type PaymentPanel } from '../../payment/payment-panel.ts'
import type { Purpose } from '../../payment/purpose.ts'
import { fill } from '../../text/fill.ts'
import { placeOf } from '../../visit/place-of.ts'
import { readBooking } from '../../visit/read-booking.ts'
import type { BookingHost, Step } from '../step.ts'

/** Paying online what is due for the booking, or leaving a card, where the salon wants or offers it. */
export class PaymentStep implements Step {
  readonly #host: BookingHost
  #panel: PaymentPanel | null = null
  /** What is said about what is filled in here. */
  #words: Pick<Purpose, 'title' | 'until' | 'expired'>
  #detail: Wire['ReservaDetalle'] | null = null
  /** It was paid after it had been released: the money goes back. */
  #cameTooLate = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(host: BookingHost) {
    this.#host = host
    this.#words = host.text.payment
  }

  title(): string {
    const { payment } = this.#host.text
    if (this.#isReleased) return payment.released
    if (!this.#host.state.booking?.pago_requerido) return payment.offered
    return this.#words.title
  }

  enter(): void {
    // the state knows the payment: its result is read from there
    consumeReturnUrl()
    void this.#host.load(() => this.#read())
  }

  leave(): void {
    clearTimeout(this.#timer)
    this.#panel?.close()
  }

  action() {
    if (this.#isReleased)
      return { label: this.#host.text.hold.change, run: () => this.#chooseAgain() }
    return this.#panel?.action() ?? null
  }

  render(): TemplateResult {
    const { text, format } = this.#host
    const detail = this.#detail
    if (!detail) return html`<div class="bone card-form" aria-hidden="true"></div>`
    if (this.#isReleased) return html`<p>${this.#releaseNote}</p>`
    const until = detail.expira_en && format.clock(new Date(detail.expira_en), detail.timezone)
    return html`<div class="form">
      <p>
        ${
          detail.pago_requerido
            ? until && fill(this.#words.until, { time: until })
            : text.payment.offeredHint
        }
      </p>
      ${zoneNote(this.#host, detail.timezone, placeOf(this.#host.screen.negocio))}
      ${this.#panel?.render()}
      ${
        detail.pago_requerido
          ? nothing
          : html`<button type="button" class="secondary" @click=${() => this.#host.go('done')}>
              ${text.payment.later}
            </button>`
      }
    </div>`
  }

  get #releaseNote(): string {
    const { payment } = this.#host.text
    return this.#cameTooLate ? payment.returned : this.#words.expired
  }

  /** Nobody paid in time, and the system has released it. */
  get #isReleased(): boolean {
    return this.#detail?.estado === 'cancelada'
  }

  async #read(): Promise<void> {
    const { api, state, screen } = this.#host
    const { booking } = state
    if (!booking) return
    const detail = await readBooking(api, booking)
    this.#detail = detail
    this.#host.change({ detail })
    if (this.#isReleased) await this.#release(booking.codigo)
    else if (detail.a_pagar_ahora === 0 && !state.paymentIntentId) this.#host.go('done')
    else {
      this.#watch(detail)
      if (this.#panel) return
      this.#panel = await openPanel(this.#host, {
        account: screen.negocio.pagos,
        booking: () => this.#detail ?? detail,
        intent: () => this.#host.state.paymentIntentId,
        setIntent: (paymentIntentId) => this.#host.change({ paymentIntentId }),
        finished: async ({ kind }) => {
          this.#host.change({ isProcessing: kind === 'processing' })
          if (kind === 'paid' || kind === 'processing') return this.#finish(booking)
          this.#cameTooLate = kind === 'returned'
          // its form is for an amount that is no longer due
          this.#panel?.close()
          this.#panel = null
          await this.#read()
        },
      })
      this.#words = this.#panel.purpose
      await this.#panel.open()
    }
  }

  /** The heading of the next step, which is read aloud, depends on what the payment has changed. */
  async #finish(booking: Wire['Reserva']): Promise<void> {
    const detail = await readBooking(this.#host.api, booking).catch(() => null)
    if (detail) this.#host.change({ detail })
    this.#host.go('done')
  }

  /** Reads the booking again when its time to pay is over; the worker releases it soon after. */
  #watch({ expira_en }: Wire['ReservaDetalle']): void {
    clearTimeout(this.#timer)
    if (!expira_en) return
    const wait = Math.max(Date.parse(expira_en) - Date.now(), recheckMilliseconds)
    this.#timer = setTimeout(() => {
      if (this.#host.busy) this.#watch({ expira_en } as Wire['ReservaDetalle'])
      else void this.#host.load(() => this.#read())
    }, wait)
  }

  async #release(code: string): Promise<void> {
    clearTimeout(this.#timer)
    const { api, state } = this.#host
    if (state.paymentIntentId) {
      const { kind } = await confirmPayment(api, state.paymentIntentId, code)
      this.#cameTooLate = kind === 'returned'
    }
    this.#panel?.close()
    this.#panel = null
    this.#host.change({ paymentIntentId: null })
    this.#host.announce(this.#releaseNote)
  }

  #chooseAgain(): void {
    this.#host.change({ booking: null, detail: null, date: null, time: null })
    this.#host.go('time')
  }
}

const recheckMilliseconds = 10_000
