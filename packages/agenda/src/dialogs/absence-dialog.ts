import type { Wire } from '@silla/client'
import { addDays, fill } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Agenda } from '../api/api.ts'
import type { Dialog, Host } from '../host/host.ts'
import { timesOf } from '../host/when.ts'
import { type Choice, checkbox, field, select, submitButton } from './fields.ts'

type AbsentVisit = Wire['VisitaDeAusente']
type Settled = Wire['VisitaResuelta']

/** What is to become of a visit, as the body of the request has it; null: it stays. */
type Change = {
  accion: 'mover' | 'cancelar'
  fecha?: string
  hora_inicio?: string
  peluqueros?: number[]
} | null

/**
 * The visits of a professional who is absent on a day, each with a choice, and one request for all of them
 * (D71). What is refused stays open, with the reason and the times that are free now.
 */
export class AbsenceDialog implements Dialog {
  readonly #host: Host
  readonly #professional: { id: number; nombre: string }
  #date: string
  #visits: readonly AbsentVisit[] | null = null
  /** Who works on that day. */
  #working: ReadonlySet<number> = new Set()
  /** Days on which the professional works next, when they do not on this one. */
  #nextDays: readonly string[] = []
  /** By booking: one of `#choices`. */
  #chosen = new Map<number, string>()
  #refused = new Map<number, Settled>()
  #dayOffProblem: string | null = null
  #addsDayOff: boolean
  #notifies = true

  constructor(host: Host, professional: { id: number; nombre: string }, date: string) {
    this.#host = host
    this.#professional = professional
    this.#date = date
    this.#addsDayOff = host.may('ajustes.horario')
  }

  get title(): string {
    return fill(this.#host.text.absence.title, { name: this.#professional.nombre })
  }

  async load(): Promise<void> {
    const date = this.#date
    const { id } = this.#professional
    const [{ visitas }, day] = await Promise.all([
      this.#host.api.call((silla) =>
        silla.GET('/api/v1/peluqueros/{id}/ausencia/', {
          params: { path: { id }, query: { fecha: date } },
        }),
      ),
      this.#host.api.agenda({ fecha: date }, null),
    ])
    const working = new Set(day.value.dias.flatMap(workersOf))
    const nextDays = working.has(id) ? [] : await this.#workingDaysAfter(date)
    if (date !== this.#date) return
    this.#working = working
    this.#nextDays = nextDays
    this.#visits = visitas
    for (const visit of visitas)
      if (!this.#optionsOf(visit).has(this.#chosen.get(visit.reserva.id) ?? ''))
        this.#chosen.set(visit.reserva.id, visit.posible ? 'others' : 'stay')
    this.#host.requestUpdate()
  }

  async #workingDaysAfter(date: string): Promise<string[]> {
    const { id } = this.#professional
    const query = { fecha: addDays(date, 1), dias: 7, peluquero_id: id }
    const { value } = await this.#host.api.agenda(query, null)
    const working = value.dias.filter((day) => workersOf(day).includes(id))
    return working.slice(0, 3).map(({ fecha }) => fecha)
  }

  /** Who does not work on that day needs no day off. */
  get #mayAddDayOff(): boolean {
    return this.#working.has(this.#professional.id) && this.#host.may('ajustes.horario')
  }

  #show(date: string): void {
    if (!date) return
    this.#date = date
    this.#visits = null
    this.#chosen.clear()
    this.#refused.clear()
    this.#dayOffProblem = null
    void this.#host.load(() => this.load())
  }

  /** What can be chosen for a visit, by the value of its choice. */
  #optionsOf({ reserva, posible, profesionales, alternativas }: AbsentVisit) {
    const { text, format } = this.#host
    const options = new Map<string, { label: string; change: Change }>()
    const move = (value: string, label: string, fields: Omit<NonNullable<Change>, 'accion'>) =>
      options.set(value, { label, change: { accion: 'mover', ...fields } })
    const people = profesionales.map(({ id }) => id)
    if (posible) {
      const names = [...new Set(profesionales.map(({ nombre }) => nombre))].join(' + ')
      move('others', fill(text.absence.sameTime, { name: names }), { peluqueros: people })
    }
    const own = reserva.servicios.map(({ profesional }) => profesional.id)
    const replacedBy = (other: number) =>
      own.map((id) => (id === this.#professional.id ? other : id))
    const needed = reserva.servicios.filter(
      ({ profesional }) => profesional.id === this.#professional.id,
    )
    for (const { id, nombre, servicios_ids } of this.#host.professionals()) {
      const replaced = replacedBy(id)
      if (!this.#working.has(id)) continue
      if (!needed.every((service) => servicios_ids.includes(service.id))) continue
      if (id === this.#professional.id || replaced.join() === people.join()) continue
      move(`person-${id}`, fill(text.absence.sameTime, { name: nombre }), { peluqueros: replaced })
    }
    for (const free of this.#refused.get(reserva.id)?.alternativas ?? alternativas) {
      const { fecha, hora_inicio, peluquero_id } = free
      const who = this.#host.professionals().find(({ id }) => id === peluquero_id)
      const when = `${format.shortDate(fecha)} ${format.time(hora_inicio)}`
      move(`${fecha} ${hora_inicio} ${peluquero_id}`, [when, who?.nombre].join(' · '), {
        ...{ fecha, hora_inicio, peluqueros: replacedBy(peluquero_id) },
      })
    }
    options.set('cancel', { label: text.cancel.title, change: { accion: 'cancelar' } })
    options.set('stay', { label: text.absence.stay, change: null })
    return options
  }

  submit(): void {
    const host = this.#host
    const visits = this.#visits
    if (!visits) return
    const visitas = visits.flatMap((visit) => {
      const { id, version } = visit.reserva
      const change = this.#optionsOf(visit).get(this.#chosen.get(id) ?? '')?.change
      return change ? [{ reserva_id: id, version, ...change }] : []
    })
    const addsDayOff = this.#addsDayOff && this.#mayAddDayOff
    if (visitas.length === 0 && !addsDayOff) {
      host.close()
      return
    }
    void host.attempt(async () => {
      const settled = await host.api.call((silla) =>
        silla.POST('/api/v1/peluqueros/{id}/ausencia/', {
          params: { path: { id: this.#professional.id } },
          body: {
            ...{ fecha: this.#date, visitas, avisar: this.#notifies },
            ...(addsDayOff && { dia_libre: {} }),
          },
        }),
      )
      const refused = settled.visitas.filter(({ codigo_motivo }) => codigo_motivo !== null)
      this.#refused = new Map(refused.map((visit) => [visit.reserva_id, visit]))
      this.#dayOffProblem = settled.dia_libre?.codigo_motivo ?? null
      const done = host.format.count(host.text.absence.done, visitas.length - refused.length)
      if (refused.length === 0 && this.#dayOffProblem === null) host.close()
      else {
        this.#chosen.clear()
        await this.load()
      }
      host.announce(done)
      await host.changed()
    })
  }

  render(): TemplateResult {
    const { text } = this.#host
    return html`${field({ label: text.fields.date, type: 'date', value: this.#date, changed: (value) => this.#show(value) })}
      ${this.#visits ? this.#settle(this.#visits) : html`<p class="muted" role="status">${text.loading}</p>`}`
  }

  #settle(visits: readonly AbsentVisit[]): TemplateResult {
    const { text, busy } = this.#host
    const { nombre: name, id } = this.#professional
    const isOff = !this.#working.has(id)
    if (isOff && visits.length === 0)
      return html`<p role="status">${fill(text.absence.offNone, { name })}</p>${this.#otherDays()}`
    return html`${isOff ? html`<p role="status">${fill(text.absence.off, { name })}</p>` : nothing}
      ${this.#list(visits)}
      ${
        this.#mayAddDayOff
          ? checkbox({
              label: text.absence.dayOff,
              checked: this.#addsDayOff,
              changed: (checked) => {
                this.#addsDayOff = checked
                this.#host.requestUpdate()
              },
            })
          : nothing
      }
      ${this.#dayOffProblem ? html`<p class="error" role="alert">${this.#dayOffProblem === 'WOULD_ORPHAN_BOOKINGS' ? text.absence.dayOffLeft : text.absence.dayOffRefused}</p>` : nothing}
      ${
        visits.length > 0
          ? checkbox({
              label: text.series.noEmail,
              checked: !this.#notifies,
              changed: (isSilent) => {
                this.#notifies = !isSilent
              },
            })
          : nothing
      }
      <div class="foot-of end">${submitButton(text.absence.submit, { busy })}</div>`
  }

  #otherDays(): TemplateResult | typeof nothing {
    const { text, format } = this.#host
    if (this.#nextDays.length === 0) return nothing
    return html`<p class="muted" id="other-days">${text.absence.worksOn}</p>
      <div class="actions" role="group" aria-labelledby="other-days">
        ${this.#nextDays.map(
          (date) => html`<button type="button" class="secondary" @click=${() => this.#show(date)}>
            ${format.shortDate(date)}
          </button>`,
        )}
      </div>`
  }

  #list(visits: readonly AbsentVisit[]): TemplateResult {
    const { text } = this.#host
    if (visits.length === 0) return html`<p>${text.absence.none}</p>`
    return html`<ul class="lines-of">
      ${visits.map((visit) => {
        const { reserva } = visit
        const choices: Choice[] = [...this.#optionsOf(visit)].map(([value, { label }]) => ({
          value,
          label,
        }))
        const refusal = this.#refused.get(reserva.id)?.codigo_motivo
        const reasons: Record<string, string> = text.series.refused
        return html`<li>
          <div class="grow">
            ${select({
              label: `${timesOf(this.#host, reserva)} · ${reserva.cliente.nombre}`,
              value: this.#chosen.get(reserva.id) ?? 'stay',
              choices,
              changed: (value) => {
                this.#chosen.set(reserva.id, value)
                this.#host.requestUpdate()
              },
            })}
            ${refusal ? html`<p class="error" role="alert">${reasons[refusal] ?? text.series.impossible}</p>` : nothing}
          </div>
        </li>`
      })}
    </ul>`
  }
}

/** The ids of those who work on a day. */
const workersOf = ({ profesionales }: Agenda['dias'][number]): number[] =>
  profesionales.flatMap(({ profesional_id, turnos }) => (turnos.length > 0 ? [profesional_id] : []))
