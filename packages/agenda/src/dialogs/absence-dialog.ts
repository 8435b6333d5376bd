import type { Wire } from '@silla/client'
import { fill } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Dialog, Host } from '../host/host.ts'
import { newKey } from '../host/idempotency-key.ts'
import { whenOf } from '../host/when.ts'
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
    const { visitas } = await this.#host.api.call((silla) =>
      silla.GET('/api/v1/peluqueros/{id}/ausencia/', {
        params: { path: { id: this.#professional.id }, query: { fecha: date } },
      }),
    )
    if (date !== this.#date) return
    this.#visits = visitas
    for (const visit of visitas)
      if (!this.#optionsOf(visit).has(this.#chosen.get(visit.reserva.id) ?? ''))
        this.#chosen.set(visit.reserva.id, visit.posible ? 'others' : 'stay')
    this.#host.requestUpdate()
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
    for (const { id, nombre } of this.#host.professionals()) {
      const replaced = replacedBy(id)
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
    if (visitas.length === 0 && !this.#addsDayOff) {
      host.close()
      return
    }
    // an answer that is lost may be requested again: nothing is done twice
    const idempotencyKey = newKey()
    void host.attempt(async () => {
      const settled = await host.api.call((silla) =>
        silla.POST('/api/v1/peluqueros/{id}/ausencia/', {
          params: {
            path: { id: this.#professional.id },
            header: { 'idempotency-key': idempotencyKey },
          },
          body: {
            ...{ fecha: this.#date, visitas, avisar: this.#notifies },
            ...(this.#addsDayOff && { dia_libre: {} }),
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
    const { text, busy } = this.#host
    return html`${field({ label: text.fields.date, type: 'date', value: this.#date, changed: (value) => this.#show(value) })}
      ${this.#visits ? this.#list(this.#visits) : html`<p class="muted" role="status">${text.loading}</p>`}
      ${
        this.#host.may('ajustes.horario')
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
      ${checkbox({
        label: text.series.noEmail,
        checked: !this.#notifies,
        changed: (isSilent) => {
          this.#notifies = !isSilent
        },
      })}
      ${submitButton(text.absence.submit, { busy: busy || !this.#visits })}`
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
              label: `${whenOf(this.#host, reserva)} · ${reserva.cliente.nombre}`,
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
