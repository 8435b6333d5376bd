import type { Wire } from '@silla/client'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Failure } from '../../api/failure.ts'
import type { AvailabilitySource } from '../../calendar/availability.ts'
import { Calendar } from '../../calendar/calendar.ts'
import { fill } from '../../text/fill.ts'
import { placeOf } from '../../visit/place-of.ts'
import { timeOf } from '../../visit/visit-summary.ts'
import { availabilityOfMove, costChange, peopleOf, type Who, whoBody } from '../move.ts'
import type { ManageHost, View } from '../view.ts'

/** Another time for a booking: the choice, then what it changes, then the move. */
export class MoveView implements View {
  readonly hasBack = true
  readonly #host: ManageHost
  #who: Who = 'same'
  #date: string | null = null
  #time: string | null = null
  #calendar: Calendar
  /** The booking as it would be; null until the time was tried. */
  #moved: Wire['ReservaReprogramada'] | null = null

  constructor(host: ManageHost) {
    this.#host = host
    this.#date = host.booking.fecha
    this.#calendar = this.#newCalendar()
  }

  title(): string {
    const { manageText } = this.#host
    return this.#moved ? manageText.moveConfirmTitle : manageText.moveTitle
  }

  enter(): void {
    void this.#calendar.start()
  }

  action() {
    const { text, manageText } = this.#host
    return this.#moved
      ? { label: manageText.moveConfirm, run: () => this.#move() }
      : { label: text.next, run: () => this.#try() }
  }

  render(): TemplateResult {
    return this.#moved ? this.#confirmation(this.#moved) : this.#choice()
  }

  #choice(): TemplateResult {
    const { booking, manageText, text } = this.#host
    const names = peopleOf(booking).join(this.#host.format.comma)
    return html`<div class="form">
      <p>${manageText.now} ${timeOf(this.#host, booking)}</p>
      <div role="radiogroup" aria-label=${text.professional.title} class="choices">
        ${this.#person('same', fill(text.professional.with, { name: names }))}
        ${this.#person('anyone', text.anyone)}
      </div>
      ${this.#calendar.render()}
    </div>`
  }

  #person(who: Who, label: string): TemplateResult {
    return html`<label class="pill">
      <input
        type="radio"
        name="who"
        .checked=${this.#who === who}
        @change=${() => this.#change(who)}
      />
      <span class="face">${label}</span>
    </label>`
  }

  #confirmation(moved: Wire['ReservaReprogramada']): TemplateResult {
    const { booking, manageText, format } = this.#host
    const { kind, amount } = costChange(booking, moved)
    return html`<div class="form">
      <dl class="facts">
        <div><dt class="muted">${manageText.before}</dt><dd><s>${timeOf(this.#host, booking)}</s></dd></div>
        <div><dt class="muted">${manageText.after}</dt><dd>${timeOf(this.#host, moved)}</dd></div>
        <div><dt class="muted">${manageText.who}</dt><dd>${peopleOf(moved).join(this.#host.format.comma)}</dd></div>
        <div>
          <dt class="muted">${this.#host.text.visit.total}</dt>
          <dd>
            ${format.money(moved.total)}
            ${
              moved.total === booking.total
                ? nothing
                : html`<span class="muted">(${fill(manageText.wasPrice, { price: format.money(booking.total) })})</span>`
            }
          </dd>
        </div>
      </dl>
      <p>${fill(manageText.costs[kind], { amount: format.money(amount) })}</p>
      <p>
        <button type="button" class="link" @click=${() => this.#chooseAgain()}>
          ${this.#host.text.hold.change}
        </button>
      </p>
    </div>`
  }

  #newCalendar(): Calendar {
    const { salon, booking } = this.#host
    return new Calendar(this.#host, {
      source: sourceFor(this.#host, () => this.#who),
      horizonDays: salon.configuracion.antelacion_maxima_dias,
      timeZone: booking.timezone,
      place: placeOf(salon),
      date: this.#date,
      time: null,
      changed: (date, time) => {
        this.#date = date
        this.#time = time
        this.#host.requestUpdate()
      },
    })
  }

  #change(who: Who): void {
    this.#who = who
    this.#time = null
    this.#calendar = this.#newCalendar()
    void this.#calendar.start()
    this.#host.requestUpdate()
  }

  async #chooseAgain(): Promise<void> {
    this.#moved = null
    await this.#focusTitle()
  }

  async #focusTitle(): Promise<void> {
    this.#host.requestUpdate()
    await this.#host.updateComplete
    this.#host.renderRoot.querySelector<HTMLElement>('#title')?.focus()
  }

  /** Has the API check the move without making it (D44). */
  async #try(): Promise<void> {
    const { text } = this.#host
    if (!this.#time) return this.#host.show(this.#date ? text.time.chooseTime : text.time.chooseDay)
    await this.#host.attempt(
      async () => {
        this.#moved = await this.#post(true)
        await this.#focusTitle()
      },
      (failure) => this.#refused(failure),
    )
  }

  async #move(): Promise<void> {
    await this.#host.attempt(
      async () => {
        const moved = await this.#post(false)
        this.#host.emit('rescheduled', moved)
        await this.#host.read()
        this.#host.go('booking')
        this.#host.show(this.#host.manageText.moved)
      },
      (failure) => this.#refused(failure),
    )
  }

  #post(isTrial: boolean): Promise<Wire['ReservaReprogramada']> {
    const { api, booking } = this.#host
    return api.call((silla) =>
      silla.POST('/api/v1/reservas/{id}/reprogramar/', {
        params: {
          path: { id: booking.id },
          ...(isTrial && { header: { 'x-simular': true } }),
        },
        body: {
          fecha: this.#date ?? '',
          hora_inicio: this.#time ?? '',
          codigo: booking.codigo,
          version: booking.version,
          ...whoBody(booking, this.#who),
        },
      }),
    )
  }

  #refused(failure: Failure): boolean {
    const { text, format } = this.#host
    if (failure.code === 'SLOT_NOT_AVAILABLE') {
      const alternatives = failure.refusal?.alternativas ?? []
      this.#moved = null
      void this.#calendar.reload()
      this.#host.show(
        alternatives.length > 0 ? text.time.taken : text.time.takenNone,
        alternatives.map(({ fecha, hora_inicio }) => ({
          label: `${format.shortDate(fecha)}${format.comma}${format.time(hora_inicio)}`,
          run: () => this.#calendar.choose(fecha, hora_inicio),
        })),
      )
      return true
    }
    if (!lateCodes.has(failure.code)) {
      this.#moved = null
      return false
    }
    void this.#host.load(async () => {
      await this.#host.read()
      this.#host.go('booking')
      this.#host.show(failure.message)
    })
    return true
  }
}

/** The booking is not what was shown: it has to be seen again first. */
const lateCodes: ReadonlySet<string> = new Set([
  'VERSION_CONFLICT',
  'CANNOT_RESCHEDULE',
  'RESCHEDULE_DEADLINE_PASSED',
  'RESCHEDULE_LIMIT_REACHED',
])

/** The times to which the booking can be moved: its own counts as free (D37). */
function sourceFor(host: ManageHost, who: () => Who): AvailabilitySource {
  const { api, booking } = host
  const header = { 'x-reserva-codigo': booking.codigo }
  const visit = () => {
    const { peluquero_id, lineas } = availabilityOfMove(booking, who())
    return { peluquero_id, query: { reserva_id: booking.id, ...(lineas && { lineas }) } }
  }
  return {
    days: (range) => {
      const { peluquero_id, query } = visit()
      return api.call((silla) =>
        silla.GET('/api/v1/disponibilidad/dias/', {
          params: {
            header,
            query: {
              ...query,
              ...(query.lineas ? {} : { peluquero_id }),
              ...(range && { desde: range.from, hasta: range.until }),
            },
          },
        }),
      )
    },
    slots: (fecha) => {
      const { peluquero_id, query } = visit()
      return api.call((silla) =>
        silla.GET('/api/v1/disponibilidad/{peluquero_id}/{fecha}/', {
          params: { header, path: { peluquero_id, fecha }, query },
        }),
      )
    },
  }
}
