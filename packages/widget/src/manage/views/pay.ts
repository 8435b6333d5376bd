import { html, type TemplateResult } from 'lit/html.js'
import { zoneNote } from '../../calendar/zone-note.ts'
import { PaymentPanel } from '../../payment/payment-panel.ts'
import { fill } from '../../text/fill.ts'
import { placeOf } from '../../visit/place-of.ts'
import { timeOf } from '../../visit/visit-summary.ts'
import { setStartedIntent, startedIntent } from '../started-intent.ts'
import type { ManageHost, View } from '../view.ts'

/** Paying what is due: the way of the button in an email. */
export class PayView implements View {
  readonly hasBack = true
  readonly #host: ManageHost
  readonly #panel: PaymentPanel

  constructor(host: ManageHost) {
    this.#host = host
    const { codigo } = host.booking
    this.#panel = new PaymentPanel(host, {
      account: host.salon.pagos,
      booking: () => host.booking,
      intent: () => startedIntent(codigo),
      setIntent: (paymentIntentId) => setStartedIntent(codigo, paymentIntentId),
      finished: async ({ kind }) => {
        await host.read()
        host.go('booking')
        if (kind === 'paid') host.announce(host.manageText.paid)
        else host.show(this.#noteOf(kind))
      },
    })
  }

  title(): string {
    return this.#host.text.payment.title
  }

  enter(): void {
    void this.#panel.open()
  }

  leave(): void {
    this.#panel.close()
  }

  action() {
    return this.#panel.action()
  }

  render(): TemplateResult {
    const { booking, text, format } = this.#host
    const { expira_en, timezone } = booking
    return html`<div class="form">
      <p>${timeOf(this.#host, booking)}</p>
      ${
        booking.pago_pendiente && expira_en
          ? html`<p>
              ${fill(text.payment.until, { time: format.clock(new Date(expira_en), timezone) })}
            </p>`
          : ''
      }
      ${zoneNote(this.#host, timezone, placeOf(this.#host.salon))} ${this.#panel.render()}
    </div>`
  }

  #noteOf(kind: 'processing' | 'returned' | 'changed'): string {
    const { payment } = this.#host.text
    if (kind === 'processing') return payment.processing
    return kind === 'returned' ? payment.returned : payment.changed
  }
}
