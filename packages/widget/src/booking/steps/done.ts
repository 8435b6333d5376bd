import { html, nothing, type TemplateResult } from 'lit/html.js'
import { check } from '../../style/icons.ts'
import { fill } from '../../text/fill.ts'
import { isolated } from '../../text/isolated.ts'
import { readBooking } from '../../visit/read-booking.ts'
import { visitActions } from '../../visit/visit-actions.ts'
import { visitSummary } from '../../visit/visit-summary.ts'
import type { BookingHost, Step } from '../step.ts'

/** What was booked, and what can be done with it. */
export class DoneStep implements Step {
  readonly #host: BookingHost

  constructor(host: BookingHost) {
    this.#host = host
  }

  title(): string {
    const { done } = this.#host.text
    const { booking, detail } = this.#host.state
    const state = detail?.estado ?? booking?.estado
    return state === 'pendiente' ? done.requested : done.booked
  }

  enter(): void {
    void this.#host.load(async () => {
      const { booking } = this.#host.state
      if (booking) this.#host.change({ detail: await readBooking(this.#host.api, booking) })
    })
  }

  render(): TemplateResult {
    const { state, screen, text } = this.#host
    const { booking, detail } = state
    if (!booking) return html``
    return html`<div class="form">
      <p class="done">${check}<span>${this.#note()}</span></p>
      <div class="panel block">${visitSummary(this.#host, detail ?? booking, screen.negocio)}</div>
      <div class="actions">
        ${visitActions(this.#host, detail, screen.negocio)} ${this.#manageLink(booking.codigo)}
      </div>
      <p class="muted small">${text.done.codeHint}</p>
      <p>
        <button type="button" class="link" @click=${() => this.#host.restart()}>
          ${text.done.another}
        </button>
      </p>
    </div>`
  }

  #note(): string {
    const { state, text } = this.#host
    const { booking, detail, isProcessing } = state
    if (isProcessing && detail?.pago?.estado !== 'completado') return text.payment.processing
    // messages that they have just agreed to take the place of emails (D77)
    const contact = isolated(booking?.cliente[state.contact.mensajes ? 'telefono' : 'email'] ?? '')
    const isRequested = (detail ?? booking)?.estado === 'pendiente'
    return fill(isRequested ? text.done.requestedHint : text.done.sentTo, { contact })
  }

  /** A page of the site with `<silla-manage>`. */
  #manageLink(code: string): TemplateResult | typeof nothing {
    const { manageUrl, text } = this.#host
    if (!manageUrl) return nothing
    return html`<a class="secondary" href=${fill(manageUrl, { code })}>${text.done.manage}</a>`
  }
}
