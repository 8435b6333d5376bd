import { addDays, firstDay, monthOf, shiftMonth, weeksOf } from '@silla/widget/shared'
import { html, type TemplateResult } from 'lit/html.js'
import type { Agenda } from '../api/api.ts'
import { minutesOf } from '../grid/day-scale.ts'
import type { Host, View } from '../host/host.ts'
import { dateOfQuery } from '../host/place.ts'
import { AgendaSource } from './agenda-source.ts'
import { dateBar, dateKeys } from './date-bar.ts'

/** How full a day is. */
interface Fullness {
  visits: number
  /** Of the minutes that somebody works, those that are taken; 0 to 1. */
  share: number
  isOpen: boolean
}

const daysOfRequest = 7

/** A month as occupancy (D71): each day leads to its agenda. */
export default class MonthView implements View {
  readonly #host: Host
  readonly #source: AgendaSource
  #days = new Map<string, Fullness>()

  constructor(host: Host) {
    this.#host = host
    this.#source = new AgendaSource(host)
  }

  get #date(): string {
    return dateOfQuery(this.#host.place.query) ?? this.#host.today()
  }

  get title(): string {
    return this.#host.format.month(monthOf(this.#date))
  }

  async load(): Promise<void> {
    const month = monthOf(this.#date)
    const starts = [0, 1, 2, 3, 4].map((week) => addDays(firstDay(month), week * daysOfRequest))
    await Promise.all(
      starts.map(async (fecha) => {
        const agenda = await this.#source.read({ fecha, dias: daysOfRequest })
        for (const [date, fullness] of fullnessOf(agenda)) this.#days.set(date, fullness)
        this.#host.requestUpdate()
      }),
    )
  }

  key(event: KeyboardEvent): boolean {
    return dateKeys(this.#host, event, this.#bar)
  }

  get #bar() {
    const { text, go, today, place } = this.#host
    return {
      date: this.#date,
      previous: text.month.previous,
      next: text.month.next,
      show: (fecha: string) =>
        go('mes', {
          ...Object.fromEntries(place.query),
          fecha: fecha === today() ? undefined : fecha,
        }),
      turn: (months: 1 | -1) => this.#bar.show(firstDay(shiftMonth(monthOf(this.#date), months))),
    }
  }

  toolbar(): TemplateResult {
    return dateBar(this.#host, this.#bar)
  }

  render(): TemplateResult {
    const { format } = this.#host
    const order = Array.from(
      { length: 7 },
      (_, index) => ((format.firstWeekday - 1 + index) % 7) + 1,
    )
    return html`<table class="month">
      <thead>
        <tr>
          ${order.map(
            (day) => html`<th scope="col">
              <span aria-hidden="true">${format.weekday(day, 'short')}</span>
              <span class="hidden">${format.weekday(day, 'long')}</span>
            </th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${weeksOf(monthOf(this.#date), format.firstWeekday).map(
          (week) =>
            html`<tr>${week.map((date) => html`<td>${date ? this.#day(date) : ''}</td>`)}</tr>`,
        )}
      </tbody>
    </table>`
  }

  #day(date: string): TemplateResult {
    const { format, text, go, today } = this.#host
    const known = this.#days.get(date)
    const percent = Math.round((known?.share ?? 0) * 100)
    const words =
      known && !known.isOpen && known.visits === 0
        ? text.day.closed
        : format.count(text.day.visits, known?.visits ?? 0)
    const isEmpty = known?.visits === 0
    return html`<button
      type="button"
      class="month-day ${date === today() ? 'today' : ''} ${known?.isOpen === false ? 'closed' : ''}"
      aria-current=${date === today() ? 'date' : 'false'}
      @click=${() => go('dia', { fecha: date })}
    >
      <span class="num" aria-hidden="true">${format.dayOfMonth(date)}</span>
      <span class="hidden">${format.date(date)}: </span>
      <span class="small muted ${isEmpty && known.isOpen ? 'hidden' : ''}">${known ? words : ''}</span>
      <span class="hidden">, ${format.number(percent)} %</span>
      <span class="bar-of" aria-hidden="true" .style="--share:${percent}%"></span>
    </button>`
  }
}

function fullnessOf({ dias, reservas }: Agenda): [string, Fullness][] {
  return dias.map(({ fecha, tipo, profesionales }) => {
    const visits = reservas.filter((booking) => booking.fecha === fecha)
    const works = profesionales
      .flatMap(({ turnos }) => turnos)
      .reduce((sum, { desde, hasta }) => sum + (minutesOf(hasta) || 1440) - minutesOf(desde), 0)
    const taken = visits
      .flatMap(({ servicios }) => servicios.flatMap(({ tramos }) => tramos))
      .filter(({ tipo: kind }) => kind !== 'espera')
      .reduce((sum, { inicio, fin }) => sum + (Date.parse(fin) - Date.parse(inicio)) / 60_000, 0)
    const share = works > 0 ? Math.min(1, taken / works) : 0
    return [fecha, { visits: visits.length, share, isOpen: tipo === 'abierto' }]
  })
}
