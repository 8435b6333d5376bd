import { addDays, chevron, fill } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { KnownAgenda } from '../api/api.ts'
import { type DayColumns, dayColumns } from '../grid/day-columns.ts'
import { keyOf, timeGrid } from '../grid/time-grid.ts'
import { walk } from '../grid/walk.ts'
import type { Host, View } from '../host/host.ts'
import { dateOfQuery, shownProfessionals } from '../host/place.ts'

/** The day of all professionals (D71). */
export default class DayView implements View {
  readonly #host: Host
  #known: KnownAgenda | null = null
  /** Today in the salon, as far as it is known. */
  #today: string | null = null
  #columns: DayColumns | null = null
  #stop = ''
  readonly #timer = setInterval(() => this.#host.requestUpdate(), 30_000)

  constructor(host: Host) {
    this.#host = host
  }

  get title(): string {
    const { format, text } = this.#host
    return this.#columns ? format.date(this.#columns.day.fecha) : text.views.dia
  }

  async load(): Promise<void> {
    const { api, place, person, may } = this.#host
    const date = dateOfQuery(place.query)
    const isSame = this.#columns?.day.fecha === date || (date === null && this.#today !== null)
    const own = may('agenda.todas') ? undefined : (person.peluquero_id ?? undefined)
    const query = { fecha: date ?? undefined, peluquero_id: own }
    this.#known = await api.agenda(query, isSame ? this.#known : null)
    const { agenda } = this.#known
    const shown = agenda.dias[0]?.fecha ?? ''
    this.#today = dateIn(this.#host.now(), agenda.timezone)
    this.#columns = dayColumns(agenda, shown, shownProfessionals(place.query))
    this.#keepStop()
    this.#host.requestUpdate()
  }

  /** What Tab reaches stays, unless it is gone. */
  #keepStop(): void {
    const columns = this.#columns?.columns ?? []
    const stops = columns.flatMap(({ id, pieces }) => [`p${id}`, ...pieces.map(({ key }) => key)])
    if (!stops.includes(this.#stop))
      this.#stop = columns.find(({ pieces }) => pieces.length > 0)?.pieces[0]?.key ?? stops[0] ?? ''
  }

  leave(): void {
    clearInterval(this.#timer)
  }

  toolbar(): TemplateResult {
    const { text } = this.#host
    return html`<div class="turn">
      <button type="button" class="secondary" @click=${() => this.#show(null)}>${text.day.today}</button>
      <button type="button" class="icon" aria-label=${text.day.previous} @click=${() => this.#turn(-1)}>
        <span class="mirror">${chevron}</span>
      </button>
      <button type="button" class="icon" aria-label=${text.day.next} @click=${() => this.#turn(1)}>
        <span class="mirror next">${chevron}</span>
      </button>
    </div>`
  }

  #turn(days: number): void {
    if (this.#columns) this.#show(addDays(this.#columns.day.fecha, days))
  }

  #show(date: string | null): void {
    const { place, go } = this.#host
    const query = Object.fromEntries(place.query)
    go('dia', { ...query, fecha: date === this.#today || date === null ? undefined : date })
  }

  render(): TemplateResult {
    const columns = this.#columns
    if (!columns) return html`<div class="skeleton" aria-hidden="true"></div>`
    const { text } = this.#host
    const { day, scale } = columns
    return html`${this.#closings()}
    ${timeGrid(this.#host, {
      columns,
      stop: this.#stop,
      now: day.fecha === this.#today ? scale.minuteOf(this.#host.now()) : null,
      label: fill(text.day.gridOf, { date: this.title }),
      onKey: (event) => this.#onKey(event),
      onClick: () => {},
      onFocus: (key) => {
        this.#stop = key
      },
    })}`
  }

  /** Why the salon is closed, and what stands in no column. */
  #closings(): TemplateResult | typeof nothing {
    const { text, format } = this.#host
    const { tipo, cierres } = this.#columns?.day ?? { tipo: 'abierto', cierres: [] }
    if (tipo === 'abierto' && cierres.length === 0) return nothing
    const reasons = cierres.map(({ motivo, desde_hora, hasta_hora }) =>
      desde_hora && hasta_hora
        ? `${motivo} (${format.time(desde_hora)}–${format.time(hasta_hora)})`
        : motivo,
    )
    const closed = tipo === 'abierto' ? text.day.partlyClosed : text.day.closed
    return html`<p class="closings">${[closed, ...reasons].join(' · ')}</p>`
  }

  #onKey(event: KeyboardEvent): void {
    const at = keyOf(event)
    if (!at || !this.#columns || event.ctrlKey || event.metaKey || event.altKey) return
    const target = walk(this.#columns, at, event.key, this.#host.language === 'ar')
    if (target === null) return
    event.preventDefault()
    focusPiece(target)
  }
}

const focusPiece = (key: string): void =>
  document.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus()

/** The date of an instant in a zone. */
const dateIn = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(instant)
