import { html, type TemplateResult } from 'lit/html.js'
import { loaded } from '../../api/failure.ts'
import { Calendar } from '../../calendar/calendar.ts'
import { fill } from '../../text/fill.ts'
import { placeOf } from '../../visit/place-of.ts'
import { ContactForm } from '../contact-form.ts'
import { freeTimes } from '../free-times.ts'
import { hold } from '../hold.ts'
import { loadOwnServices } from '../load-screen.ts'
import type { BookingHost, Step } from '../step.ts'
import { visitBody } from '../visit.ts'
import type { WaitlistForm } from '../waitlist-form.ts'

/** The choice of a day and a time, which is then held. */
export class TimeStep implements Step {
  readonly #host: BookingHost
  readonly #calendar: Calendar
  /** Takes the place of the calendar while it is filled in. */
  #waitlist: WaitlistForm | null = null

  constructor(host: BookingHost) {
    this.#host = host
    const { screen, state } = host
    const { configuracion } = screen.negocio
    this.#calendar = new Calendar(host, {
      source: freeTimes(host, state),
      horizonDays: configuracion.antelacion_maxima_dias,
      timeZone: configuracion.timezone,
      place: placeOf(screen.negocio),
      date: state.date,
      time: state.time,
      changed: (date, time) => host.change({ date, time }),
      emptyMonth: (from, until) => this.#offerWaitlist(from, until),
    })
  }

  title(): string {
    return (this.#waitlist ?? this.#host.text.time).title
  }

  enter(): void {
    const { api, screen, state } = this.#host
    void this.#calendar.start()
    void this.#host.load(async () => {
      await loadOwnServices(api, screen, state)
      this.#host.requestUpdate()
    })
  }

  render(): TemplateResult {
    return this.#waitlist?.render() ?? this.#calendar.render()
  }

  action() {
    return this.#waitlist?.action() ?? { label: this.#host.text.next, run: () => this.#continue() }
  }

  /** Shows another time that the API has named in place of a lost one. */
  choose(date: string, time: string): void {
    void this.#calendar.choose(date, time)
  }

  reload(): void {
    void this.#calendar.reload()
  }

  #offerWaitlist(from: string, until: string): TemplateResult {
    const leave = () => this.#showWaitlist(null)
    return html`<button
      type="button"
      class="secondary"
      @click=${() => this.#host.load(() => this.#openWaitlist({ from, until, leave }))}
    >
      ${this.#host.text.time.waitlist}
    </button>`
  }

  async #openWaitlist(options: { from: string; until: string; leave: () => void }): Promise<void> {
    const host = this.#host
    const { WaitlistForm } = await loaded(import('../waitlist-form.ts'))
    const contact = new ContactForm(host)
    const visit = visitBody(host.screen, host.state)
    await this.#showWaitlist(new WaitlistForm(host, { ...options, contact, visit, html, fill }))
  }

  async #showWaitlist(form: WaitlistForm | null): Promise<void> {
    this.#waitlist = form
    this.#host.requestUpdate()
    await this.#host.updateComplete
    this.#host.renderRoot.querySelector<HTMLElement>('#title')?.focus()
  }

  async #continue(): Promise<void> {
    const { state, text } = this.#host
    if (state.time) return hold(this.#host)
    this.#host.show(state.date ? text.time.chooseTime : text.time.chooseDay)
    const next = state.date ? '.pill input' : '[tabindex="0"][data-date]'
    this.#host.renderRoot.querySelector<HTMLElement>(next)?.focus()
  }
}
