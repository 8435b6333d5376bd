import { html, type TemplateResult } from 'lit/html.js'
import { zoneNote } from '../../calendar/zone-note.ts'
import { openPanel, type PaymentPanel } from '../../payment/payment-panel.ts'
import { fill } from '../../text/fill.ts'
import { placeOf } from '../../visit/place-of.ts'
import { timeOf } from '../../visit/visit-summary.ts'
import { isCardAwaited } from '../is-card-awaited.ts'
import { setStartedIntent, startedIntent } from '../started-intent.ts'
import type { ManageHost, View } from '../view.ts'

/** Paying what is due, or leaving a card: the way of the button in an email. */
export class PayView implements View {
  readonly hasBack = true
  readonly #host: ManageHost
  #panel: PaymentPanel | null = null
  #isLeft = false

  constructor(host: ManageHost) {
    this.#host = host
  }

  title(): string {
    return (this.#panel?.purpose ?? this.#host.text.payment).title
  }

  enter(): void {
    void this.#host.load(() => this.#open())
  }

  leave(): void {
    this.#isLeft = true
    this.#panel?.close()
  }

  action() {
    return this.#panel?.action() ?? null
  }

  async #open(): Promise<void> {
    const host = this.#host
    const { codigo } = host.booking
    const isCard = isCardAwaited(host.booking)
    const panel = await openPanel(host, {
      account: host.salon.pagos,
      booking: () => host.booking,
      intent: () => startedIntent(codigo),
      setIntent: (intentId) => setStartedIntent(codigo, intentId),
      finished: async ({ kind }) => {
        await host.read()
        host.go('booking')
        const { paid, cardSaved } = host.manageText
        if (kind === 'paid') host.announce(isCard ? cardSaved : paid)
        else host.show(this.#noteOf(kind))
      },
    })
    if (this.#isLeft) return
    this.#panel = panel
    await panel.open()
  }

  render(): TemplateResult {
    const { booking, text, manageText, format } = this.#host
    const { expira_en, timezone, cargo } = booking
    return html`<div class="form">
      <p>${timeOf(this.#host, booking)}</p>
      ${
        booking.pago_pendiente && expira_en
          ? html`<p>
              ${fill((this.#panel?.purpose ?? text.payment).until, { time: format.clock(new Date(expira_en), timezone) })}
            </p>`
          : ''
      }
      ${cargo?.estado === 'accion' ? html`<p>${manageText.fees.pay}</p>` : ''}
      ${zoneNote(this.#host, timezone, placeOf(this.#host.salon))} ${this.#panel?.render()}
    </div>`
  }

  #noteOf(kind: 'processing' | 'returned' | 'changed'): string {
    const { payment } = this.#host.text
    if (kind === 'processing') return payment.processing
    return kind === 'returned' ? payment.returned : payment.changed
  }
}
