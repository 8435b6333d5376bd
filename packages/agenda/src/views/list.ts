import type { Wire } from '@silla/client'
import { addDays } from '@silla/widget/shared'
import { repeat } from 'lit/directives/repeat.js'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { allItems } from '../api/all-items.ts'
import { openNewBooking } from '../dialogs/open-new.ts'
import { openPiece } from '../dialogs/open-piece.ts'
import { type Column, columnsOfDay } from '../grid/day-columns.ts'
import { isLate, presentIn, shownRange, stateOf } from '../grid/describe.ts'
import type { Piece } from '../grid/pieces.ts'
import { marksOf, spoken } from '../grid/time-grid.ts'
import type { Host, View } from '../host/host.ts'
import { dateOfQuery, shownProfessionals } from '../host/place.ts'
import { AgendaSource } from './agenda-source.ts'
import { bookingRow } from './booking-row.ts'
import { dateBar, dateKeys } from './date-bar.ts'
import { peopleFilter } from './people-filter.ts'

interface Row {
  piece: Piece
  column: Column
}

/** A day as a list in the order of time: for phones and for print (D71). */
export default class ListView implements View {
  readonly #host: Host
  readonly #source: AgendaSource
  #rows: readonly Row[] | null = null
  /** Those of a day; null: they have not been requested. */
  #cancelled: { date: string; bookings: readonly Wire['ReservaDetalle'][] } | null = null

  constructor(host: Host) {
    this.#host = host
    this.#source = new AgendaSource(host)
  }

  get #date(): string {
    return dateOfQuery(this.#host.place.query) ?? this.#host.today()
  }

  get title(): string {
    return this.#host.format.date(this.#date)
  }

  async load(): Promise<void> {
    const date = this.#date
    const agenda = await this.#source.readNext({ fecha: date }, () => {
      this.#rows = null
      this.#cancelled = null
    })
    if (!agenda) return
    const { columns } = columnsOfDay(agenda, date, shownProfessionals(this.#host.place.query))
    this.#rows = columns
      .flatMap((column) => column.pieces.map((piece) => ({ piece, column })))
      .sort((a, b) => a.piece.from - b.piece.from)
    this.#host.requestUpdate()
    if (this.#cancelled) await this.#readCancelled()
  }

  /** The agenda has none of them. */
  async #readCancelled(): Promise<void> {
    const fecha = this.#date
    const shown = shownProfessionals(this.#host.place.query)
    const items = await allItems((page) =>
      this.#host.api.call((silla) =>
        silla.GET('/api/v1/reservas/', {
          params: { query: { estado: 'cancelada', desde: fecha, hasta: fecha, ...page } },
        }),
      ),
    )
    if (fecha !== this.#date) return
    const bookings = items
      .filter(({ profesional }) => shown.length === 0 || shown.includes(profesional.id))
      .reverse()
    this.#cancelled = { date: fecha, bookings }
    this.#host.requestUpdate()
  }

  key(event: KeyboardEvent): boolean {
    return dateKeys(this.#host, event, this.#bar)
  }

  get #bar() {
    const { text, today } = this.#host
    return {
      date: this.#date,
      previous: text.day.previous,
      next: text.day.next,
      show: (fecha: string) => this.#go({ fecha: fecha === today() ? undefined : fecha }),
      turn: (days: 1 | -1) => this.#bar.show(addDays(this.#date, days)),
    }
  }

  #go(query: { fecha?: string | undefined; personas?: string }): void {
    const { place, go } = this.#host
    go('lista', { ...Object.fromEntries(place.query), ...query })
  }

  toolbar(): TemplateResult {
    return html`${peopleFilter(this.#host, {
      chosen: shownProfessionals(this.#host.place.query),
      choose: (ids) => this.#go({ personas: ids.join(',') }),
    })}
    ${dateBar(this.#host, this.#bar)}`
  }

  render(): TemplateResult {
    const { text, format, may } = this.#host
    if (!this.#rows) return html`<div class="skeleton" aria-hidden="true"></div>`
    if (this.#rows.length === 0)
      return html`<div class="empty">
        <p class="strong">${text.list.none}</p>
        ${
          may('citas.gestionar')
            ? html`<button type="button" class="secondary" @click=${() => openNewBooking(this.#host, { date: this.#date })}>
                ${text.booking.title}
              </button>`
            : nothing
        }
        ${this.#cancellations()}
      </div>`
    // as wide as a time of two digits in this language, so that none is cut
    const digits = format.time('22:00').length + 1
    const { isBehind } = this.#source
    return html`<ol class="agenda-list of-day ${isBehind ? 'behind' : ''}" .style="--time:${digits}ch">
      ${repeat(
        this.#rows,
        ({ piece }) => piece.key,
        (row) => this.#row(row),
      )}
    </ol>
    ${this.#cancellations()}`
  }

  /** Who cancelled late may owe a fee, which is charged on the sheet of the visit. */
  #cancellations(): TemplateResult {
    const { text } = this.#host
    // those of another day, as it was before, are not shown
    const cancelled = this.#cancelled?.date === this.#date ? this.#cancelled.bookings : null
    if (!cancelled)
      return html`<div class="cancelled"><div class="actions">
        <button type="button" class="secondary" @click=${() => this.#host.load(() => this.#readCancelled())}>
          ${text.list.showCancelled}
        </button>
      </div></div>`
    return html`<div class="cancelled"><h2>${text.list.cancelled}</h2>
      ${
        cancelled.length === 0
          ? html`<p class="muted">${text.list.noneCancelled}</p>`
          : html`<ul class="agenda-list">
              ${cancelled.map((booking) => html`<li>${bookingRow(this.#host, booking)}</li>`)}
            </ul>`
      }
    </div>`
  }

  #row({ piece, column }: Row): TemplateResult {
    const { text, catalog } = this.#host
    const { what, services } = piece
    const title =
      what.kind === 'booking'
        ? what.booking.cliente.nombre
        : what.kind === 'block'
          ? what.block.motivo
          : text.day.held
    const state = what.kind === 'booking' ? what.booking.estado : ''
    const late = isLate(piece, presentIn(this.#host, column))
    return html`<li>
      <button
        type="button"
        class="row-of ${what.kind} ${state}"
        .style="--hue:var(--hue-${catalog.hueOf(services[0]?.id ?? 0)})"
        @click=${() => openPiece(this.#host, piece)}
      >
        <span class="time">${shownRange(this.#host, column.scale, piece)}</span>
        <span class="grow">
          <span class="title"><bdi>${title}</bdi>${what.kind === 'booking' ? marksOf(what.booking, late) : nothing}</span>
          <span class="muted">${services.map(({ nombre }) => nombre).join(' + ')}</span>
        </span>
        <span class="muted end"
          ><bdi>${column.name}</bdi>${
            what.kind === 'booking' && (late || what.booking.estado !== 'confirmada')
              ? html`<br /><span class="strong">${late ? text.day.late : text.states[what.booking.estado]}</span>`
              : nothing
          }</span
        >
        ${what.kind === 'booking' ? spoken(stateOf(this.#host, what.booking, late)) : nothing}
      </button>
    </li>`
  }
}
