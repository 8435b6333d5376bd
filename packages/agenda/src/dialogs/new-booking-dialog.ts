import type { Wire } from '@silla/client'
import { Failure, fill } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Service } from '../host/catalog.ts'
import type { Dialog, Host } from '../host/host.ts'
import { timeIn, whenOf } from '../host/when.ts'
import { alternatives } from './alternatives.ts'
import { CustomerChoice } from './customer-choice.ts'
import { field, select, submitButton } from './fields.ts'
import { sayDone } from './say-done.ts'
import { seriesList } from './series.ts'
import { showInDialog } from './show-in-dialog.ts'
import { Trial } from './trial.ts'

export interface Wanted {
  customer?: { id: number; nombre: string }
  serviceIds?: readonly number[]
  /** 0: anyone who is free. */
  professionalId?: number
  date?: string
  time?: string
  /** Somebody who stands at the desk: it begins now. */
  isWalkIn?: boolean
}

/** Books a visit for somebody on the phone, or who has just come in. */
export class NewBookingDialog implements Dialog {
  readonly isSheet = true
  readonly #host: Host
  readonly #customer: CustomerChoice
  readonly #isWalkIn: boolean
  /** It begins now: who walks in may also take a later time. */
  #isNow: boolean
  #serviceIds: readonly number[]
  #professionalId: number
  #date: string
  #time: string
  #notes = ''
  #serviceText = ''
  /** Weeks from one visit to the next; 0: it is not repeated. */
  #everyWeeks = 0
  #times = 4
  readonly #trial: Trial<Wire['Reserva']>
  #refused: Failure | null = null
  #problem: string | null = null

  constructor(host: Host, wanted: Wanted = {}) {
    this.#host = host
    this.#trial = new Trial(host, (simulated) => this.#send(simulated))
    this.#isWalkIn = wanted.isWalkIn ?? false
    this.#isNow = this.#isWalkIn
    this.#customer = new CustomerChoice(host, {
      known: wanted.customer ?? null,
      isOptional: this.#isWalkIn,
      chosen: () => {
        this.#problem = null
      },
    })
    this.#serviceIds = wanted.serviceIds ?? []
    this.#professionalId = wanted.professionalId ?? host.ownProfessional() ?? 0
    this.#date = wanted.date ?? host.today()
    this.#time = wanted.time ?? nextQuarter(timeIn(host.now(), host.catalog.timeZone))
  }

  get title(): string {
    const { text } = this.#host
    return this.#isWalkIn ? text.booking.walkIn : text.booking.title
  }

  submit(): void {
    const host = this.#host
    const { text } = host
    this.#problem = !this.#customer.name && !this.#isWalkIn ? text.booking.noCustomer : null
    if (!this.#problem && this.#serviceIds.length === 0) this.#problem = text.booking.noServices
    if (this.#problem) {
      host.announce(this.#problem)
      showInDialog(host)
    } else if (this.#everyWeeks === 0) this.#book()
    else if (this.#trial.result) this.#trial.save((booked) => this.#sayDone(booked))
    else void host.load(() => this.#tryDates())
  }

  async #tryDates(): Promise<void> {
    await this.#trial.run()
    showInDialog(this.#host, '.dates, [role="alert"]')
  }

  #sayDone(booked: Wire['Reserva']): void {
    const host = this.#host
    const message = fill(host.text.booking.done, { when: whenOf(host, booked) })
    sayDone(host, message, booked.fecha)
  }

  #send(simulated: boolean): Promise<Wire['Reserva']> {
    const host = this.#host
    return host.api.call((silla) =>
      silla.POST('/api/v1/reservas/crear/', {
        params: { header: { 'x-simular': simulated } },
        body: {
          servicio_ids: [...this.#serviceIds],
          peluquero_id: this.#professionalId,
          fecha: this.#date,
          hora_inicio: this.#isNow ? 'ahora' : this.#time,
          por_negocio: true,
          notas: this.#notes,
          ...this.#customer.body,
          ...(this.#everyWeeks > 0 && {
            repetir: { cada_semanas: this.#everyWeeks, veces: this.#times },
          }),
        },
      }),
    )
  }

  #book(): void {
    const host = this.#host
    this.#refused = null
    void host.attempt(
      async () => {
        const booked = await this.#send(false)
        if (this.#isNow) await this.#recordArrival(booked.id)
        host.close()
        this.#sayDone(booked)
        await host.changed()
      },
      (failure) => {
        this.#refused = failure
        showInDialog(host)
        return problemsAreShown(failure)
      },
    )
  }

  /** Who walks in is there. The visit is booked all the same when that cannot be recorded now. */
  async #recordArrival(id: number): Promise<void> {
    try {
      await this.#host.api.call((silla) =>
        silla.POST('/api/v1/reservas/{id}/llegada/', { params: { path: { id } } }),
      )
    } catch (error) {
      if (!(error instanceof Failure)) throw error
    }
  }

  render(): TemplateResult {
    const { text, busy } = this.#host
    const refused = this.#refused ?? this.#trial.refused
    const problemOf = (name: string) => refused?.problemOf(name) ?? null
    return html`${this.#customer.render(refused)} ${this.#servicesPart()}
      ${select({
        label: text.fields.professional,
        value: `${this.#professionalId}`,
        choices: [
          { value: '0', label: text.booking.anyone },
          ...this.#host
            .professionals()
            .map(({ id, nombre }) => ({ value: `${id}`, label: nombre })),
        ],
        changed: (value) => {
          this.#professionalId = Number(value)
          this.#trial.forget()
        },
      })}
      ${
        this.#isNow
          ? nothing
          : html`<div class="row">
              ${field({ label: text.fields.date, type: 'date', value: this.#date, problem: problemOf('fecha'), changed: (value) => this.#set({ date: value }) })}
              ${field({ label: text.fields.time, type: 'time', value: this.#time, problem: problemOf('hora_inicio'), changed: (value) => this.#set({ time: value }) })}
            </div>
            ${this.#repetition()}`
      }
      ${field({
        ...{ label: text.fields.notes, value: this.#notes, rows: 2, maxLength: 1000 },
        isOptional: true,
        problem: problemOf('notas'),
        changed: (value) => {
          this.#notes = value
        },
      })}
      ${this.#problem ? html`<p class="error" role="alert">${this.#problem}</p>` : nothing}
      ${seriesList(this.#host, this.#trial.result?.visitas ?? null)}
      ${
        refused && !refused.refusal?.detalles
          ? html`<div class="outcome bad" role="alert">
              <p>${this.#isNow && refused.code === 'SLOT_NOT_AVAILABLE' ? text.booking.fullNow : refused.message}</p>
              ${alternatives(this.#host, refused, ({ fecha, hora_inicio, peluquero_id }) => {
                this.#professionalId = peluquero_id
                this.#isNow = false
                this.#set({ date: fecha, time: hora_inicio })
              })}
            </div>`
          : nothing
      }
      <div class="foot-of">
        <p>${this.#summary()}</p>
        ${submitButton(this.#submitText(), { busy })}
      </div>`
  }

  #set({ date, time }: { date?: string; time?: string }): void {
    this.#date = date ?? this.#date
    this.#time = time ?? this.#time
    this.#refused = null
    this.#trial.forget()
  }

  /** Which dates are refused is shown before any is booked. */
  #submitText(): string {
    const { text, format } = this.#host
    if (this.#everyWeeks === 0) return text.booking.submit
    const visits = this.#trial.result?.visitas
    if (!visits) return text.series.check
    const free = visits.filter(({ codigo_motivo }) => codigo_motivo === null).length
    return format.count(text.series.book, free)
  }

  #repetition(): TemplateResult {
    const { text, format } = this.#host
    const weeks = Array.from({ length: 12 }, (_, index) => index + 1)
    return html`<div class="row">
      ${select({
        label: text.series.repeat,
        value: `${this.#everyWeeks}`,
        choices: [
          { value: '0', label: text.series.never },
          ...weeks.map((count) => ({
            value: `${count}`,
            label: format.count(text.series.every, count),
          })),
        ],
        changed: (value) => {
          this.#everyWeeks = Number(value)
          this.#set({})
        },
      })}
      ${
        this.#everyWeeks === 0
          ? nothing
          : select({
              label: text.series.times,
              value: `${this.#times}`,
              choices: weeks.slice(1).map((count) => ({ value: `${count}`, label: `${count}` })),
              changed: (value) => {
                this.#times = Number(value)
                this.#set({})
              },
            })
      }
    </div>`
  }

  #servicesPart(): TemplateResult {
    const { text, catalog, format } = this.#host
    const wanted = this.#serviceText.toLocaleLowerCase()
    const isShown = ({ id, nombre }: Service) =>
      this.#serviceIds.includes(id) || nombre.toLocaleLowerCase().includes(wanted)
    const shown = catalog.services.filter(isShown)
    return html`<fieldset class="pick">
      <legend>${text.booking.services}</legend>
      ${
        catalog.services.length > 8
          ? html`<input
              type="search"
              aria-label=${text.booking.findService}
              placeholder=${text.booking.findService}
              .value=${this.#serviceText}
              @input=${({ target }: Event) => {
                this.#serviceText = (target as HTMLInputElement).value
                this.#host.requestUpdate()
              }}
            />`
          : nothing
      }
      <div class="options">
        ${shown.map(
          (
            service,
          ) => html`<label class="option" .style="--hue:var(--hue-${catalog.hueOf(service.id)})">
            <input
              type="checkbox"
              .checked=${this.#serviceIds.includes(service.id)}
              @change=${() => this.#toggle(service.id)}
            />
            <span class="grow">${service.nombre}</span>
            <span class="muted small">${format.duration(service.duracion_minutos)} · ${format.money(service.precio_oferta ?? service.precio)}</span>
          </label>`,
        )}
      </div>
    </fieldset>`
  }

  #toggle(id: number): void {
    const chosen = this.#serviceIds
    this.#serviceIds = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]
    this.#problem = null
    this.#set({})
  }

  /** Regular lengths and prices: those of a professional may differ. */
  #summary(): string {
    const { format, catalog } = this.#host
    const chosen = catalog.services.filter(({ id }) => this.#serviceIds.includes(id))
    if (chosen.length === 0) return ''
    const minutes = chosen.reduce((sum, { duracion_minutos }) => sum + duracion_minutos, 0)
    const amount = chosen.reduce(
      (sum, { precio, precio_oferta }) => sum + (precio_oferta ?? precio),
      0,
    )
    return `${format.duration(minutes)} · ${format.money(amount)}`
  }
}

const shownFields = [...CustomerChoice.fields, 'fecha', 'hora_inicio', 'notas']

/** Whether each problem stands at its field. */
const problemsAreShown = ({ refusal }: Failure): boolean =>
  (refusal?.detalles ?? []).every(({ campo }) => shownFields.includes(campo))

/** The quarter of an hour after a time, of the same day. */
function nextQuarter(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const next = Math.min(Math.ceil((hours * 60 + minutes + 1) / 15) * 15, 23 * 60 + 45)
  return [Math.floor(next / 60), next % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
