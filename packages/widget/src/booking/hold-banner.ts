import { html, nothing, type TemplateResult } from 'lit/html.js'
import { fill } from '../text/fill.ts'
import { extendHold } from './hold.ts'
import type { BookingHost } from './step.ts'

/**
 * How long the chosen time is still held, or the booked one kept for its payment: quiet, by the minute,
 * and by the second in the last two. A hold can be extended once while it ends (WCAG 2.2.1).
 */
export class HoldBanner {
  readonly #host: BookingHost
  #timer: ReturnType<typeof setInterval> | undefined
  #announced = false

  constructor(host: BookingHost) {
    this.#host = host
  }

  start(): void {
    this.stop()
    this.#announced = false
    this.#timer = setInterval(() => this.#tick(), 1000)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #tick(): void {
    const { text, state } = this.#host
    if (!this.#until) return
    const left = this.#secondsLeft()
    if (left <= 0) {
      this.stop()
      // what became of a booking is read from the API
      if (!state.booking) this.#host.announce(text.hold.expired)
    } else if (left <= endingSeconds && !this.#announced) {
      this.#announced = true
      this.#host.announce(text.hold.ending)
    }
    if (left > endingSeconds) this.#announced = false
    if (left <= endingSeconds || left % 60 === 0) this.#host.requestUpdate()
  }

  /** In milliseconds since 1970; 0: nothing is held. */
  get #until(): number {
    const { step, hold, heldUntil, booking, detail } = this.#host.state
    if (booking) return step === 'payment' ? Date.parse(detail?.expira_en ?? '') || 0 : 0
    return hold ? heldUntil : 0
  }

  #secondsLeft(): number {
    return Math.ceil((this.#until - Date.now()) / 1000)
  }

  render(): TemplateResult | typeof nothing {
    const { state, text } = this.#host
    const left = this.#secondsLeft()
    if (!this.#until || (state.booking && left <= 0)) return nothing
    const change = html`<button type="button" class="link" @click=${() => this.#host.go('time')}>
      ${text.hold.change}
    </button>`
    if (left <= 0) return html`<div class="panel hold"><p>${text.hold.expired}</p>${change}</div>`
    return html`<div class="panel hold">
      <p>${fill(text.hold.kept, { time: this.#format(left) })}</p>
      ${
        state.hold && left <= endingSeconds && !state.holdExtended
          ? html`<button type="button" class="link" @click=${() => extendHold(this.#host)}>
              ${text.hold.extend}
            </button>`
          : nothing
      }
    </div>`
  }

  #format(seconds: number): string {
    const { format } = this.#host
    if (seconds > endingSeconds) return format.duration(Math.ceil(seconds / 60))
    const rest = format.number(seconds % 60)
    return `${format.number(Math.floor(seconds / 60))}:${rest.padStart(2, format.number(0))}`
  }
}

const endingSeconds = 120
