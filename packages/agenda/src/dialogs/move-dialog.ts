import type { Wire } from '@silla/client'
import { fill, isolated } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Dialog, Host } from '../host/host.ts'
import { whenOf } from '../host/when.ts'
import { alternatives } from './alternatives.ts'
import { emailChoice } from './email-choice.ts'
import { field, select, submitButton } from './fields.ts'
import { sayDone } from './say-done.ts'
import { type Scope, scopeChoice, seriesList } from './series.ts'
import { Trial } from './trial.ts'

type Moved = Wire['ReservaReprogramada']

/** A visit, as much of it as moving it takes. */
interface Movable {
  id: number
  version: number
  fecha: string
  hora_inicio: string
  hora_fin: string
  total: number
  cliente: { nombre: string; email?: string | null; telefono?: string | null }
  /** Who does each service, in order. */
  people: readonly number[]
  /** What joins it with others; absent: not known before it is tried. */
  serie?: number | null
}

/** Where a visit goes. */
interface Target {
  date: string
  time: string
  /** Who does each service, in order. */
  people: readonly number[]
}

/**
 * Moves a visit to another time or other people. What is chosen is tried first: price, clash and who is
 * notified are shown before anything changes.
 */
export class MoveDialog implements Dialog {
  readonly #host: Host
  #booking: Movable
  #target: Target
  /** It was dropped there, by hand or by keyboard. */
  readonly #isDropped: boolean
  #scope: Scope = 'esta'
  #notifies = true
  readonly #trial: Trial<Moved>

  /** @param target where it was dropped; absent: where it is now */
  constructor(host: Host, booking: Movable, target?: Target) {
    this.#host = host
    this.#booking = booking
    this.#trial = new Trial(
      host,
      (simulated) => this.#send(simulated),
      () => this.#reload(),
    )
    this.#isDropped = target !== undefined
    this.#target = target ?? {
      date: booking.fecha,
      time: booking.hora_inicio,
      people: booking.people,
    }
  }

  get title(): string {
    return this.#host.text.move.title
  }

  get #isSame(): boolean {
    const { date, time, people } = this.#target
    const { fecha, hora_inicio, people: before } = this.#booking
    return date === fecha && time === hora_inicio && people.join() === before.join()
  }

  async load(): Promise<void> {
    if (this.#isSame) this.#trial.forget()
    else await this.#trial.run()
  }

  async #reload(): Promise<void> {
    const { id } = this.#booking
    const read = await this.#host.api.call((silla) =>
      silla.GET('/api/v1/reservas/{id}/', { params: { path: { id } } }),
    )
    this.#booking = { ...read, people: read.servicios.map(({ profesional }) => profesional.id) }
  }

  async #send(simulated: boolean): Promise<Moved> {
    const { date, time, people } = this.#target
    const moved = await this.#host.api.call((silla) =>
      silla.POST('/api/v1/reservas/{id}/reprogramar/', {
        params: { path: { id: this.#booking.id }, header: { 'x-simular': simulated } },
        body: {
          fecha: date,
          hora_inicio: time,
          peluqueros: [...people],
          version: this.#booking.version,
          por_negocio: true,
          serie: this.#scope,
          avisar: this.#notifies,
        },
      }),
    )
    this.#booking = { ...this.#booking, serie: moved.serie }
    return moved
  }

  #change(change: Partial<Target>): void {
    this.#target = { ...this.#target, ...change }
    if (this.#target.date && this.#target.time) void this.#host.load(() => this.load())
  }

  submit(): void {
    const host = this.#host
    if (this.#isSame) host.close(this)
    else if (this.#trial.result)
      this.#trial.save((moved) => {
        const message = fill(host.text.move.done, { when: whenOf(host, moved) })
        sayDone(host, message, moved.fecha)
      })
  }

  render(): TemplateResult {
    const { text, busy } = this.#host
    const { date, time, people } = this.#target
    const [first] = people
    return html`<p>
        <bdi class="strong">${this.#booking.cliente.nombre}</bdi><br />
        <span class="muted">${text.move.before} ${whenOf(this.#host, this.#booking)}</span>
      </p>
      <div class="row">
        ${field({ label: text.fields.date, type: 'date', value: date, changed: (value) => this.#change({ date: value }) })}
        ${field({ label: text.fields.time, type: 'time', value: time, changed: (value) => this.#change({ time: value }) })}
      </div>
      ${select({
        label: text.fields.professional,
        value: people.every((id) => id === first) ? `${first}` : '',
        choices: [
          ...(people.every((id) => id === first) ? [] : [{ value: '', label: text.move.several }]),
          ...this.#host
            .professionals()
            .map(({ id, nombre }) => ({ value: `${id}`, label: nombre })),
        ],
        changed: (value) => this.#change({ people: people.map((id) => Number(value) || id) }),
      })}
      ${
        this.#booking.serie
          ? scopeChoice(this.#host, this.#scope, (scope) => {
              this.#scope = scope
              this.#change({})
            })
          : nothing
      }
      ${this.#outcome()}
      ${submitButton(text.move.submit, {
        busy: busy || (!this.#trial.result && !this.#isSame),
        isFirst: this.#isDropped,
      })}`
  }

  #outcome(): TemplateResult | typeof nothing {
    const { text, format } = this.#host
    const { refused, result } = this.#trial
    const refusal =
      refused &&
      html`<div class="outcome bad" role="alert">
        <p>${refused.message}</p>
        ${alternatives(this.#host, refused, ({ fecha, hora_inicio, peluquero_id }) =>
          this.#change({
            date: fecha,
            time: hora_inicio,
            people: this.#target.people.map(() => peluquero_id),
          }),
        )}
      </div>`
    if (!result) return refusal ?? nothing
    const { total, cliente } = result
    const price =
      total === this.#booking.total
        ? text.move.samePrice
        : fill(text.move.price, {
            before: format.money(this.#booking.total),
            after: format.money(total),
          })
    const notified =
      cliente.email && this.#notifies
        ? fill(text.move.notified, { email: isolated(cliente.email) })
        : text.move.noEmail
    return html`${refusal ?? nothing}
      <div class="outcome" role="status">
      <p class="strong">${whenOf(this.#host, result)}</p>
      <p>${price}</p>
      <p>${notified}</p>
      ${seriesList(this.#host, result.visitas ?? null)}
    </div>
    ${emailChoice(this.#host, cliente, this.#notifies, (notifies) => {
      this.#notifies = notifies
    })}`
  }
}
