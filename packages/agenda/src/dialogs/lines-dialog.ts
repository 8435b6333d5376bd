import type { Wire } from '@silla/client'
import { fill, isolated } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Professional } from '../host/catalog.ts'
import type { Dialog, Host } from '../host/host.ts'
import { whenOf } from '../host/when.ts'
import { type Choice, checkbox, field, select, submitButton } from './fields.ts'
import { Trial } from './trial.ts'
import { visitChanges } from './visit-changes.ts'
import { bookedLines, isAsBooked, type Line, reapplied } from './visit-lines.ts'

type Booking = Wire['ReservaDetalle']
type Changed = Wire['ReservaModificada']

/** So long after the last letter a price is tried. */
const pauseMilliseconds = 300

/**
 * Changes the services of a visit: adds some, removes some, gives them to other people or another price
 * (D54). Every change is tried first, so that the total and a clash are shown before anything changes. When
 * somebody else has changed the visit meanwhile, what is different is shown, and what was typed stays until
 * it is applied on top or given up.
 */
export class LinesDialog implements Dialog {
  readonly #host: Host
  #booking: Booking
  /** What somebody else has made of it since. */
  #theirs: Booking | null = null
  #lines: readonly Line[]
  #notifies = false
  readonly #trial: Trial<Changed>
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(host: Host, booking: Booking) {
    this.#host = host
    this.#booking = booking
    this.#trial = new Trial(host, (simulated) => this.#send(simulated))
    this.#lines = bookedLines(booking)
  }

  get title(): string {
    return this.#host.text.lines.title
  }

  get #isSame(): boolean {
    return isAsBooked(this.#lines, this.#booking)
  }

  /** One that is completed may be closed: that is shown before anything is typed. */
  async load(): Promise<void> {
    if (this.#booking.estado === 'completada') await this.#trial.run()
  }

  /** Somebody else may have changed it. */
  async refresh(): Promise<void> {
    const { id } = this.#booking
    const read = await this.#host.api.call((silla) =>
      silla.GET('/api/v1/reservas/{id}/', { params: { path: { id } } }),
    )
    const known = this.#theirs ?? this.#booking
    if (read.version === known.version) return
    if (this.#isSame) this.#take(read, bookedLines(read))
    else {
      this.#trial.forget()
      this.#theirs = read
      this.#host.announce(this.#host.text.lines.conflict.title)
    }
    this.#host.requestUpdate()
  }

  #take(booking: Booking, lines: readonly Line[]): void {
    this.#booking = booking
    this.#theirs = null
    this.#set(lines)
  }

  async #try(): Promise<void> {
    if (this.#isSame || this.#theirs) return
    await this.#trial.run()
    if (this.#trial.refused?.code === 'VERSION_CONFLICT') await this.refresh()
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
    const last = this.#lines.at(-1)?.professionalId ?? 0
    const professionalId = this.#offerersOf(serviceId).some(({ id }) => id === last) ? last : 0
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
    if (this.#theirs) return
    if (this.#isSame) host.close(this)
    else if (this.#trial.result)
      this.#trial.save((changed) =>
        host.announce(fill(host.text.lines.done, { when: whenOf(host, changed) })),
      )
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
      ${this.#theirs ? this.#conflict(this.#theirs) : this.#outcome()}
      ${submitButton(text.lines.submit, { busy: busy || this.#theirs !== null || (!this.#trial.result && !this.#isSame) })}`
  }

  #conflict(theirs: Booking): TemplateResult {
    const { conflict } = this.#host.text.lines
    const changes = visitChanges(this.#host, this.#booking, theirs)
    const onTop = () => this.#take(theirs, reapplied(this.#lines, this.#booking, theirs))
    return html`<section class="outcome bad" role="alert">
      <p class="strong">${conflict.title}</p>
      <ul>
        ${changes.map((change) => html`<li>${change}</li>`)}
      </ul>
      <div class="actions">
        <button type="button" class="secondary" @click=${() => this.#take(theirs, bookedLines(theirs))}>${conflict.reload}</button>
        <button type="button" class="secondary" @click=${onTop}>${conflict.reapply}</button>
      </div>
    </section>`
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

  #offerersOf(serviceId: number): Professional[] {
    return this.#host
      .professionals()
      .filter(({ servicios_ids }) => servicios_ids.includes(serviceId))
  }

  /** The person who is booked stays in the choice, even when they have left or do it no more. */
  #peopleOf({ serviceId, booked }: Line): Choice[] {
    const team = this.#offerersOf(serviceId)
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
    if (refused) {
      // here no other time can be chosen
      const message = refused.code === 'SLOT_NOT_AVAILABLE' ? text.lines.full : refused.message
      return html`<div class="outcome bad" role="alert"><p>${message}</p></div>`
    }
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
