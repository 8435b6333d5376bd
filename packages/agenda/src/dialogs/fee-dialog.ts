import type { Wire } from '@silla/client'
import { fill, isolated } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Dialog, Host } from '../host/host.ts'
import { whenOf } from '../host/when.ts'
import { field, submitButton } from './fields.ts'
import { Trial } from './trial.ts'

type Fee = Wire['CargoReserva']

/** Charges the card of a visit that was missed or cancelled late, after the most was shown (D51). */
export class FeeDialog implements Dialog {
  readonly #host: Host
  readonly #booking: Wire['ReservaDetalle']
  /** Of the most that may be charged. */
  readonly #trial: Trial<Fee>
  /** What was typed; '': the most. */
  #amount = ''

  constructor(host: Host, booking: Wire['ReservaDetalle']) {
    this.#host = host
    this.#booking = booking
    this.#trial = new Trial(host, (simulated) => this.#send(simulated))
  }

  get title(): string {
    return this.#host.text.fee.title
  }

  load(): Promise<void> {
    return this.#trial.run()
  }

  #send(simulated: boolean): Promise<Fee> {
    const { id, estado } = this.#booking
    const monto = simulated || this.#amount === '' ? undefined : Number(this.#amount)
    return this.#host.api.call((silla) =>
      silla.POST('/api/v1/reservas/{id}/cargo/', {
        params: { path: { id }, header: simulated ? { 'x-simular': true } : {} },
        body: {
          motivo: estado === 'no_show' ? 'no_show' : 'cancelacion_tardia',
          ...(monto !== undefined && { monto }),
        },
      }),
    )
  }

  get #problem(): string | null {
    const most = this.#trial.result?.monto ?? 0
    const amount = this.#amount === '' ? most : Number(this.#amount)
    if (amount > 0 && amount <= most) return null
    return fill(this.#host.text.fee.tooMuch, { amount: isolated(this.#host.format.money(most)) })
  }

  submit(): void {
    const host = this.#host
    const { text, format } = host
    if (!this.#trial.result || this.#problem) return
    this.#trial.save(({ monto }) =>
      host.announce(fill(text.fee.done, { amount: isolated(format.money(monto)) })),
    )
  }

  render(): TemplateResult {
    const { text, format, busy } = this.#host
    const { cliente } = this.#booking
    const { result, refused } = this.#trial
    return html`<p><bdi class="strong">${cliente.nombre}</bdi><br />${whenOf(this.#host, this.#booking)}</p>
      <div class="outcome ${refused ? 'bad' : ''}" role="status">
        ${refused ? html`<p>${refused.message}</p>` : nothing}
        ${result ? html`<p>${fill(text.fee.most, { amount: isolated(format.money(result.monto)) })}</p>` : nothing}
      </div>
      ${
        result
          ? field({
              ...{ label: text.checkout.amount, value: this.#amount, inputMode: 'decimal' },
              ...{ isOptional: true, isFirst: true, problem: this.#problem },
              hint: fill(text.checkout.amountHint, {
                amount: isolated(format.money(result.monto)),
              }),
              changed: (value) => {
                this.#amount = value.trim().replace(',', '.')
                this.#host.requestUpdate()
              },
            })
          : nothing
      }
      ${submitButton(text.fee.submit, { busy: busy || !result || this.#problem !== null })}`
  }
}
