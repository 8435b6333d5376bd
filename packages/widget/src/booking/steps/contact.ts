import type { Wire } from '@silla/client'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { Failure } from '../../api/failure.ts'
import { SignIn } from '../../customer/sign-in.ts'
import type { NoticeAction } from '../../element/notice.ts'
import { fill } from '../../text/fill.ts'
import { isolated } from '../../text/isolated.ts'
import type { BookingBody } from '../booking-body.ts'
import { ContactForm } from '../contact-form.ts'
import { createBooking } from '../create-booking.ts'
import { holdAgain } from '../hold.ts'
import { redemptionOf } from '../points.ts'
import type { BookingHost, Step } from '../step.ts'
import { visitBody } from '../visit.ts'

/** Who the visit is for: a guest's details, or a customer who signs in by code. Books it. */
export class ContactStep implements Step {
  readonly #host: BookingHost
  readonly #contact: ContactForm
  readonly #signIn: SignIn
  #isSigningIn = false
  /** The signed-in customer. */
  #profile: Wire['Perfil'] | null = null

  constructor(host: BookingHost) {
    this.#host = host
    this.#contact = new ContactForm(host)
    this.#signIn = new SignIn(host, {
      email: () => host.state.contact.email,
      setEmail: (email) => this.#contact.change({ email }),
      done: async () => {
        await this.#holdAgain()
        await this.#loadProfile()
        this.#leaveSignIn()
      },
      leave: () => this.#leaveSignIn(),
    })
  }

  title(): string {
    return this.#host.text.contact.title
  }

  enter(): void {
    if (this.#host.api.session.isSignedIn) void this.#host.load(() => this.#loadProfile())
  }

  action() {
    if (this.#isSigningIn) return this.#signIn.action()
    const { contact, next } = this.#host.text
    const toPayment = this.#isCard ? next : contact.toPayment
    return { label: this.#isPrepaid ? toPayment : contact.book, run: () => this.#book() }
  }

  saving(): number {
    const { screen, state } = this.#host
    return this.#usesPoints ? (redemptionOf(screen, state)?.amount ?? 0) : 0
  }

  render(): TemplateResult {
    if (this.#isSigningIn) return this.#signIn.render()
    const { session } = this.#host.api
    return html`<div class="form">
      ${this.#contact.problems.summary()}
      ${session.isSignedIn ? this.#customer() : this.#guest()}
      ${this.#contact.messages()}
      ${this.#contact.field('notes', { isOptional: true, rows: 3, maxLength: 1000, autocomplete: 'off' })}
      ${this.#terms()}
    </div>`
  }

  #guest(): TemplateResult {
    const { contact } = this.#host.text
    return html`<p>
        ${contact.member}
        <button type="button" class="link" @click=${() => this.#startSignIn()}>
          ${contact.signIn}
        </button>
      </p>
      ${this.#contact.guest()}`
  }

  #customer(): TemplateResult {
    const { text } = this.#host
    if (!this.#profile) return html`<div class="bone row" aria-hidden="true"></div>`
    const { nombre, email } = this.#profile
    return html`<div class="panel" part="customer">
        <p>
          <span class="strong">${fill(text.contact.signedIn, { name: nombre })}</span>
          <span class="muted small line"><bdi>${email}</bdi></span>
        </p>
        <button type="button" class="link" @click=${() => this.#signOut()}>
          ${text.contact.signOut}
        </button>
      </div>
      ${this.#contact.lacksPhone(this.#profile) ? this.#contact.phone() : nothing}
      ${this.#points(this.#profile.puntos_saldo)}`
  }

  #points(balance: number): TemplateResult | typeof nothing {
    const { screen, state, text, format } = this.#host
    const redemption = redemptionOf(screen, state)
    if (!redemption) return nothing
    const values = {
      balance: format.number(balance),
      points: format.number(redemption.points),
      amount: format.money(redemption.amount),
    }
    if (balance < redemption.points)
      return html`<p class="muted small">${fill(text.contact.pointsMissing, values)}</p>`
    return html`<label class="card" part="card">
      <input
        type="checkbox"
        id="points"
        .checked=${state.contact.usePoints}
        @change=${(event: Event) =>
          this.#contact.change({ usePoints: (event.target as HTMLInputElement).checked })}
      />
      <span class="grow">
        <span class="strong">${fill(text.contact.usePoints, values)}</span>
        <span class="muted small line">${fill(text.contact.pointsBalance, values)}</span>
      </span>
    </label>`
  }

  /** What booking means, before it is done: what is paid where, and what of it comes back. */
  #terms(): TemplateResult {
    const { screen, state, text, format } = this.#host
    // the terms of the card, which the next step shows, say until when cancelling is free
    if (this.#isCard && this.#isPrepaid)
      return html`<p class="muted small">${text.contact.cardNext}</p>`
    const { tiempo_cancelacion_horas, tramos_reembolso } = screen.negocio.configuracion
    const hours = (count: number) => format.duration(count * 60)
    const { a_pagar_ahora: due = 0, resto = 0 } = (!state.contact.usePoints && state.hold) || {}
    const isPaid = due > 0 && this.#isPrepaid
    const tiers = tramos_reembolso.map(
      ({ horas, porcentaje }) => `${porcentaje}% (${hours(horas)})`,
    )
    const terms = [
      isPaid && fill(text.contact.payNext, { amount: format.money(due / 100) }),
      isPaid && resto > 0 && `${text.visit.rest}: ${format.money(resto)}.`,
      // a late cancellation has its price, which the terms of the card say
      tiempo_cancelacion_horas > 0 && !state.hold?.garantia
        ? fill(text.contact.cancelUntil, { time: hours(tiempo_cancelacion_horas) })
        : text.contact.cancelAnytime,
      due > 0 && tiers[0] && fill(text.contact.refundRule, { tiers: tiers.join(format.comma) }),
    ]
    return html`<p class="muted small">${terms.filter(Boolean).join(' ')}</p>`
  }

  /** Whether the salon wants the visit to be paid before it is certain. */
  get #isPrepaid(): boolean {
    const { screen, state } = this.#host
    const isRedeemed = this.#usesPoints && redemptionOf(screen, state)?.coversAll
    // without a hold nothing else is known; where it is not required, the next step offers it
    const isRequired =
      state.hold?.pago_requerido ?? screen.negocio.configuracion.acepta_pagos_online
    return isRequired && !isRedeemed
  }

  /** Whether the salon wants a card, and no deposit, with which it would be saved. */
  get #isCard(): boolean {
    const { hold } = this.#host.state
    return !!hold?.garantia && !hold.senal
  }

  get #usesPoints(): boolean {
    const { screen, state } = this.#host
    const redemption = redemptionOf(screen, state)
    const balance = this.#profile?.puntos_saldo ?? 0
    return state.contact.usePoints && redemption !== null && balance >= redemption.points
  }

  async #startSignIn(): Promise<void> {
    this.#contact.problems.show({})
    this.#isSigningIn = true
    await this.#focusFirst()
  }

  async #leaveSignIn(): Promise<void> {
    this.#isSigningIn = false
    await this.#focusFirst()
  }

  async #focusFirst(): Promise<void> {
    this.#host.requestUpdate()
    await this.#host.updateComplete
    this.#host.renderRoot.querySelector<HTMLElement>('.form input, .form textarea')?.focus()
  }

  async #loadProfile(): Promise<void> {
    try {
      this.#profile = await this.#host.api.callAsCustomer((silla) =>
        silla.GET('/api/v1/cliente/perfil/'),
      )
    } catch (error) {
      if (!(error instanceof Failure) || error.isTemporary) throw error
      this.#forgetCustomer()
      this.#host.show(this.#host.text.contact.sessionEnded)
    }
    this.#host.requestUpdate()
  }

  async #signOut(): Promise<void> {
    const refresh_token = this.#host.api.session.refreshToken
    this.#forgetCustomer()
    await this.#focusFirst()
    if (!refresh_token) return
    // the tokens are gone from this browser in any case
    await this.#host.api
      .call((silla) => silla.POST('/api/v1/auth/logout/', { body: { refresh_token } }))
      .catch(() => undefined)
  }

  #forgetCustomer(): void {
    this.#host.api.session.end()
    this.#profile = null
    this.#contact.change({ usePoints: false })
    void this.#holdAgain()
  }

  /** What could fall away with an account, or comes back without one: then everybody counts as new. */
  async #holdAgain(): Promise<void> {
    const { state, api } = this.#host
    const { hold } = state
    if (hold?.a_pagar_ahora && api.session.isSignedIn === hold.pago_requerido)
      await holdAgain(this.#host, hold)
  }

  async #book(): Promise<void> {
    if (this.#contact.problems.show(this.#contact.check(this.#profile))) return
    await this.#host.attempt(
      async () => {
        const booking = await this.#create()
        this.#host.change({ booking, hold: null })
        this.#host.lastServices.write(this.#host.state.serviceIds)
        this.#host.emit('booked', booking)
        const { acepta_pagos_online } = this.#host.screen.negocio.configuracion
        this.#host.go(acepta_pagos_online && booking.total_centimos > 0 ? 'payment' : 'done')
      },
      (failure) => this.#refused(failure),
    )
  }

  async #create(): Promise<Wire['Reserva']> {
    const { api, state } = this.#host
    const header = { 'idempotency-key': state.bookingKey }
    const options = {
      unanswered: state.unanswered,
      keep: (unanswered: BookingBody | null) => this.#host.change({ unanswered }),
      send: (body: BookingBody) =>
        api.callAsCustomer((silla) =>
          silla.POST('/api/v1/reservas/crear/', { params: { header }, body }),
        ),
    }
    try {
      return await createBooking(options, this.#body())
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'HOLD_NOT_FOUND') throw error
      // a hold that nobody knows any more keeps nothing
      this.#host.change({ hold: null })
      return createBooking(options, this.#body())
    }
  }

  #body(): BookingBody {
    const { screen, state, source } = this.#host
    const { id, token } = state.hold ?? {}
    return {
      ...visitBody(screen, state),
      ...(id && token && { retencion: { id, token } }),
      ...(this.#host.api.session.isSignedIn && { usar_puntos: this.#usesPoints }),
      ...this.#contact.body(),
      notas: state.contact.notes.trim(),
      // as much of it as the API accepts: the booking matters more
      origen: source?.match(/^[\w-]{1,30}/)?.[0],
    }
  }

  #refused(failure: Failure): boolean {
    const { code } = failure
    if (code === 'INVALID_TOKEN' || code === 'TOKEN_EXPIRED') {
      this.#forgetCustomer()
      this.#host.show(this.#host.text.contact.sessionEnded)
      return true
    }
    if (pointsCodes.has(code)) {
      this.#contact.change({ usePoints: false })
      void this.#host.load(() => this.#loadProfile())
      return false
    }
    if (salonCodes.has(code)) {
      this.#host.show(failure.message, this.#callAction)
      return true
    }
    return this.#contact.refused(failure) || this.#host.timeLost(failure)
  }

  /** For what only the salon can do. */
  get #callAction(): NoticeAction[] {
    const { screen, text } = this.#host
    const { telefono, telefono_formateado } = screen.negocio
    if (!telefono) return []
    const label = fill(text.visit.call, { phone: isolated(telefono_formateado) })
    return [{ label, run: () => location.assign(`tel:${telefono}`) }]
  }
}

const salonCodes: ReadonlySet<string> = new Set(['BOOKING_LIMIT_REACHED', 'CUSTOMER_BLOCKED'])

const pointsCodes: ReadonlySet<string> = new Set([
  'POINTS_DISABLED',
  'POINTS_NOT_APPLICABLE',
  'INSUFFICIENT_POINTS',
])
