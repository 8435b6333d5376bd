import { addDays, fill } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Agenda } from '../api/api.ts'
import { openNewBooking } from '../dialogs/open-new.ts'
import { openPiece } from '../dialogs/open-piece.ts'
import { type Column, type Columns, columnsOfDay, dayOf } from '../grid/day-columns.ts'
import { type Drop, GridControl } from '../grid/grid-control.ts'
import { legend } from '../grid/legend.ts'
import type { Host, View } from '../host/host.ts'
import { dateOfQuery, shownProfessionals } from '../host/place.ts'
import { AgendaSource } from './agenda-source.ts'
import { dateBar, dateKeys } from './date-bar.ts'
import { peopleFilter } from './people-filter.ts'

/** The day of all professionals (D71). */
export default class DayView implements View {
  readonly #host: Host
  readonly #source: AgendaSource
  readonly #control: GridControl
  #agenda: Agenda | null = null
  #date = ''
  #wanted = ''
  #columns: Columns | null = null

  constructor(host: Host) {
    this.#host = host
    this.#source = new AgendaSource(host)
    this.#control = new GridControl(host, {
      open: (piece) => void openPiece(host, piece),
      openColumn: ({ professionalId }) =>
        host.go('semana', { fecha: this.#date, persona: professionalId }),
      add: (column, minute) => this.#add(column, minute),
      drop: (drop) => void this.#drop(drop),
    })
  }

  get title(): string {
    const { format } = this.#host
    return format.date(dateOfQuery(this.#host.place.query) ?? this.#host.today())
  }

  async load(): Promise<void> {
    const { place } = this.#host
    const date = dateOfQuery(place.query) ?? this.#host.today()
    const agenda = await this.#source.readNext({ fecha: date }, () => {
      this.#columns = null
    })
    if (!agenda) return
    if (date !== this.#date) this.#control.scrollAgain()
    const wanted = shownProfessionals(place.query)
    const isSame = agenda === this.#agenda && date === this.#date && `${wanted}` === this.#wanted
    if (!isSame || !this.#columns) this.#columns = columnsOfDay(agenda, date, wanted)
    this.#date = date
    this.#agenda = agenda
    this.#wanted = `${wanted}`
    this.#control.set(this.#columns)
    this.#host.requestUpdate()
  }

  key(event: KeyboardEvent): boolean {
    return dateKeys(this.#host, event, this.#bar)
  }

  toolbar(): TemplateResult {
    const { place } = this.#host
    return html`${peopleFilter(this.#host, {
      chosen: shownProfessionals(place.query),
      choose: (ids) => this.#go({ personas: ids.join(',') }),
    })}
    ${dateBar(this.#host, this.#bar)}`
  }

  get #bar() {
    const { text, today, place } = this.#host
    const date = dateOfQuery(place.query) ?? today()
    return {
      date,
      previous: text.day.previous,
      next: text.day.next,
      show: (fecha: string) => this.#go({ fecha: fecha === today() ? undefined : fecha }),
      turn: (days: 1 | -1) => this.#bar.show(addDays(date, days)),
    }
  }

  #go(query: { fecha?: string | undefined; personas?: string }): void {
    const { place, go } = this.#host
    go('dia', { ...Object.fromEntries(place.query), ...query })
  }

  #add(column: Column, minute: number): void {
    if (!this.#host.may('citas.gestionar')) return
    void openNewBooking(this.#host, {
      professionalId: column.professionalId,
      date: column.date,
      time: column.scale.clockAt(minute),
    })
  }

  /** The whole visit moves with the part that was dropped; its other people stay. */
  async #drop({ piece, before, column, from }: Drop): Promise<void> {
    if (piece.what.kind !== 'booking') return
    const { MoveDialog } = await import('../dialogs/move-dialog.ts')
    const { booking } = piece.what
    const { scale } = column
    const start = scale.minuteOf(booking.inicio) + from - piece.from
    const people = booking.servicios.map((service) =>
      piece.services.includes(service) && column !== before
        ? column.professionalId
        : service.profesional_id,
    )
    const own = booking.servicios.map(({ profesional_id }) => profesional_id)
    this.#host.open(
      new MoveDialog(
        this.#host,
        { ...booking, people: own },
        { date: column.date, time: scale.clockAt(start), people },
      ),
    )
  }

  render(): TemplateResult {
    if (!this.#columns || !this.#agenda)
      return html`<div class="skeleton" aria-hidden="true"></div>`
    const { text, format } = this.#host
    if (this.#columns.columns.length === 0) return this.#nobody()
    return html`${this.#strip()}
    ${this.#control.render({
      label: fill(text.day.gridOf, { date: format.date(this.#date) }),
      isBehind: this.#source.isBehind,
      head: ({ name, works, pieces }) => {
        const visits = pieces.filter(({ what }) => what.kind === 'booking').length
        return html`<span class="initials" aria-hidden="true">${initialsOf(name)}</span>
          <span class="name"><bdi>${name}</bdi></span>
          <span class="muted small"
            >${works.length + visits === 0 ? text.day.off : format.count(text.day.visits, visits)}</span
          >`
      },
    })}
    ${legend(this.#host.catalog)}`
  }

  #nobody(): TemplateResult {
    const { text, may, go } = this.#host
    return html`<div class="empty">
      <p class="strong">${text.day.nobody}</p>
      ${
        may('ajustes.negocio')
          ? html`<button type="button" class="secondary" @click=${() => go('ajustes', { parte: 'personas' })}>
              ${text.day.addPeople}
            </button>`
          : nothing
      }
    </div>`
  }

  /** Why the salon is closed, and the blocks of places, which stand in no column. */
  #strip(): TemplateResult | typeof nothing {
    const { text, format, catalog } = this.#host
    const { tipo, cierres } = dayOf(this.#agenda as Agenda, this.#date)
    const closings = cierres.map(({ motivo, desde_hora, hasta_hora }) =>
      desde_hora && hasta_hora
        ? `${motivo} ${format.time(desde_hora)}–${format.time(hasta_hora)}`
        : motivo,
    )
    const places = (this.#agenda?.bloqueos ?? []).flatMap(({ recurso, unidad, inicio, fin }) =>
      recurso
        ? [
            `${recurso.nombre} ${unidad ?? ''} ${format.clock(new Date(inicio), catalog.timeZone)}–${format.clock(new Date(fin), catalog.timeZone)}`,
          ]
        : [],
    )
    const parts = [
      ...(tipo === 'abierto' ? [] : [text.day.closed]),
      ...(closings.length > 0 && tipo === 'abierto' ? [text.day.partlyClosed] : []),
      ...closings,
      ...places.map((place) => `${text.day.blocked}: ${place}`),
    ]
    return parts.length > 0 ? html`<p class="closings">${parts.join(' · ')}</p>` : nothing
  }
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
