import { addDays, fill, weekday } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Agenda } from '../api/api.ts'
import { select } from '../dialogs/fields.ts'
import { openAbsence, openNewBooking } from '../dialogs/open-new.ts'
import { openPiece } from '../dialogs/open-piece.ts'
import { type Columns, columnsOfWeek } from '../grid/day-columns.ts'
import { type Drop, GridControl } from '../grid/grid-control.ts'
import { legend } from '../grid/legend.ts'
import type { Host, View } from '../host/host.ts'
import { dateOfQuery } from '../host/place.ts'
import { datesOf } from '../host/when.ts'
import { AgendaSource } from './agenda-source.ts'
import { dateBar, dateKeys } from './date-bar.ts'

/** The week of one professional (D71). */
export default class WeekView implements View {
  readonly #host: Host
  readonly #source: AgendaSource
  readonly #control: GridControl
  #agenda: Agenda | null = null
  /** The first day that is shown. */
  #first = ''
  #columns: Columns | null = null

  constructor(host: Host) {
    this.#host = host
    this.#source = new AgendaSource(host)
    this.#control = new GridControl(host, {
      open: (piece) => void openPiece(host, piece),
      openColumn: ({ date }) => host.go('dia', { fecha: date }),
      add: ({ professionalId, date, scale }, minute) => {
        if (!host.may('citas.gestionar')) return
        void openNewBooking(host, { professionalId, date, time: scale.clockAt(minute) })
      },
      drop: (drop) => void this.#drop(drop),
    })
  }

  get title(): string {
    return this.#datesFrom(this.#monday())
  }

  #datesFrom(first: string): string {
    return datesOf(this.#host, [first, addDays(first, 6)])
  }

  /** The first day of the week, as the salon's country counts. */
  #monday(): string {
    const { place, today, format } = this.#host
    const date = dateOfQuery(place.query) ?? today()
    return addDays(date, -((weekday(date) - format.firstWeekday + 7) % 7))
  }

  get #professional(): number {
    const { place, ownProfessional, professionals } = this.#host
    return Number(place.query.get('persona')) || (ownProfessional() ?? professionals()[0]?.id ?? 0)
  }

  async load(): Promise<void> {
    const id = this.#professional
    const first = this.#monday()
    const query = { fecha: first, dias: 7, peluquero_id: id }
    const agenda = await this.#source.readNext(query, () => {
      this.#columns = null
    })
    if (!agenda) return
    if (agenda !== this.#agenda || !this.#columns) this.#columns = columnsOfWeek(agenda, id)
    this.#agenda = agenda
    this.#first = first
    this.#control.set(this.#columns)
    this.#host.requestUpdate()
  }

  key(event: KeyboardEvent): boolean {
    return dateKeys(this.#host, event, this.#bar)
  }

  get #bar() {
    const { text, place, today } = this.#host
    const date = dateOfQuery(place.query) ?? today()
    return {
      date,
      previous: text.week.previous,
      next: text.week.next,
      show: (fecha: string) => this.#go({ fecha: fecha === today() ? undefined : fecha }),
      turn: (weeks: 1 | -1) => this.#bar.show(addDays(date, weeks * 7)),
    }
  }

  #go(query: { fecha?: string | undefined; persona?: number }): void {
    const { place, go } = this.#host
    go('semana', { ...Object.fromEntries(place.query), ...query })
  }

  toolbar(): TemplateResult {
    const { text, professionals } = this.#host
    return html`<div class="who-of">
        ${select({
          label: text.fields.professional,
          value: `${this.#professional}`,
          choices: professionals().map(({ id, nombre }) => ({ value: `${id}`, label: nombre })),
          changed: (value) => this.#go({ persona: Number(value) }),
        })}
        ${this.#absenceButton()}
      </div>
      ${dateBar(this.#host, this.#bar)}`
  }

  /** For who may give visits to others. */
  #absenceButton(): TemplateResult | typeof nothing {
    const { text, may, professionals } = this.#host
    const professional = professionals().find(({ id }) => id === this.#professional)
    if (!professional || !may('citas.gestionar') || !may('agenda.todas')) return nothing
    return html`<button
      type="button"
      class="secondary"
      @click=${() => openAbsence(this.#host, professional, this.#bar.date)}
    >
      ${text.absence.open}
    </button>`
  }

  /** To another day: the same people do it. */
  async #drop({ piece, column, before, from }: Drop): Promise<void> {
    if (piece.what.kind !== 'booking') return
    const { MoveDialog } = await import('../dialogs/move-dialog.ts')
    const { booking } = piece.what
    const people = booking.servicios.map(({ profesional_id }) => profesional_id)
    const start = before.scale.minuteOf(booking.inicio) + from - piece.from
    const target = { date: column.date, time: column.scale.clockAt(start), people }
    this.#host.open(new MoveDialog(this.#host, { ...booking, people }, target))
  }

  render(): TemplateResult {
    if (!this.#columns) return html`<div class="skeleton" aria-hidden="true"></div>`
    const { text, format, today } = this.#host
    return html`${this.#control.render({
      label: fill(text.week.gridOf, { date: this.#datesFrom(this.#first) }),
      isBehind: this.#source.isBehind,
      head: ({ date, works, pieces }) => {
        const visits = pieces.filter(({ what }) => what.kind === 'booking').length
        return html`<span class="name day ${date === today() ? 'today' : ''}">${format.shortDate(date)}</span>
          <span class="muted small day"
            >${works.length + visits === 0 ? text.day.off : format.count(text.day.visits, visits)}</span
          >`
      },
    })}
    ${legend(this.#host.catalog)}`
  }
}
