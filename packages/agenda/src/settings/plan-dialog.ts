import type { Failure } from '@silla/widget/shared'
import { fill, isolated } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { submitButton } from '../dialogs/fields.ts'
import { openBooking } from '../dialogs/open-piece.ts'
import type { Dialog } from '../host/host.ts'
import { linesOf } from './plan-words.ts'
import { type Change, type Changed, type Plan, sendChange } from './settings-api.ts'
import type { SettingsHost } from './settings-host.ts'

type Affected = Plan['reservas_afectadas'][number]

interface Options {
  changes: readonly Change[]
  /** What each of them does. */
  plans: readonly Plan[]
  saved(results: readonly Changed[]): void
  /** The changes are refused; true: that is shown. */
  refused(failure: Failure): boolean
}

/** At most so many bookings are in a plan. */
const mostAffected = 50

/** What changes of settings do, and which bookings they concern; saved from here. */
export class PlanDialog implements Dialog {
  readonly #settings: SettingsHost
  readonly #options: Options
  /** Each change is sent once, however often somebody presses the button. */
  readonly #pending: { change: Change; result: Changed | null }[]
  #plans: readonly Plan[]
  /** The bookings have changed since the plan was first shown. */
  #isNewer = false
  #isSaving = false

  constructor(settings: SettingsHost, options: Options) {
    this.#settings = settings
    this.#options = options
    this.#plans = options.plans
    this.#pending = options.changes.map((change) => ({ change, result: null }))
  }

  get title(): string {
    return this.#settings.words.plan.title
  }

  /** A booking was moved out of the way, or another one was made. */
  async refresh(): Promise<void> {
    // what is saved already would have no plan
    if (!this.#isSaving) await this.#plan()
  }

  async #plan(): Promise<void> {
    const { host } = this.#settings
    const plans: Plan[] = []
    for (const { change, result } of this.#pending)
      if (result === null) plans.push((await sendChange(host, change, { simulated: true })).plan)
    this.#plans = plans
    host.requestUpdate()
  }

  get #affected(): Affected[] {
    return this.#plans.flatMap(({ reservas_afectadas }) => reservas_afectadas)
  }

  get #changesNothing(): boolean {
    return this.#plans.every(({ cambios }) => cambios.length === 0)
  }

  get #changesPrices(): boolean {
    const fields = this.#plans.flatMap(({ cambios }) =>
      cambios.flatMap(({ tipo, campos }) => (tipo === 'nuevo' ? [] : campos)),
    )
    return fields.some(({ campo }) => /^precio/.test(campo))
  }

  get #mayOrphan(): boolean {
    return this.#settings.host.may('ajustes.negocio')
  }

  submit(): void {
    const { host, words } = this.#settings
    const allowOrphaned = this.#affected.length > 0
    if (allowOrphaned && !this.#mayOrphan) return
    void host.attempt(
      async () => {
        this.#isSaving = true
        for (const one of this.#pending)
          one.result ??= await sendChange(host, one.change, { simulated: false, allowOrphaned })
        host.close()
        host.announce(this.#changesNothing ? words.nothing : words.saved)
        this.#finish()
      },
      (failure) => this.#refuse(failure),
    )
  }

  /** What is read now may fail: that does not make it unsaved. */
  #finish(): void {
    const { host } = this.#settings
    const results = this.#pending.flatMap(({ result }) => result ?? [])
    if (results.length === 0) return
    this.#options.saved(results)
    void host.load(() => host.readCatalog()).then(() => host.changed())
  }

  #refuse(failure: Failure): boolean {
    const { host, words } = this.#settings
    if (failure.code === 'WOULD_ORPHAN_BOOKINGS') {
      this.#isNewer = true
      this.#isSaving = false
      host.announce(words.plan.newer)
      void host.load(() => this.#plan())
      return true
    }
    host.close()
    // what was saved before the one that is refused
    this.#finish()
    return this.#options.refused(failure)
  }

  render(): TemplateResult {
    const { host, words } = this.#settings
    const affected = this.#affected
    const lines = this.#plans.flatMap((plan) => linesOf(this.#settings, plan))
    return html`${this.#isNewer ? html`<p class="outcome" role="status">${words.plan.newer}</p>` : nothing}
      ${
        lines.length === 0
          ? html`<p>${words.nothing}</p>`
          : html`<h3>${words.plan.changes}</h3>
              <ul class="plan-lines">
                ${lines.map(
                  ({ title, fields }) =>
                    html`<li>
                      <bdi class="strong">${title}</bdi>${fields.map((field) => html`<br /><span>${field}</span>`)}
                    </li>`,
                )}
              </ul>`
      }
      ${this.#changesPrices ? html`<p>${words.plan.pricesStay}</p>` : nothing}
      ${affected.length > 0 ? this.#orphans(affected) : html`<p class="muted">${words.plan.noneAffected}</p>`}
      ${
        affected.length > 0 && !this.#mayOrphan
          ? nothing
          : html`<div class="foot-of end">
              ${submitButton(affected.length > 0 ? words.plan.saveAnyway : words.plan.save, {
                busy: host.busy,
                // what is in the way is read first
                isFirst: affected.length === 0,
              })}
            </div>`
      }`
  }

  #orphans(affected: readonly Affected[]): TemplateResult {
    const { host, words } = this.#settings
    return html`<section class="outcome bad">
      <p class="strong">${host.format.count(words.plan.affected, affected.length)}</p>
      <ul class="plan-bookings">
        ${affected.map(
          (booking) => html`<li>
            <button type="button" class="result" @click=${() => this.#open(booking)}>
              <span class="grow"
                ><bdi class="strong">${booking.cliente}</bdi><br /><span class="muted"
                  ><bdi>${booking.profesional}</bdi> · ${words.plan.reasons[booking.motivo]}</span
                ></span
              >
              <span>${host.format.date(booking.fecha)}${host.format.comma}${isolated(host.format.time(booking.hora_inicio))}</span>
            </button>
          </li>`,
        )}
      </ul>
      ${affected.length >= mostAffected ? html`<p>${fill(words.plan.many, { n: host.format.number(mostAffected) })}</p>` : nothing}
      <p>${this.#mayOrphan ? words.plan.move : words.plan.moveOnly}</p>
    </section>`
  }

  #open({ codigo }: Affected): void {
    const { host } = this.#settings
    void host.load(async () => {
      const booking = await host.api.call((silla) =>
        silla.GET('/api/v1/reservas/codigo/{codigo}/', { params: { path: { codigo } } }),
      )
      await openBooking(host, booking)
    })
  }
}
