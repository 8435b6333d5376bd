import { html, nothing, type TemplateResult } from 'lit/html.js'
import { addDays, firstDay, lastDay, monthOf, shiftMonth } from '../dates.ts'
import type { SillaHost } from '../element/host.ts'
import { fill } from '../text/fill.ts'
import type { AvailabilitySource, Day, Slot } from './availability.ts'
import { dateGrid, focusDate } from './date-grid.ts'
import { timeList } from './time-list.ts'
import { zoneNote } from './zone-note.ts'

export interface CalendarOptions {
  source: AvailabilitySource
  /** How many days ahead the salon takes bookings. */
  horizonDays: number
  timeZone: string
  /** The name of the place whose time it is. */
  place: string
  date: string | null
  time: string | null
  /** Another day or time was chosen; the time is null until one of that day is. */
  changed(date: string, time: string | null): void
  /** Shown with a month without a free time: another way than to wait for the next one. */
  emptyMonth?: (from: string, until: string) => TemplateResult
}

/**
 * A month's days and the times of the chosen day. It begins with the first free day, so that times
 * are on the screen after two requests.
 */
export class Calendar {
  readonly #host: SillaHost
  readonly #options: CalendarOptions
  readonly #days = new Map<string, Day>()
  readonly #loaded = new Set<string>()
  /** The salon's today; null until the first response. */
  #today: string | null = null
  #month = ''
  /** The day that Tab leads to. */
  #focused = ''
  #date: string | null
  #time: string | null
  /** The free times of the chosen day; null while they are loaded. */
  #slots: readonly Slot[] | null = null

  constructor(host: SillaHost, options: CalendarOptions) {
    this.#host = host
    this.#options = options
    this.#date = options.date
    this.#time = options.time
  }

  /** Reads the free days, and the times of the chosen day or else of the first free one. */
  start(): Promise<void> {
    return this.#host.load(async () => {
      const { desde, dias } = await this.#options.source.days()
      this.#today = desde
      this.#add(dias)
      this.#loaded.add(monthOf(desde))
      const chosen = this.#date !== null && this.#date >= desde ? this.#date : null
      const date = chosen ?? (await this.#firstFree())
      this.#showMonth(monthOf(date ?? desde))
      this.#focused = date ?? desde
      if (date) void this.choose(date, chosen ? this.#time : null)
      this.#host.requestUpdate()
    })
  }

  /** Shows a day and its times; a time that is not free is not chosen. */
  choose(date: string, time: string | null = null): Promise<void> {
    this.#date = date
    this.#time = time
    this.#focused = date
    this.#showMonth(monthOf(date))
    this.#slots = null
    this.#options.changed(date, time)
    this.#host.requestUpdate()
    return this.reload()
  }

  /** Reads the times of the chosen day again, when one of them was lost. */
  reload(): Promise<void> {
    return this.#host.load(async () => {
      const date = this.#date
      if (!date) return
      const { slots } = await this.#options.source.slots(date)
      if (date !== this.#date) return
      this.#slots = slots.filter(({ disponible }) => disponible)
      if (!this.#slots.some(({ hora_inicio }) => hora_inicio === this.#time)) this.#pick(null)
      this.#host.requestUpdate()
    })
  }

  /** The button for it goes away with the month. */
  #goTo(date: string): void {
    void this.#chooseAndAnnounce(date)
    void this.#focus(date)
  }

  async #chooseAndAnnounce(date: string): Promise<void> {
    await this.choose(date)
    const { text, format } = this.#host
    if (date === this.#date && this.#slots)
      this.#host.announce(
        `${fill(text.time.timesOn, { date: format.date(date) })}: ${format.count(text.time.free, this.#slots.length)}`,
      )
  }

  get #horizon(): string {
    return addDays(this.#today ?? '', this.#options.horizonDays)
  }

  #add(days: readonly Day[]): void {
    for (const day of days) this.#days.set(day.fecha, day)
  }

  /** The first free day; where the first month has none, the following ones are read. */
  async #firstFree(): Promise<string | null> {
    const known = this.#nextFree('')
    const today = this.#today ?? ''
    const from = addDays(today, 31)
    if (known || from > this.#horizon) return known
    const furthest = addDays(from, longestRangeDays)
    const until = furthest < this.#horizon ? furthest : this.#horizon
    this.#add((await this.#options.source.days({ from, until })).dias)
    return this.#nextFree('')
  }

  #nextFree(after: string): string | null {
    const free = [...this.#days.values()].filter((day) => day.disponible && day.fecha > after)
    return free.map(({ fecha }) => fecha).sort()[0] ?? null
  }

  #showMonth(month: string): void {
    this.#month = month
    if (this.#loaded.has(month) || !this.#today) return
    const from = firstDay(month) > this.#today ? firstDay(month) : this.#today
    const until = lastDay(month) < this.#horizon ? lastDay(month) : this.#horizon
    this.#loaded.add(month)
    void this.#host.load(async () => {
      try {
        this.#add((await this.#options.source.days({ from, until })).dias)
      } catch (error) {
        this.#loaded.delete(month)
        throw error
      }
      this.#host.requestUpdate()
    })
  }

  #pick(time: string | null): void {
    this.#time = time
    if (this.#date) this.#options.changed(this.#date, time)
  }

  /** Moves the focus within the range that can be booked. */
  async #focus(date: string): Promise<void> {
    const today = this.#today ?? date
    this.#focused = date < today ? today : date > this.#horizon ? this.#horizon : date
    this.#showMonth(monthOf(this.#focused))
    this.#host.requestUpdate()
    await this.#host.updateComplete
    focusDate(this.#host.renderRoot, this.#focused)
  }

  #turn(months: number): void {
    const month = shiftMonth(this.#month, months)
    const today = this.#today ?? ''
    this.#focused = firstDay(month) < today ? today : firstDay(month)
    this.#showMonth(month)
    this.#host.announce(this.#host.format.month(month))
  }

  render(): TemplateResult {
    if (!this.#today) return calendarSkeleton()
    return html`<div class="when">
      <div class="days">
        ${dateGrid(this.#host, {
          month: this.#month,
          firstMonth: monthOf(this.#today),
          lastMonth: monthOf(this.#horizon),
          today: this.#today,
          days: this.#days,
          chosen: this.#date,
          focused: this.#focused,
          turn: (months) => this.#turn(months),
          focus: (date) => this.#focus(date),
          choose: (date) => {
            this.#host.dismiss()
            void this.#chooseAndAnnounce(date)
          },
        })}
        ${this.#date ? this.#monthNote() : nothing}
      </div>
      <div class="times">${zoneNote(this.#host, this.#options.timeZone, this.#options.place)} ${this.#times()}</div>
    </div>`
  }

  #times(): TemplateResult | typeof nothing {
    if (!this.#date) return this.#monthNote()
    return timeList(this.#host, {
      date: this.#date,
      time: this.#time,
      slots: this.#slots,
      choose: (time) => this.#pick(time),
    })
  }

  /** Where a month has nothing free, the way to the next free day. */
  #monthNote(): TemplateResult | typeof nothing {
    const { text, format } = this.#host
    const days = [...this.#days.values()].filter(({ fecha }) => monthOf(fecha) === this.#month)
    const isComplete = days.some(
      ({ fecha }) => fecha === lastDay(this.#month) || fecha === this.#horizon,
    )
    if (!isComplete || days.some(({ disponible }) => disponible)) return nothing
    const next = this.#nextFree(lastDay(this.#month))
    const bookable = days.map(({ fecha }) => fecha).filter((date) => date <= this.#horizon)
    const [first = '', last = first] = [bookable.at(0), bookable.at(-1)]
    return html`<p class="muted">
        ${fill(text.time.noneInMonth, { month: format.month(this.#month) })}
      </p>
      <div class="actions">
        ${
          next
            ? html`<button type="button" class="secondary" @click=${() => this.#goTo(next)}>
                ${fill(text.time.nextFree, { date: format.date(next) })}
              </button>`
            : nothing
        }
        ${this.#options.emptyMonth?.(first, last) ?? nothing}
      </div>`
  }
}

/** What the API answers at most, less the first day. */
const longestRangeDays = 91

/** As large as what follows. */
const calendarSkeleton = (): TemplateResult =>
  html`<div class="when" aria-hidden="true">
    <div class="days"><div class="bone month"></div></div>
    <div class="times"><div class="bone month"></div></div>
  </div>`
