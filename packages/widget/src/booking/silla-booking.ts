import './together.ts'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Failure } from '../api/failure.ts'
import calendarStyles from '../calendar/calendar.css'
import { defineElement, type Properties } from '../element/rendered-element.ts'
import { SillaElement } from '../element/silla-element.ts'
import formStyles from '../form/form.css'
import { chevron } from '../style/icons.ts'
import { fill } from '../text/fill.ts'
import visitStyles from '../visit/visit.css'
import styles from './booking.css'
import { isTimeLost, releaseHold } from './hold.ts'
import { HoldBanner } from './hold-banner.ts'
import { loadScreen } from './load-screen.ts'
import type { Screen } from './screen.ts'
import { openSession, type Session } from './session.ts'
import { type BookingState, changeState, newState, type StepName } from './state.ts'
import type { Action, BookingHost, Step, StepClass } from './step.ts'
import { StepHistory } from './step-history.ts'
import { isBefore, shownSteps, startingChoice } from './step-order.ts'
import { ContactStep } from './steps/contact.ts'
import { DoneStep } from './steps/done.ts'
import { PaymentStep } from './steps/payment.ts'
import { ProfessionalStep } from './steps/professional.ts'
import { ServicesStep } from './steps/services.ts'
import { TimeStep } from './steps/time.ts'
import { offeredChoice, totalsOf } from './visit.ts'

/** `<silla-booking key="silla_pub_...">`: books a visit, from the services to the payment. */
class SillaBooking extends SillaElement implements BookingHost {
  static override properties: Properties = {
    ...SillaElement.properties,
    service: {},
    professional: {},
    manageUrl: { attribute: 'manage-url' },
    source: {},
  }
  static override styles = [...SillaElement.styles, calendarStyles, formStyles, visitStyles, styles]

  /** Ids of services that are chosen from the start, with commas between them. */
  declare service: string | null
  /** The id of the professional; that step is then left out. */
  declare professional: string | null
  declare manageUrl: string | null
  /** Where the customer comes from, such as `google`. */
  declare source: string | null

  screen!: Screen
  state: BookingState = newState()
  released: Promise<void> = Promise.resolve()
  lastServices!: Session<readonly number[]>

  #session!: Session<BookingState>
  #step: Step | null = null
  #history!: StepHistory
  readonly #holdBanner = new HoldBanner(this)
  /** The visitor has gone from one step to another; until then the page stays as it was loaded. */
  #isUnderWay = false

  override connectedCallback(): void {
    super.connectedCallback()
    // a site may move the element
    if (this.isReady) this.#resume()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#leave()
    this.#history?.stop()
  }

  protected override willUpdate(changed: ReadonlySet<string>): void {
    super.willUpdate(changed)
    if (this.isReady && (changed.has('service') || changed.has('professional')))
      void this.load(() => this.prepare())
  }

  protected override async prepare(): Promise<void> {
    this.screen = await loadScreen(this.api, this.language)
    const { configuracion, direccion } = this.screen.negocio
    this.localize({ country: direccion.pais, currency: configuracion.moneda })
    const name = [this.key, this.service, this.professional].join()
    this.#session = openSession(name)
    this.lastServices = openSession(this.key ?? '', () => localStorage)
    this.#history?.stop()
    this.#history = new StepHistory(name, (step) => this.#return(step))
    const choice = startingChoice(this.screen, this.service, this.professional)
    const saved = this.#session.read()
    this.state = saved ?? newState(choice)
    if (!saved?.booking) this.#dropUnknown()
    this.#resume()
  }

  #resume(): void {
    this.#show(this.state.step)
    this.#history.replace(this.state.step)
    this.#history.start()
  }

  /** The salon may have changed what it offers since the state was stored. */
  #dropUnknown(): void {
    const offered = changeState(this.state, offeredChoice(this.screen, this.state))
    // a changed choice has no time any more
    const isVoid = isBefore('time', offered.step) && !offered.time
    const isEmpty = offered.serviceIds.length === 0
    this.state = isVoid || isEmpty ? { ...offered, step: 'services' } : offered
  }

  /** It has changed while the visit is chosen: shows what it offers now. */
  protected override refused({ code, message }: Failure): boolean {
    if (!catalogCodes.has(code)) return false
    void this.load(async () => {
      this.screen = await loadScreen(this.api, this.language)
      this.change(offeredChoice(this.screen, this.state))
      this.go('services')
      this.show(message)
    })
    return true
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
    const isForward = isBefore(this.state.step, step)
    this.#show(step)
    if (isForward) this.#history.push(step)
    else this.#history.replace(step)
    void this.#present()
  }

  /** As the browser's Back button; on a page that was opened here, the step before. */
  #back(): void {
    const steps = this.#steps
    const previous = steps[steps.indexOf(this.state.step) - 1]
    if (!this.#history.back() && previous) this.go(previous)
  }

  /** After the Back button. What is booked is not chosen again. */
  #return(step: StepName): boolean {
    if (this.state.booking) {
      // in the next frame the browser scrolls to where the entry was left, after its callbacks
      requestAnimationFrame(() => requestAnimationFrame(() => void this.#present()))
      return true
    }
    if (!isBefore(step, this.state.step)) return false
    this.#show(step)
    void this.#present()
    return true
  }

  restart(): void {
    const { contact } = this.state
    this.#session.clear()
    this.state = newState({
      ...startingChoice(this.screen, this.service, this.professional),
      // nothing is agreed to with the next appointment before it is ticked
      contact: { ...contact, mensajes: undefined },
    })
    this.go(this.state.step)
  }

  timeLost(failure: Failure): boolean {
    if (!isTimeLost(failure)) return false
    const { text, format } = this
    const alternatives = failure.refusal?.alternativas ?? []
    const taken = alternatives.length > 0 ? text.time.taken : text.time.takenNone
    const message =
      failure.code === 'SLOT_NOT_AVAILABLE' ? taken : `${failure.message} ${text.time.refused}`
    const actions = alternatives.map(({ fecha, hora_inicio }) => ({
      label: `${format.shortDate(fecha)}${format.comma}${format.time(hora_inicio)}`,
      run: () => {
        this.hideNotice()
        if (this.#step instanceof TimeStep) this.#step.choose(fecha, hora_inicio)
      },
    }))
    if (this.#step instanceof TimeStep) this.#step.reload()
    else {
      this.#show('time')
      this.#history.replace('time')
    }
    this.show(message, actions)
    void this.#present()
    return true
  }

  #show(step: StepName): void {
    const shown = new stepClasses[step](this)
    this.#leave()
    this.hideNotice()
    const { hold } = this.state
    if (hold && isBefore(step, 'contact')) {
      this.released = releaseHold(this, hold)
      this.change({ hold: null })
    }
    this.change({ step })
    this.#step = shown
    shown.enter?.()
    if (!isBefore(step, 'contact')) this.#holdBanner.start()
  }

  #leave(): void {
    this.#step?.leave?.()
    this.#step = null
    this.#holdBanner.stop()
  }

  /**
   * A step that the visitor has come to: its heading gets the focus, and all of it is on the screen or
   * begins at its top. On a phone it fills the screen.
   */
  async #present(): Promise<void> {
    this.#isUnderWay = true
    this.requestUpdate()
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>('#title')?.focus({ preventScroll: true })
    const { top, bottom } = this.getBoundingClientRect()
    if (top < 0 || bottom > innerHeight) this.scrollIntoView({ behavior: 'instant' })
  }

  protected override content(): TemplateResult {
    const action = this.#step?.action?.() ?? null
    const steps: StepName[] = this.#steps.filter((step) => step !== 'done')
    const index = steps.indexOf(this.state.step)
    const { text, format } = this
    const fills = this.#isUnderWay && this.state.step !== 'services'
    return html`<form
      class=${fills ? 'step full' : 'step'}
      novalidate
      aria-labelledby="title"
      @change=${() => this.dismiss()}
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
      ${isBefore(this.state.step, 'contact') ? nothing : this.#holdBanner.render()}
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
    const isEmpty = this.state.serviceIds.length === 0
    return html`<footer class=${isEmpty ? 'foot empty' : 'foot'} part="footer">
      <div class="grow">${this.#summary()}</div>
      <button
        class="primary"
        part="button"
        aria-disabled=${this.busy ? 'true' : nothing}
        @click=${ignoreSecondClick}
      >
        ${label}
      </button>
    </footer>`
  }

  #summary(): TemplateResult | typeof nothing {
    const { screen, state, text, format } = this
    const count = state.serviceIds.length
    if (count === 0) return nothing
    const { minutes, price } = totalsOf(screen, state)
    const total =
      state.booking?.total ?? (state.hold?.total ?? price) - (this.#step?.saving?.() ?? 0)
    const when =
      state.date &&
      state.time &&
      `${format.shortDate(state.date)}${format.comma}${format.time(state.time)}`
    return html`<span class="strong">${format.money(total)}</span>
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

/** The second click of a double click would already be on the button of the next step. */
const ignoreSecondClick = (event: MouseEvent) => {
  if (event.detail > 1) event.preventDefault()
}

const catalogCodes: ReadonlySet<string> = new Set([
  'SERVICE_NOT_FOUND',
  'SERVICE_NOT_BOOKABLE',
  'SERVICE_NOT_OFFERED',
  'PROFESSIONAL_NOT_FOUND',
])

const stepClasses: Record<StepName, StepClass> = {
  services: ServicesStep,
  professional: ProfessionalStep,
  time: TimeStep,
  contact: ContactStep,
  payment: PaymentStep,
  done: DoneStep,
}

defineElement('silla-booking', SillaBooking)
