import { html, nothing, type TemplateResult } from 'lit/html.js'
import { Failure } from '../api/failure.ts'
import { chevron } from '../style/icons.ts'
import { fill } from '../text/fill.ts'
import { freeTimes } from './free-times.ts'
import { hold } from './hold.ts'
import type { BookingHost } from './step.ts'
import { type Choice, chosenServices, offeredServices } from './visit.ts'

/** The next free time of a visit. */
interface Found {
  date: string
  time: string
  /** How many people are free then; 0: not known yet, or one that was chosen. */
  people: number
  isToday: boolean
}

/**
 * The next free time, above the services: one tap chooses it and leads to the contact details. It is
 * that of the chosen services; as long as there are none, of those that were booked here last, or of
 * one that the salon features.
 */
export class NextTime {
  readonly #host: BookingHost
  #choice: Choice | null = null
  /** undefined: not known yet; null: nothing is free, or it cannot be read. */
  #found: Found | null | undefined

  constructor(host: BookingHost) {
    this.#host = host
  }

  /** Reads it, when it is for other services than before. The steps do not wait for it. */
  async load(): Promise<void> {
    const choice = this.#offered()
    if (choice.serviceIds.join() === this.#choice?.serviceIds.join()) return
    this.#choice = choice
    this.#found = undefined
    try {
      await this.#read(choice)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      // the calendar will say why
      if (this.#choice === choice) this.#found ??= null
    }
    this.#host.requestUpdate()
  }

  async #read(choice: Choice): Promise<void> {
    if (choice.serviceIds.length === 0) return
    const source = freeTimes(this.#host, choice)
    const { desde, dias } = await source.days()
    if (this.#choice !== choice) return
    const day = dias.find(({ disponible }) => disponible)
    const [date, time] = [day?.fecha, day?.primer_slot]
    this.#found = date && time ? { date, time, people: 0, isToday: date === desde } : null
    this.#host.requestUpdate()
    if (!date || choice.professionalId) return
    const first = (await source.slots(date)).slots.find(({ disponible }) => disponible)
    if (this.#choice === choice && first && this.#found)
      this.#found = {
        ...this.#found,
        time: first.hora_inicio,
        people: first.peluqueros?.length ?? 0,
      }
  }

  #offered(): Choice {
    const { state, lastServices } = this.#host
    const { serviceIds, professionalId, people } = state
    if (serviceIds.length > 0) return { serviceIds, professionalId, people }
    const all = offeredServices(this.#host)
    const last = all.map(({ id }) => id).filter((id) => lastServices.read()?.includes(id))
    const featured = all.find(({ destacado }) => destacado) ?? all[0]
    return { serviceIds: last.length > 0 || !featured ? last : [featured.id], professionalId }
  }

  render(): TemplateResult | typeof nothing {
    const { text, screen, format } = this.#host
    const choice = this.#choice
    const found = this.#found
    if (!choice) return nothing
    if (found === undefined) return html`<div class="bone next-time"></div>`
    if (found === null) return html`<p class="next-time muted">${text.time.noneSoon}</p>`
    const { date, time, people, isToday } = found
    const when = `${isToday ? text.time.today : format.shortDate(date)} ${format.time(time)}`
    const names = chosenServices(screen, choice).map(({ nombre }) => nombre)
    return html`<button type="button" class="next-time" part="next-time" @click=${() => this.#take(choice, found)}>
      <span class="grow">
        <span class="strong line">${fill(text.time.next, { time: when })}</span>
        <span class="small line"
          >${names.join(format.comma)}${people > 0 ? ` · ${format.count(text.time.people, people)}` : nothing}</span
        >
      </span>
      <span class="mirror next">${chevron}</span>
    </button>`
  }

  #take(choice: Choice, { date, time }: Found): void {
    this.#host.change({ ...choice, date, time })
    void hold(this.#host)
  }
}
