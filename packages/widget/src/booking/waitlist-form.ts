import { html, nothing, type TemplateResult } from 'lit/html.js'
import { fill } from '../text/fill.ts'
import { ContactForm } from './contact-form.ts'
import type { BookingHost } from './step.ts'
import { visitBody } from './visit.ts'

interface Options {
  /** The days to wait for, both included, in one month. */
  from: string
  until: string
  /** Goes back to the calendar. */
  leave: () => void
}

/** Joins the waitlist for the chosen services in a month without a free time (D40). */
export class WaitlistForm {
  readonly #host: BookingHost
  readonly #options: Options
  readonly #contact: ContactForm

  constructor(host: BookingHost, options: Options) {
    this.#host = host
    this.#options = options
    this.#contact = new ContactForm(host)
  }

  action() {
    return { label: this.#host.text.waitlist.join, run: () => this.#join() }
  }

  render(): TemplateResult {
    const { text, api } = this.#host
    return html`<div class="form">
      ${this.#contact.problems.summary()}
      <p>${fill(text.waitlist.hint, { month: this.#month })}</p>
      ${api.session.isSignedIn ? nothing : this.#contact.guest()}
      <p>
        <button type="button" class="link" @click=${this.#options.leave}>${text.waitlist.leave}</button>
      </p>
    </div>`
  }

  get #month(): string {
    return this.#host.format.month(this.#options.from.slice(0, 7))
  }

  async #join(): Promise<void> {
    if (this.#contact.problems.show(this.#contact.check())) return
    const { api, text } = this.#host
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
        this.#host.show(fill(text.waitlist.joined, { month: this.#month }))
      },
      (failure) => this.#contact.refused(failure),
    )
  }

  #body() {
    const { screen, state } = this.#host
    const { fecha: _, hora_inicio: __, ...visit } = visitBody(screen, state)
    const { from, until } = this.#options
    return { ...visit, desde: from, hasta: until, ...this.#contact.body() }
  }
}
