import { html, nothing, type TemplateResult, unsafeCSS } from 'lit'
import type { Failure } from '../api/failure.ts'
import calendarStyles from '../calendar/calendar.css'
import { SillaElement } from '../element/silla-element.ts'
import { chevron } from '../style/icons.ts'
import { fill } from '../text/fill.ts'
import styles from './booking.css'
import { isTimeLost, releaseHold } from './hold.ts'
import { HoldBanner } from './hold-banner.ts'
import { loadScreen, type Screen } from './screen.ts'
import { openSession, type Session } from './session.ts'
import { type BookingState, changeState, newState, type StepName } from './state.ts'
import type { Action, BookingHost, Step, StepClass } from './step.ts'
import { isBefore, shownSteps, startingChoice } from './step-order.ts'
import { ProfessionalStep } from './steps/professional.ts'
import { ServicesStep } from './steps/services.ts'
import { TimeStep } from './steps/time.ts'
import { chosenServices, totalsOf } from './visit.ts'

/** `<silla-booking key="silla_pub_...">`: books a visit, from the services to the payment. */
class SillaBooking extends SillaElement implements BookingHost {
  static override properties = { ...SillaElement.properties, service: {}, professional: {} }
  static override styles = [...SillaElement.styles, unsafeCSS(calendarStyles), unsafeCSS(styles)]

  /** Ids of services that are chosen from the start, with commas between them. */
  declare service: string | null
  /** The id of the professional; that step is then left out. */
  declare professional: string | null

  screen!: Screen
  state: BookingState = newState()
  released: Promise<void> = Promise.resolve()

  #session!: Session
  #step: Step | null = null
  #shown: StepName | null = null
  readonly #holdBanner = new HoldBanner(this)

  override connectedCallback(): void {
    super.connectedCallback()
    addEventListener('popstate', this.#onPopState)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    removeEventListener('popstate', this.#onPopState)
    this.#leave()
  }

  protected override async prepare(): Promise<void> {
    this.screen = await loadScreen(this.api, this.language)
    const { configuracion, direccion } = this.screen.negocio
    this.localize({ country: direccion.pais, currency: configuracion.moneda })
    this.#session = openSession([this.key, this.service, this.professional].join())
    const choice = startingChoice(this.screen, this.service, this.professional)
    const saved = this.#session.read()
    this.state = saved ?? newState(choice)
    if (!saved?.booking) this.#dropUnknown()
    await this.#show(this.state.step)
    this.#remember('replaceState')
  }

  /** The salon may have changed since the state was stored. */
  #dropUnknown(): void {
    const serviceIds = chosenServices(this.screen, this.state).map(({ id }) => id)
    if (serviceIds.length < this.state.serviceIds.length)
      this.state = changeState(this.state, { serviceIds, step: 'services' })
  }

  change(change: Partial<BookingState>): void {
    this.state = changeState(this.state, change)
    this.#session.write(this.state)
    this.requestUpdate()
  }

  get #steps(): StepName[] {
    return shownSteps(this.screen, this.state, Boolean(this.professional))
  }

  next(): void {
    const steps = this.#steps
    const following = steps[steps.indexOf(this.state.step) + 1]
    if (following) this.go(following)
  }

  go(step: StepName): void {
    void this.load(async () => {
      const from = this.state.step
      await this.#show(step)
      if (isBefore(from, step)) this.#remember('pushState')
      else this.#remember('replaceState')
      await this.updateComplete
      this.#focusHeading()
    })
  }

  #back(): void {
    const steps = this.#steps
    const previous = steps[steps.indexOf(this.state.step) - 1]
    if (previous) this.go(previous)
  }

  restart(): void {
    const { contact } = this.state
    this.#session.clear()
    this.state = newState({
      ...startingChoice(this.screen, this.service, this.professional),
      contact,
    })
    this.go(this.state.step)
  }

  timeLost(failure: Failure): boolean {
    if (!isTimeLost(failure)) return false
    const { text, format } = this
    const alternatives = failure.refusal?.alternativas ?? []
    const isTaken = failure.code === 'SLOT_NOT_AVAILABLE'
    const choose = (date: string, time: string) => {
      this.change({ date, time })
      this.#hideAndChoose(date, time)
    }
    void this.load(async () => {
      if (this.state.step === 'time') (this.#step as TimeStep).reload()
      else await this.#show('time')
      await this.updateComplete
      this.show(
        isTaken
          ? alternatives.length > 0
            ? text.time.taken
            : text.time.takenNone
          : `${failure.message} ${text.time.refused}`,
        alternatives.map(({ fecha, hora_inicio }) => ({
          label: `${format.shortDate(fecha)}, ${format.time(hora_inicio)}`,
          run: () => choose(fecha, hora_inicio),
        })),
      )
    })
    return true
  }

  #hideAndChoose(date: string, time: string): void {
    this.hideNotice()
    ;(this.#step as TimeStep).choose(date, time)
  }

  async #show(step: StepName): Promise<void> {
    const shown = new (await this.#classOf(step))(this)
    this.#leave()
    const { hold } = this.state
    if (hold && isBefore(step, 'contact')) {
      this.released = releaseHold(this, hold)
      this.change({ hold: null })
    }
    this.change({ step })
    this.#step = shown
    this.#shown = step
    shown.enter?.()
    if (!isBefore(step, 'contact')) this.#holdBanner.start()
    else if (step === 'time') void lateSteps()
  }

  #leave(): void {
    this.#step?.leave?.()
    this.#step = null
    this.#holdBanner.stop()
  }

  async #classOf(step: StepName): Promise<StepClass> {
    if (step === 'services') return ServicesStep
    if (step === 'professional') return ProfessionalStep
    if (step === 'time') return TimeStep
    const { ContactStep, PaymentStep, DoneStep } = await lateSteps()
    return { contact: ContactStep, payment: PaymentStep, done: DoneStep }[step]
  }

  /** The browser's Back button leads to the step before. */
  #remember(method: 'pushState' | 'replaceState'): void {
    history[method]({ ...history.state, silla: this.state.step }, '')
  }

  readonly #onPopState = ({ state }: PopStateEvent): void => {
    const step: StepName | undefined = state?.silla
    // what is booked is not chosen again
    if (!step || step === this.#shown || this.state.booking || !isBefore(step, this.state.step))
      return
    void this.load(async () => {
      await this.#show(step)
      await this.updateComplete
      this.#focusHeading()
    })
  }

  #focusHeading(): void {
    this.renderRoot.querySelector<HTMLElement>('#title')?.focus()
  }

  protected override content(): TemplateResult {
    const action = this.#step?.action?.() ?? null
    const steps: StepName[] = this.#steps.filter((step) => step !== 'done')
    const index = steps.indexOf(this.state.step)
    const { text, format } = this
    return html`<form
      class="step"
      novalidate
      aria-labelledby="title"
      @submit=${(event: Event) => this.#submit(event, action)}
    >
      <header class="head">
        ${
          index > 0 && !this.state.booking
            ? html`<button
                type="button"
                class="icon back"
                aria-label=${text.back}
                @click=${() => this.#back()}
              >
                <span class="mirror">${chevron}</span>
              </button>`
            : nothing
        }
        <h2 id="title" tabindex="-1" part="heading">${this.#step?.title()}</h2>
        ${
          index >= 0
            ? html`<span class="muted small count"
                >${fill(text.step, {
                  n: format.number(index + 1),
                  total: format.number(steps.length),
                })}</span
              >`
            : nothing
        }
      </header>
      ${isBefore(this.state.step, 'contact') || this.state.booking ? nothing : this.#holdBanner.render()}
      ${this.notice()}
      <div class="body">${this.#step?.render()}</div>
      ${action ? this.#footer(action) : nothing}
    </form>`
  }

  #submit(event: Event, action: Action | null): void {
    event.preventDefault()
    if (!this.busy) void action?.run()
  }

  /** What is chosen, and the button to go on: always at the same place. */
  #footer({ label }: Action): TemplateResult {
    return html`<footer class="foot" part="footer">
      <div class="grow">${this.#summary()}</div>
      <button class="primary" part="button" aria-disabled=${this.busy ? 'true' : nothing}>
        ${label}
      </button>
    </footer>`
  }

  #summary(): TemplateResult | typeof nothing {
    const { screen, state, text, format } = this
    const count = state.serviceIds.length
    if (count === 0) return nothing
    const { minutes, price } = totalsOf(screen, state)
    const when =
      state.date && state.time && `${format.shortDate(state.date)}, ${format.time(state.time)}`
    return html`<span class="strong">${format.money(state.hold?.total ?? price)}</span>
      <span class="muted small line"
        >${when ?? `${format.count(text.services.count, count)} · ${format.duration(minutes)}`}</span
      >`
  }

  protected override skeleton(): TemplateResult {
    return html`<div class="step" aria-hidden="true">
      <div class="bone title"></div>
      <div class="cards">${Array.from({ length: 5 }, () => html`<div class="bone row"></div>`)}</div>
    </div>`
  }
}

/** One file for the steps after the time; loaded once. */
const lateSteps = () => import('./steps/late-steps.ts')

if (!customElements.get('silla-booking')) customElements.define('silla-booking', SillaBooking)
