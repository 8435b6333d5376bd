import { html, type TemplateResult } from 'lit/html.js'
import { Calendar } from '../../calendar/calendar.ts'
import { placeOf } from '../../visit/place-of.ts'
import { freeTimes } from '../free-times.ts'
import { hold } from '../hold.ts'
import { loadOwnServices } from '../load-screen.ts'
import type { BookingHost, Step } from '../step.ts'
import { WaitlistForm } from '../waitlist-form.ts'

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
    const { time, waitlist } = this.#host.text
    return this.#waitlist ? waitlist.title : time.title
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
    const open = () => this.#showWaitlist(new WaitlistForm(this.#host, { from, until, leave }))
    return html`<button type="button" class="secondary" @click=${open}>
      ${this.#host.text.waitlist.offer}
    </button>`
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
