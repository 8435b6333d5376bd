import type { Wire } from '@silla/client'
import { addDays, fill } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Agenda } from '../api/api.ts'
import type { Dialog, Host } from '../host/host.ts'
import { timesOf } from '../host/when.ts'
import { type Choice, checkbox, field, select, submitButton } from './fields.ts'
import { type FreeTime, firstTime, minuteOf, overlap, type Taken, takenFrom } from './first-time.ts'
import { MoveDialog } from './move-dialog.ts'
import { showInDialog } from './show-in-dialog.ts'

type AbsentVisit = Wire['VisitaDeAusente']
type Settled = Wire['VisitaResuelta']

/** What is to become of a visit, as the body of the request has it; null: it stays. */
type Change = {
  accion: 'mover' | 'cancelar'
  fecha?: string
  hora_inicio?: string
  peluqueros?: number[]
} | null

type VisitChange = NonNullable<Change> & { reserva_id: number; version: number }

/**
 * The visits of a professional who is absent on a day, each with a choice, and one request for all of them
 * (D71). What is chosen is tried together, so that visits that would get in each other's way are shown before
 * anything changes. What is refused stays open, with the reason and the times that are free now.
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
  /** By booking: what would become of it, as it was tried or refused last. */
  #tried = new Map<number, Settled>()
  #attempts = 0
  /** Times are being chosen for all visits that would stay. */
  #isChoosing = false
  /** Bookings that none of the free times fits. */
  #timeless = new Set<number>()
  /** By booking, the free times that were offered: one that is chosen stays in the choice. */
  #times = new Map<number, Map<string, FreeTime>>()
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
    for (const { reserva, alternativas } of visitas) this.#offer(reserva.id, alternativas)
    for (const visit of visitas)
      if (!this.#optionsOf(visit).has(this.#chosen.get(visit.reserva.id) ?? ''))
        this.#chosen.set(visit.reserva.id, visit.posible ? 'others' : 'stay')
    this.#host.requestUpdate()
    await this.#try()
  }

  /** Visits have changed, here or elsewhere; what was chosen for the others stays. */
  refresh = (): Promise<void> => this.load()

  /**
   * All of it together: two visits may want the same person at the same time.
   *
   * @returns false when something else was chosen meanwhile, and is being tried
   */
  async #try(): Promise<boolean> {
    this.#attempts++
    const attempt = this.#attempts
    const visitas = this.#changes((visit) => this.#changeOf(visit))
    const { visitas: tried } =
      visitas.length === 0 ? { visitas: [] } : await this.#send({ visitas, simulated: true })
    if (attempt !== this.#attempts) return false
    this.#take(tried)
    this.#host.requestUpdate()
    return true
  }

  /** Of these nothing would become: they were left as they are, or what was chosen is refused. */
  #staying(): AbsentVisit[] {
    return (this.#visits ?? []).filter(
      ({ reserva: { id } }) =>
        this.#chosen.get(id) === 'stay' || (this.#tried.get(id)?.codigo_motivo ?? null) !== null,
    )
  }

  /**
   * Chooses the first time that is offered for each visit that would stay, tries all of it together, and
   * goes on with the next times of those that were refused. What fits nowhere stays, and says so.
   */
  async #chooseTimes(date: string): Promise<void> {
    // it may be tried again after the connection was lost
    if (this.#isChoosing || date !== this.#date) return
    /** By booking: what was chosen and did not do. */
    const refused = new Map<number, Set<string>>()
    this.#isChoosing = true
    try {
      let left = this.#staying()
      while (left.length > 0) {
        for (const { reserva } of left) {
          const before = refused.get(reserva.id) ?? new Set()
          refused.set(reserva.id, before.add(this.#chosen.get(reserva.id) ?? ''))
        }
        const hasNext = this.#chooseNext(left, refused)
        this.#host.requestUpdate()
        // somebody may choose something else meanwhile, and visits may change
        while (!(await this.#try()));
        if (date !== this.#date) return
        left = hasNext ? this.#refusedNow(refused) : []
      }
    } finally {
      this.#isChoosing = false
      this.#host.requestUpdate()
    }
    this.#timeless = new Set(this.#staying().map(({ reserva }) => reserva.id))
    this.#sayChosen(refused.size)
  }

  /** @returns whether any of them has a time that was not refused yet */
  #chooseNext(
    visits: readonly AbsentVisit[],
    refused: ReadonlyMap<number, ReadonlySet<string>>,
  ): boolean {
    const taken = (this.#visits ?? []).flatMap((visit) =>
      visits.includes(visit) ? [] : (this.#taken(visit) ?? []),
    )
    let hasNext = false
    for (const visit of visits) {
      const { id } = visit.reserva
      const next = firstTime({
        ...{ offered: this.#timesOf(id), lengthMinutes: lengthOf(visit), taken },
        refused: refused.get(id) ?? new Set(),
      })
      this.#chosen.set(id, next?.value ?? 'stay')
      this.#tried.delete(id)
      if (!next) continue
      hasNext = true
      taken.push(next.takes)
    }
    return hasNext
  }

  /**
   * Those that need another time. What somebody has chosen stays theirs, though the trial, which goes by
   * start, gives it to whom it was chosen for here: these get the times that are free beside it.
   */
  #refusedNow(refused: ReadonlyMap<number, unknown>): AbsentVisit[] {
    const left = this.#staying().flatMap((visit) => {
      const { id } = visit.reserva
      const wanted = this.#taken(visit)
      if (refused.has(id) || !wanted) return visit
      const others = (this.#visits ?? []).filter((other) => {
        const takes = refused.has(other.reserva.id) ? this.#taken(other) : null
        return takes !== null && overlap(takes, wanted)
      })
      for (const { reserva } of others)
        this.#offer(reserva.id, this.#tried.get(id)?.alternativas ?? [])
      return others.length > 0 ? others : visit
    })
    return (this.#visits ?? []).filter((visit) => left.includes(visit))
  }

  /** Where a visit goes, as it was chosen, or as the trial has shown who does it; null: nowhere. */
  #taken(visit: AbsentVisit): Taken | null {
    const { id } = visit.reserva
    const time = this.#times.get(id)?.get(this.#chosen.get(id) ?? '')
    if (time) return takenFrom(time, lengthOf(visit))
    const tried = this.#tried.get(id)
    if (!tried?.fecha || !tried.hora_inicio || tried.estado === 'cancelada') return null
    const from = minuteOf(tried.hora_inicio)
    return {
      ...{ fecha: tried.fecha, from, until: from + lengthOf(visit) },
      people: tried.profesionales.map((one) => one.id),
    }
  }

  #sayChosen(wanted: number): void {
    const { text, format } = this.#host
    const timeless = this.#timeless.size
    this.#host.announce(
      [
        format.count(text.absence.chosen, wanted - timeless),
        ...(timeless > 0 ? [format.count(text.absence.timeless, timeless)] : []),
      ].join(' '),
    )
  }

  #timesOf(bookingId: number): [string, FreeTime][] {
    return [...(this.#times.get(bookingId) ?? [])].sort(([one], [other]) => (one < other ? -1 : 1))
  }

  #take(settled: readonly Settled[]): void {
    this.#tried = new Map(settled.map((visit) => [visit.reserva_id, visit]))
    for (const { reserva_id, alternativas } of settled) this.#offer(reserva_id, alternativas)
  }

  #offer(bookingId: number, times: readonly FreeTime[]): void {
    const known = this.#times.get(bookingId) ?? new Map<string, FreeTime>()
    for (const time of times)
      known.set(`${time.fecha} ${time.hora_inicio} ${time.peluquero_id}`, time)
    this.#times.set(bookingId, known)
  }

  #send({
    visitas,
    simulated,
    ...more
  }: {
    visitas: VisitChange[]
    simulated: boolean
    dia_libre?: object
  }): Promise<Wire['AusenciaResuelta']> {
    const path = { id: this.#professional.id }
    return this.#host.api.call((silla) =>
      silla.POST('/api/v1/peluqueros/{id}/ausencia/', {
        params: { path, header: { 'x-simular': simulated } },
        body: { fecha: this.#date, visitas, avisar: this.#notifies, ...more },
      }),
    )
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
    this.#tried.clear()
    this.#times.clear()
    this.#timeless.clear()
    this.#dayOffProblem = null
    void this.#host.load(() => this.load())
  }

  /** Who would do a visit at its time, in order: who is free beside what was chosen for the rest. */
  #othersFor({ reserva, profesionales }: AbsentVisit): AbsentVisit['profesionales'] {
    const tried = this.#tried.get(reserva.id)
    const isTried = this.#chosen.get(reserva.id) === 'others' && tried?.codigo_motivo === null
    return isTried ? tried.profesionales : profesionales
  }

  /** What can be chosen for a visit, by the value of its choice. */
  #optionsOf(visit: AbsentVisit) {
    const { text, format } = this.#host
    const { reserva, posible } = visit
    const options = new Map<string, { label: string; change: Change }>()
    const move = (value: string, label: string, fields: Omit<NonNullable<Change>, 'accion'>) =>
      options.set(value, { label, change: { accion: 'mover', ...fields } })
    const own = reserva.servicios.map(({ profesional }) => profesional.id)
    const replacedBy = (other: number) =>
      own.map((id) => (id === this.#professional.id ? other : id))
    if (posible) {
      const others = this.#othersFor(visit)
      const people = others.map(({ id }) => id)
      const names = [...new Set(others.map(({ nombre }) => nombre))].join(' + ')
      move('others', fill(text.absence.sameTime, { name: names }), { peluqueros: people })
      for (const { id, nombre } of this.#substitutesFor(visit)) {
        const peluqueros = replacedBy(id)
        if (peluqueros.join() === people.join()) continue
        move(`person-${id}`, fill(text.absence.sameTime, { name: nombre }), { peluqueros })
      }
    }
    for (const [value, { fecha, hora_inicio, peluquero_id }] of this.#timesOf(reserva.id)) {
      const who = this.#host.professionals().find(({ id }) => id === peluquero_id)
      const when = `${format.shortDate(fecha)} ${format.time(hora_inicio)}`
      move(value, [when, who?.nombre].join(' · '), {
        ...{ fecha, hora_inicio, peluqueros: replacedBy(peluquero_id) },
      })
    }
    options.set('cancel', { label: text.cancel.title, change: { accion: 'cancelar' } })
    options.set('stay', { label: text.absence.stay, change: null })
    return options
  }

  /** Who works on that day and does all that the professional was to do. */
  #substitutesFor({ reserva }: AbsentVisit) {
    const needed = reserva.servicios.filter(
      ({ profesional }) => profesional.id === this.#professional.id,
    )
    return this.#host
      .professionals()
      .filter(
        ({ id, servicios_ids }) =>
          id !== this.#professional.id &&
          this.#working.has(id) &&
          needed.every((service) => servicios_ids.includes(service.id)),
      )
  }

  /** Others are anybody who is free, unless the trial has named them. */
  #changeOf(visit: AbsentVisit): Change {
    const chosen = this.#chosen.get(visit.reserva.id) ?? ''
    if (chosen === 'others') return { accion: 'mover' }
    return this.#optionsOf(visit).get(chosen)?.change ?? null
  }

  #changes(changeOf: (visit: AbsentVisit) => Change): VisitChange[] {
    return (this.#visits ?? []).flatMap((visit) => {
      const { id, version } = visit.reserva
      const change = changeOf(visit)
      return change ? [{ reserva_id: id, version, ...change }] : []
    })
  }

  submit(): void {
    const host = this.#host
    if (!this.#visits || this.#isChoosing) return
    // as they were shown
    const visitas = this.#changes(
      (visit) =>
        this.#optionsOf(visit).get(this.#chosen.get(visit.reserva.id) ?? '')?.change ?? null,
    )
    const addsDayOff = this.#addsDayOff && this.#mayAddDayOff
    if (visitas.length === 0 && !addsDayOff) {
      host.close(this)
      return
    }
    void host.attempt(async () => {
      const settled = await this.#send({
        ...{ visitas, simulated: false },
        ...(addsDayOff && { dia_libre: {} }),
      })
      this.#attempts++
      this.#take(settled.visitas)
      this.#dayOffProblem = settled.dia_libre?.codigo_motivo ?? null
      const refused = settled.visitas.filter(({ codigo_motivo }) => codigo_motivo !== null)
      const isSettled = refused.length === 0 && this.#dayOffProblem === null
      if (isSettled) host.close()
      host.announce(host.format.count(host.text.absence.done, visitas.length - refused.length))
      // which reads this dialog again too
      await host.changed()
      if (!isSettled) showInDialog(host)
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
      ${this.#chooseButton()}
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
          : isOff
            ? nothing
            : html`<p class="muted">${fill(text.absence.noDayOff, { name })}</p>`
      }
      ${this.#dayOffProblem ? html`<p class="error" role="alert">${this.#dayOffProblem === 'WOULD_ORPHAN_BOOKINGS' ? text.absence.dayOffLeft : text.absence.dayOffRefused}</p>` : nothing}
      ${
        visits.length > 0
          ? checkbox({
              label: text.series.noEmail,
              checked: !this.#notifies,
              changed: (isSilent) => {
                this.#notifies = !isSilent
                this.#host.requestUpdate()
              },
            })
          : nothing
      }
      <div class="foot-of end">${submitButton(text.absence.submit, { busy: busy || this.#isChoosing })}</div>`
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

  /** It stays where it is with nothing left to choose, as it may have the focus. */
  #chooseButton(): TemplateResult | typeof nothing {
    const { text, busy } = this.#host
    if (![...this.#times.values()].some(({ size }) => size > 0)) return nothing
    const canChoose = this.#staying().some(({ reserva }) => this.#timesOf(reserva.id).length > 0)
    const isDisabled = busy || this.#isChoosing || !canChoose
    return html`<div class="actions">
      <button
        type="button"
        class="secondary"
        aria-disabled=${isDisabled ? 'true' : nothing}
        @click=${() => {
          const date = this.#date
          if (!isDisabled) void this.#host.load(() => this.#chooseTimes(date))
        }}
      >
        ${text.absence.chooseTimes}
      </button>
    </div>`
  }

  #list(visits: readonly AbsentVisit[]): TemplateResult {
    if (visits.length === 0) return html`<p>${this.#host.text.absence.none}</p>`
    return html`<ul class="lines-of">${visits.map((visit) => this.#row(visit))}</ul>`
  }

  #row(visit: AbsentVisit): TemplateResult {
    const { text } = this.#host
    const { reserva } = visit
    const { cliente, servicios } = reserva
    const choices: Choice[] = [...this.#optionsOf(visit)].map(([value, { label }]) => ({
      value,
      label,
    }))
    const chosen = this.#chosen.get(reserva.id) ?? 'stay'
    const refusal = this.#tried.get(reserva.id)?.codigo_motivo
    const reasons: Record<string, string> = text.series.refused
    const isSilent = chosen !== 'stay' && !(cliente.email && this.#notifies)
    return html`<li>
      <div class="grow">
        ${select({
          label: `${timesOf(this.#host, reserva)} · ${cliente.nombre}`,
          value: chosen,
          choices,
          changed: (value) => this.#choose(visit, value),
        })}
        ${refusal ? html`<p class="error" role="alert">${reasons[refusal] ?? text.series.impossible}</p>` : nothing}
        ${chosen === 'stay' && this.#timeless.has(reserva.id) ? html`<p class="error">${text.absence.noTime}</p>` : nothing}
        <div class="about-visit">
          <p class="grow small">
            <span class="muted">${servicios.map(({ nombre }) => nombre).join(' + ')}</span>
            ${cliente.telefono ? html` · <a href="tel:${cliente.telefono}"><bdi dir="ltr">${cliente.telefono}</bdi></a>` : nothing}
            ${isSilent ? html`<br />${text.move.noEmail}` : nothing}
          </p>
          <button
            type="button"
            class="secondary"
            aria-label="${text.absence.otherTime}: ${cliente.nombre}"
            @click=${() => this.#moveElsewhere(visit)}
          >
            ${text.absence.otherTime}
          </button>
        </div>
      </div>
    </li>`
  }

  #choose({ reserva }: AbsentVisit, value: string): void {
    this.#chosen.set(reserva.id, value)
    // they were about what was chosen before
    this.#tried.delete(reserva.id)
    this.#timeless.delete(reserva.id)
    this.#host.requestUpdate()
    void this.#host.load(async () => {
      await this.#try()
    })
  }

  /** To a time that is not offered: it is moved on its own, and what was chosen for the others stays. */
  #moveElsewhere({ reserva }: AbsentVisit): void {
    const people = reserva.servicios.map(({ profesional }) => profesional.id)
    this.#host.open(new MoveDialog(this.#host, { ...reserva, people }))
  }
}

const lengthOf = ({ reserva: { hora_inicio, hora_fin } }: AbsentVisit): number =>
  minuteOf(hora_fin) - minuteOf(hora_inicio)

/** The ids of those who work on a day. */
const workersOf = ({ profesionales }: Agenda['dias'][number]): number[] =>
  profesionales.flatMap(({ profesional_id, turnos }) => (turnos.length > 0 ? [profesional_id] : []))
