import type { html as Html, TemplateResult } from 'lit/html.js'
import type { fill as Fill } from '../text/fill.ts'
import type { VisitBody } from './booking-body.ts'
import type { ContactForm } from './contact-form.ts'
import type { BookingHost } from './step.ts'
import { waitlistTexts } from './waitlist-texts.ts'

interface Options {
  contact: ContactForm
  /** The visit that is wanted. */
  visit: VisitBody
  /** The days to wait for, both included, in one month. */
  from: string
  until: string
  /** Goes back to the calendar. */
  leave: () => void
  html: typeof Html
  fill: typeof Fill
}

/**
 * Joins the waitlist for the chosen services in a month without a free time (D40). No booking needs it, so it
 * is loaded when it is wanted, and imports nothing that a booking loads, because that would become a file of
 * its own: what it shares comes from who loads it.
 */
export class WaitlistForm {
  readonly #host: BookingHost
  readonly #options: Options

  constructor(host: BookingHost, options: Options) {
    this.#host = host
    this.#options = options
  }

  get title(): string {
    return this.#text.title
  }

  get #text() {
    return waitlistTexts[this.#host.language]
  }

  action() {
    return { label: this.#text.join, run: () => this.#join() }
  }

  render(): TemplateResult {
    const { html, fill, contact, leave } = this.#options
    return html`<div class="form">
      ${contact.problems.summary()}
      <p>${fill(this.#text.hint, { month: this.#month })}</p>
      ${this.#host.api.session.isSignedIn ? '' : contact.guest()}
      ${contact.messages()}
      <p>
        <button type="button" class="link" @click=${leave}>${this.#text.leave}</button>
      </p>
    </div>`
  }

  get #month(): string {
    return this.#host.format.month(this.#options.from.slice(0, 7))
  }

  async #join(): Promise<void> {
    const { contact, fill } = this.#options
    if (contact.problems.show(contact.check())) return
    const { api } = this.#host
    const body = this.#body()
    // the same when a lost request is sent again
    const key = `waitlist-${this.#host.state.bookingKey}-${body.desde}`
    await this.#host.attempt(
      async () => {
        await api.callAsCustomer((silla) =>
          silla.POST('/api/v1/lista-espera/', {
            params: { header: { 'idempotency-key': key } },
            body,
          }),
        )
        this.#options.leave()
        this.#host.show(fill(this.#text.joined, { month: this.#month }))
      },
      (failure) => contact.refused(failure),
    )
  }

  #body() {
    const { visit, from, until, contact } = this.#options
    const { fecha: _, hora_inicio: __, ...wanted } = visit
    return { ...wanted, desde: from, hasta: until, ...contact.body() }
  }
}
