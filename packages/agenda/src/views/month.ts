import { firstDay, monthOf, shiftMonth, weeksOf } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { AgendaMonth, Known } from '../api/api.ts'
import { select } from '../dialogs/fields.ts'
import type { Host, View } from '../host/host.ts'
import { dateOfQuery } from '../host/place.ts'
import { clock } from '../style/icons.ts'
import { dateBar, dateKeys } from './date-bar.ts'

/** A month as occupancy (D71): each day leads to its agenda. */
export default class MonthView implements View {
  readonly #host: Host
  readonly #known = new Map<string, Known<AgendaMonth>>()
  /** The name in `#known` of what the address names. */
  #wanted = ''

  constructor(host: Host) {
    this.#host = host
  }

  get #date(): string {
    return dateOfQuery(this.#host.place.query) ?? this.#host.today()
  }

  get title(): string {
    return this.#host.format.month(monthOf(this.#date))
  }

  /** Whose days are shown; undefined: everybody's whom the person may see. */
  get #professional(): number | undefined {
    return Number(this.#host.place.query.get('persona')) || undefined
  }

  async load(): Promise<void> {
    const query = { mes: monthOf(this.#date), peluquero_id: this.#professional }
    const name = JSON.stringify(query)
    this.#wanted = name
    const known = await this.#host.api.agendaMonth(query, this.#known.get(name) ?? null)
    this.#known.set(name, known)
    this.#host.setStoredAt(null)
    this.#host.requestUpdate()
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
    return html`${this.#people()}${dateBar(this.#host, this.#bar)}`
  }

  #people(): TemplateResult | typeof nothing {
    const { text, professionals, place, go } = this.#host
    const all = professionals()
    if (all.length < 2) return nothing
    return html`<div class="who-of">
      ${select({
        label: text.fields.professional,
        value: `${this.#professional ?? ''}`,
        choices: [
          { value: '', label: text.filter.all },
          ...all.map(({ id, nombre }) => ({ value: `${id}`, label: nombre })),
        ],
        changed: (persona) => go('mes', { ...Object.fromEntries(place.query), persona }),
      })}
    </div>`
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
    const month = this.#known.get(this.#wanted)?.value
    const known = month?.dias.find(({ fecha }) => fecha === date)
    const isOpen = known?.tipo === 'abierto'
    const percent = known ? percentOf(known) : 0
    const words =
      known && !isOpen && known.reservas === 0
        ? text.day.closed
        : format.count(text.day.visits, known?.reservas ?? 0)
    const isEmpty = known?.reservas === 0
    return html`<button
      type="button"
      class="month-day ${date === today() ? 'today' : ''} ${known && !isOpen ? 'closed' : ''}"
      aria-current=${date === today() ? 'date' : 'false'}
      @click=${() => go('dia', { fecha: date })}
    >
      <span class="num" aria-hidden="true">${format.dayOfMonth(date)}</span>
      <span class="hidden">${format.date(date)}: </span>
      <span class="small muted ${isEmpty && isOpen ? 'hidden' : ''}">${known ? words : ''}</span>
      ${known && known.pendientes > 0 ? this.#pending(known.pendientes) : nothing}
      <span class="hidden">, ${format.number(percent)} %</span>
      <span class="bar-of" aria-hidden="true" .style="--share:${percent}%"></span>
    </button>`
  }

  #pending(count: number): TemplateResult {
    const { text, format } = this.#host
    return html`<span class="pending small">
      <span class="hidden">, ${text.states.pendiente}: </span>${clock}${format.number(count)}
    </span>`
  }
}

/** Of the minutes that somebody works, those that are taken. */
const percentOf = ({ minutos_ocupados, minutos_trabajo }: AgendaMonth['dias'][number]): number =>
  minutos_trabajo > 0 ? Math.min(100, Math.round((100 * minutos_ocupados) / minutos_trabajo)) : 0
