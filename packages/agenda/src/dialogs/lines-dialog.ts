import type { Wire } from '@silla/client'
import { fill, isolated } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Dialog, Host } from '../host/host.ts'
import { whenOf } from '../host/when.ts'
import { type Choice, checkbox, field, select, submitButton } from './fields.ts'
import { Trial } from './trial.ts'

type Booking = Wire['ReservaDetalle']
type Changed = Wire['ReservaModificada']

/** A service that the visit is to have. */
interface Line {
  serviceId: number
  name: string
  /** Who is booked for it; null: it is added. */
  booked: { id: number; nombre: string } | null
  /** 0: anyone who is free. */
  professionalId: number
  /** What was typed; '': the usual price. */
  price: string
  reason: string
}

/** So long after the last letter a price is tried. */
const pauseMilliseconds = 300

/**
 * Changes the services of a visit: adds some, removes some, gives them to other people or another price
 * (D54). Every change is tried first, so that the total and a clash are shown before anything changes.
 */
export class LinesDialog implements Dialog {
  readonly #host: Host
  readonly #booking: Booking
  #lines: readonly Line[]
  #notifies = false
  readonly #trial: Trial<Changed>
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(host: Host, booking: Booking) {
    this.#host = host
    this.#booking = booking
    this.#trial = new Trial(host, (simulated) => this.#send(simulated))
    this.#lines = booking.servicios.map(({ id, nombre, profesional }) => ({
      ...{ serviceId: id, name: nombre, booked: profesional, professionalId: profesional.id },
      ...{ price: '', reason: '' },
    }))
  }

  get title(): string {
    return this.#host.text.lines.title
  }

  get #isSame(): boolean {
    const before = this.#booking.servicios.map(({ id, profesional }) => `${id} ${profesional.id}`)
    const now = this.#lines.map(({ serviceId, professionalId }) => `${serviceId} ${professionalId}`)
    return before.join() === now.join() && this.#lines.every(({ price }) => price === '')
  }

  async #try(): Promise<void> {
    if (!this.#isSame) await this.#trial.run()
  }

  #send(simulated: boolean): Promise<Changed> {
    const lineas = this.#lines.map(({ serviceId, booked, professionalId, price, reason }) => ({
      servicio_id: serviceId,
      ...(professionalId !== booked?.id && { peluquero_id: professionalId }),
      ...(price !== '' && { precio: Number(price), motivo: reason }),
    }))
    return this.#host.api.call((silla) =>
      silla.PUT('/api/v1/reservas/{id}/lineas/', {
        params: { path: { id: this.#booking.id }, header: { 'x-simular': simulated } },
        body: { lineas, version: this.#booking.version, avisar: this.#notifies },
      }),
    )
  }

  /** Nothing can be saved before it was tried. */
  #set(lines: readonly Line[], pause = 0): void {
    this.#lines = lines
    this.#trial.forget()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#host.load(() => this.#try()), pause)
    this.#host.requestUpdate()
  }

  #change(line: Line, change: Partial<Line>, pause = 0): void {
    this.#set(
      this.#lines.map((each) => (each === line ? { ...each, ...change } : each)),
      pause,
    )
  }

  #add(serviceId: number): void {
    const service = this.#host.catalog.services.find(({ id }) => id === serviceId)
    if (!service) return
    const added = { serviceId, name: service.nombre, booked: null, price: '', reason: '' }
    const professionalId = this.#lines.at(-1)?.professionalId ?? 0
    this.#set([...this.#lines, { ...added, professionalId }])
    this.#chooseNext()
  }

  /** The button that had the focus is gone. */
  #remove(line: Line): void {
    this.#set(this.#lines.filter((each) => each !== line))
    this.#host.announce(fill(this.#host.text.lines.removed, { service: isolated(line.name) }))
    this.#chooseNext()
  }

  /** The choice of another service has the focus, and nothing chosen. */
  #chooseNext(): void {
    void this.#host.updateComplete.then(() => {
      const choice = document.querySelector<HTMLSelectElement>('.add-line select')
      if (!choice) return
      choice.value = ''
      choice.focus()
    })
  }

  submit(): void {
    const host = this.#host
    if (this.#isSame) host.close()
    else if (this.#trial.result)
      this.#trial.save((changed) => fill(host.text.lines.done, { when: whenOf(host, changed) }))
  }

  render(): TemplateResult {
    const { text, busy } = this.#host
    const { cliente } = this.#booking
    return html`<p><bdi class="strong">${cliente.nombre}</bdi><br /><span class="muted">${whenOf(this.#host, this.#booking)}</span></p>
      ${this.#lines.map((line, index) => this.#line(line, index))}
      ${this.#addPart()}
      ${
        cliente.email
          ? checkbox({
              label: fill(text.lines.notify, { email: isolated(cliente.email) }),
              checked: this.#notifies,
              changed: (notifies) => {
                this.#notifies = notifies
              },
            })
          : nothing
      }
      ${this.#outcome()}
      ${submitButton(text.lines.submit, { busy: busy || (!this.#trial.result && !this.#isSame) })}`
  }

  #line(line: Line, index: number): TemplateResult {
    const { text } = this.#host
    const { name, professionalId, price, reason } = line
    return html`<fieldset class="line">
      <legend><bdi>${name}</bdi></legend>
      ${select({
        label: text.fields.professional,
        value: `${professionalId}`,
        choices: this.#peopleOf(line),
        changed: (value) => this.#change(line, { professionalId: Number(value) }),
      })}
      ${field({
        ...{ label: text.lines.price, type: 'number', value: price, isOptional: true },
        problem: this.#problemOf(index, 'precio'),
        changed: (value) => this.#change(line, { price: value }, pauseMilliseconds),
      })}
      ${
        price === ''
          ? nothing
          : field({
              ...{ label: text.lines.reason, hint: text.cancel.noteHint, value: reason },
              ...{ maxLength: 200, problem: this.#problemOf(index, 'motivo') },
              changed: (value) => this.#change(line, { reason: value }, pauseMilliseconds),
            })
      }
      ${
        this.#lines.length > 1
          ? html`<button
              type="button"
              class="secondary"
              aria-label=${fill(text.lines.removeOf, { service: name })}
              @click=${() => this.#remove(line)}
            >
              ${text.lines.remove}
            </button>`
          : nothing
      }
    </fieldset>`
  }

  /** The person who is booked stays in the choice, even when they have left. */
  #peopleOf({ booked }: Line): Choice[] {
    const team = this.#host.professionals()
    const others = booked && !team.some(({ id }) => id === booked.id) ? [booked] : []
    return [
      ...(booked ? [] : [{ value: '0', label: this.#host.text.booking.anyone }]),
      ...[...others, ...team].map(({ id, nombre }) => ({ value: `${id}`, label: nombre })),
    ]
  }

  #addPart(): TemplateResult | typeof nothing {
    const { text, catalog, format } = this.#host
    const left = catalog.services.filter(
      ({ id }) => !this.#lines.some(({ serviceId }) => serviceId === id),
    )
    if (left.length === 0) return nothing
    return html`<div class="add-line">
      ${select({
        label: text.lines.add,
        value: '',
        choices: [
          { value: '', label: text.lines.choose },
          ...left.map(({ id, nombre, precio, precio_oferta }) => ({
            value: `${id}`,
            label: `${nombre} · ${format.money(precio_oferta ?? precio)}`,
          })),
        ],
        changed: (value) => this.#add(Number(value)),
      })}
    </div>`
  }

  /** What the API says about a field of a line. */
  #problemOf(index: number, name: string): string | null {
    return this.#trial.refused?.problemOf(`lineas[${index}].${name}`) ?? null
  }

  #outcome(): TemplateResult | typeof nothing {
    const { text, format } = this.#host
    const before = this.#booking.total
    const { refused, result } = this.#trial
    // those are shown at their fields
    if (refused?.refusal?.detalles) return nothing
    if (refused) return html`<div class="outcome bad" role="alert"><p>${refused.message}</p></div>`
    if (!result) return nothing
    const { total } = result
    return html`<div class="outcome" role="status">
      <p class="strong">${whenOf(this.#host, result)}</p>
      <p>${
        total === before
          ? fill(text.lines.sameTotal, { amount: format.money(total) })
          : fill(text.lines.total, { before: format.money(before), after: format.money(total) })
      }</p>
    </div>`
  }
}
