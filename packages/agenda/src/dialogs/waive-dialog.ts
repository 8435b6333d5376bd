import type { Wire } from '@silla/client'
import { fill, isolated } from '@silla/widget/shared'
import { html, type TemplateResult } from 'lit/html.js'
import type { Dialog, Host } from '../host/host.ts'
import { submitButton } from './fields.ts'

type Fee = NonNullable<Wire['ReservaDetalle']['cargo']>

/** Waives the fee of a visit for good (D51). */
export class WaiveDialog implements Dialog {
  readonly #host: Host
  readonly #id: number
  readonly #fee: Fee

  constructor(host: Host, { id, cargo }: { id: number; cargo: Fee }) {
    this.#host = host
    this.#id = id
    this.#fee = cargo
  }

  get title(): string {
    return this.#host.text.fee.waiveTitle
  }

  submit(): void {
    const host = this.#host
    void host.attempt(async () => {
      await host.api.call((silla) =>
        silla.POST('/api/v1/reservas/{id}/cargo/perdonar/', {
          params: { path: { id: this.#id } },
        }),
      )
      host.close()
      host.announce(host.text.fee.waived)
      await host.changed()
    })
  }

  render(): TemplateResult {
    const { text, format, busy } = this.#host
    const { estado, monto } = this.#fee
    const amount = isolated(format.money(monto))
    return html`<p>${fill(estado === 'cobrado' ? text.fee.waiveCharged : text.fee.waiveOpen, { amount })}</p>
      ${submitButton(text.fee.waive, { busy })}`
  }
}
