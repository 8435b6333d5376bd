import type { Wire } from '@silla/client'
import { fill, isolated } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Dialog, Host } from '../host/host.ts'
import { whenOf } from '../host/when.ts'
import { emailChoice } from './email-choice.ts'
import { field, submitButton } from './fields.ts'
import { type Scope, scopeChoice, seriesList } from './series.ts'

type Preview = Wire['CancelacionPrevia']

/** Cancels a visit, and says before what comes back to the customer. */
export class CancelDialog implements Dialog {
  readonly #host: Host
  readonly #booking: Wire['ReservaDetalle']
  #preview: Preview | null = null
  #cancelled: Wire['Cancelacion'] | null = null
  #scope: Scope = 'esta'
  #notifies = true
  #reason = ''
  #note = ''

  constructor(host: Host, booking: Wire['ReservaDetalle']) {
    this.#host = host
    this.#booking = booking
  }

  get title(): string {
    return this.#host.text.cancel.title
  }

  async load(): Promise<void> {
    this.#preview = await this.#host.api.call((silla) =>
      silla.GET('/api/v1/reservas/{id}/cancelacion/', {
        params: { path: { id: this.#booking.id } },
      }),
    )
    this.#host.requestUpdate()
  }

  #send(simulated: boolean): Promise<Wire['Cancelacion']> {
    return this.#host.api.call((silla) =>
      silla.POST('/api/v1/reservas/{id}/cancelar/', {
        params: { path: { id: this.#booking.id }, header: { 'x-simular': simulated } },
        body: {
          ...{ motivo: this.#reason, nota_interna: this.#note },
          ...{ serie: this.#scope, avisar: this.#notifies },
        },
      }),
    )
  }

  /** Shows what becomes of each of the visits, before anything changes. */
  #choose(scope: Scope): void {
    this.#scope = scope
    this.#cancelled = null
    this.#host.requestUpdate()
    if (scope === 'esta') return
    void this.#host.load(async () => {
      const tried = await this.#send(true)
      if (this.#scope === scope) this.#cancelled = tried
      this.#host.requestUpdate()
    })
  }

  submit(): void {
    const host = this.#host
    // what becomes of the others has to be seen first
    if (this.#scope === 'siguientes' && !this.#cancelled) return
    void host.attempt(async () => {
      await this.#send(false)
      // the sheet of the visit goes too: it is not in the agenda any more
      host.close()
      host.close()
      host.announce(host.text.cancel.done)
      await host.changed()
    })
  }

  render(): TemplateResult {
    const { text, format, busy } = this.#host
    const { cliente } = this.#booking
    const preview = this.#preview
    return html`<p><bdi class="strong">${cliente.nombre}</bdi><br />${whenOf(this.#host, this.#booking)}</p>
      ${
        preview
          ? html`<div class="outcome" role="status">
              <p>${
                preview.reembolso.aplica
                  ? fill(text.cancel.refund, { amount: format.money(preview.reembolso.monto) })
                  : text.cancel.noRefund
              }</p>
              ${preview.puntos_devueltos > 0 ? html`<p>${format.count(text.cancel.points, preview.puntos_devueltos)}</p>` : nothing}
              <p>${cliente.email && this.#notifies ? fill(text.move.notified, { email: isolated(cliente.email) }) : text.move.noEmail}</p>
              ${seriesList(this.#host, this.#cancelled?.visitas ?? null)}
            </div>`
          : nothing
      }
      ${this.#booking.serie ? scopeChoice(this.#host, this.#scope, (scope) => this.#choose(scope)) : nothing}
      ${emailChoice(this.#host, cliente, this.#notifies, (notifies) => {
        this.#notifies = notifies
      })}
      ${field({
        ...{ label: text.cancel.reason, hint: text.cancel.reasonHint, isOptional: true },
        ...{ value: this.#reason, rows: 2, maxLength: 500 },
        changed: (value) => {
          this.#reason = value
        },
      })}
      ${field({
        ...{ label: text.cancel.note, hint: text.cancel.noteHint, isOptional: true },
        ...{ value: this.#note, rows: 2, maxLength: 500 },
        changed: (value) => {
          this.#note = value
        },
      })}
      ${submitButton(text.cancel.submit, {
        busy:
          busy || preview?.puede === false || (this.#scope === 'siguientes' && !this.#cancelled),
      })}`
  }
}
