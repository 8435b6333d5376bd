import type { Wire } from '@silla/client'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { Failure } from '../api/failure.ts'
import calendarStyles from '../calendar/calendar.css'
import { defineElement, type Properties } from '../element/rendered-element.ts'
import { SillaElement } from '../element/silla-element.ts'
import formStyles from '../form/form.css'
import { consumeReturnUrl } from '../payment/consume-return-url.ts'
import { chevron } from '../style/icons.ts'
import { readBooking } from '../visit/read-booking.ts'
import visitStyles from '../visit/visit.css'
import { loadManageTexts } from './load-manage-texts.ts'
import styles from './manage.css'
import { setStartedIntent } from './started-intent.ts'
import type { ManageTexts } from './text/es.ts'
import type { ManageHost, View, ViewAction, ViewName } from './view.ts'
import { BookingView } from './views/booking.ts'
import { CancelView } from './views/cancel.ts'
import { FindView } from './views/find.ts'
import { MoveView } from './views/move.ts'
import { PayView } from './views/pay.ts'
import { ReviewView } from './views/review.ts'

/** `<silla-manage key="silla_pub_..." code="...">`: shows a booking, and moves, pays, cancels or
 * reviews it. */
class SillaManage extends SillaElement implements ManageHost {
  static override properties: Properties = {
    ...SillaElement.properties,
    code: {},
    bookingUrl: { attribute: 'booking-url' },
  }
  static override styles = [...SillaElement.styles, calendarStyles, formStyles, visitStyles, styles]

  /** The code of the booking; without one the customer types it. */
  declare code: string | null
  declare bookingUrl: string | null

  salon!: Wire['Negocio']
  manageText!: ManageTexts
  booking!: Wire['ReservaDetalle']

  isReviewed = false

  #view: View | null = null

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#view?.leave?.()
  }

  protected override willUpdate(changed: ReadonlySet<string>): void {
    super.willUpdate(changed)
    if (this.#view && changed.has('code') && this.code) void this.load(() => this.#start())
  }

  protected override async prepare(): Promise<void> {
    const [texts, salon] = await Promise.all([
      loadManageTexts(this.language),
      this.api.call((silla) =>
        silla.GET('/api/v1/negocio/', { params: { query: { lang: this.language } } }),
      ),
    ])
    this.manageText = texts
    this.salon = salon
    this.localize({
      country: salon.direccion.pais,
      currency: salon.configuracion.moneda,
    })
    await this.#start()
  }

  /** Shows the booking of the attribute, or the form for another code when there is none. */
  async #start(): Promise<void> {
    if (!this.code) return this.#show('find')
    try {
      await this.#read(this.code)
      const returned = consumeReturnUrl()
      if (returned) setStartedIntent(this.booking.codigo, returned)
      this.#show(returned ? 'pay' : 'booking')
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'BOOKING_NOT_FOUND') throw error
      this.#show('find')
      this.show(this.manageText.notFound)
    }
  }

  async find(code: string): Promise<void> {
    await this.#read(code)
    this.go('booking')
  }

  async read(): Promise<void> {
    this.booking = await readBooking(this.api, this.booking)
    this.requestUpdate()
  }

  async #read(codigo: string): Promise<void> {
    this.booking = await this.api.call((silla) =>
      silla.GET('/api/v1/reservas/codigo/{codigo}/', {
        params: { path: { codigo }, query: { lang: this.language } },
      }),
    )
  }

  go(view: ViewName): void {
    this.#show(view)
    void this.updateComplete.then(() =>
      this.renderRoot.querySelector<HTMLElement>('#title')?.focus(),
    )
  }

  #show(view: ViewName): void {
    this.#view?.leave?.()
    this.#view = new views[view](this)
    this.#view.enter?.()
    this.hideNotice()
  }

  protected override content(): TemplateResult {
    const view = this.#view
    const action = view?.action?.() ?? null
    return html`<form
      class="step"
      novalidate
      aria-labelledby="title"
      @submit=${(event: Event) => this.#submit(event, action)}
    >
      <header class="head">
        ${view?.hasBack ? this.#backButton() : nothing}
        <h2 id="title" tabindex="-1" part="heading">${view?.title()}</h2>
      </header>
      ${this.notice()}
      <div>${view?.render()}</div>
      ${action ? this.#mainButton(action) : nothing}
    </form>`
  }

  #backButton(): TemplateResult {
    return html`<button
      type="button"
      class="icon back"
      aria-label=${this.text.back}
      @click=${() => this.go('booking')}
    >
      <span class="mirror">${chevron}</span>
    </button>`
  }

  #mainButton({ label, isDestructive }: ViewAction): TemplateResult {
    return html`<footer class="foot" part="footer">
      <button
        class=${isDestructive ? 'primary grow destructive' : 'primary grow'}
        part="button"
        aria-disabled=${this.busy ? 'true' : nothing}
      >
        ${label}
      </button>
    </footer>`
  }

  #submit(event: Event, action: ViewAction | null): void {
    event.preventDefault()
    if (!this.busy) void action?.run()
  }

  protected override skeleton(): TemplateResult {
    return html`<div class="step" aria-hidden="true">
      <div class="bone title"></div>
      <div class="bone facts"></div>
    </div>`
  }
}

const views: Record<ViewName, new (host: ManageHost) => View> = {
  find: FindView,
  booking: BookingView,
  cancel: CancelView,
  move: MoveView,
  pay: PayView,
  review: ReviewView,
}

defineElement('silla-manage', SillaManage)
