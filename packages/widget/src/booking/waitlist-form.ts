import { html, nothing, type TemplateResult } from 'lit/html.js'
import { field, focusProblems, isEmail, type Problems, problemSummary } from '../form/field.ts'
import { fill } from '../text/fill.ts'
import { problemsOf } from './contact-problems.ts'
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
  #problems: Problems = {}

  constructor(host: BookingHost, options: Options) {
    this.#host = host
    this.#options = options
  }

  action() {
    return { label: this.#host.text.waitlist.join, run: () => this.#join() }
  }

  render(): TemplateResult {
    const { text, api, screen } = this.#host
    const { telefono_obligatorio } = screen.negocio.configuracion
    return html`<div class="form">
      ${problemSummary(this.#host, this.#problems)}
      <p>${fill(text.waitlist.hint, { month: this.#month })}</p>
      ${
        api.session.isSignedIn
          ? nothing
          : [
              this.#field('name', { autocomplete: 'name', maxLength: 120 }),
              this.#field('email', {
                autocomplete: 'email',
                type: 'email',
                maxLength: 254,
                direction: 'ltr',
              }),
              this.#field('phone', {
                autocomplete: 'tel',
                type: 'tel',
                isOptional: !telefono_obligatorio,
                direction: 'ltr',
              }),
            ]
      }
      <p>
        <button type="button" class="link" @click=${this.#options.leave}>${text.waitlist.leave}</button>
      </p>
    </div>`
  }

  get #month(): string {
    return this.#host.format.month(this.#options.from.slice(0, 7))
  }

  #field(
    name: 'name' | 'email' | 'phone',
    options: Omit<Parameters<typeof field>[1], 'name' | 'label' | 'value' | 'problems' | 'changed'>,
  ): TemplateResult {
    const { text, state } = this.#host
    return field(this.#host, {
      ...options,
      name,
      label: text.contact[name],
      value: state.contact[name],
      problems: this.#problems,
      changed: (value) => this.#host.change({ contact: { ...state.contact, [name]: value } }),
    })
  }

  async #join(): Promise<void> {
    if (this.#show(this.#check())) return
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
      (failure) => this.#show(problemsOf(failure)),
    )
  }

  #body() {
    const { api, screen, state } = this.#host
    const { fecha: _, hora_inicio: __, ...visit } = visitBody(screen, state)
    const { name, email, phone } = state.contact
    return {
      ...visit,
      desde: this.#options.from,
      hasta: this.#options.until,
      ...(api.session.isSignedIn
        ? {}
        : { nombre: name.trim(), email: email.trim(), telefono: phone.trim() }),
    }
  }

  #check(): Problems {
    const { api, text, state, screen } = this.#host
    if (api.session.isSignedIn) return {}
    const { name, email, phone } = state.contact
    const needsPhone = screen.negocio.configuracion.telefono_obligatorio
    return {
      ...(!name.trim() && { name: text.contact.nameMissing }),
      ...(!isEmail(email) && { email: text.contact.emailInvalid }),
      ...(needsPhone && !phone.trim() && { phone: text.contact.phoneMissing }),
    }
  }

  /** False when there is nothing to show. */
  #show(problems: Problems): boolean {
    this.#problems = problems
    this.#host.requestUpdate()
    if (Object.keys(problems).length === 0) return false
    void focusProblems(this.#host)
    return true
  }
}
