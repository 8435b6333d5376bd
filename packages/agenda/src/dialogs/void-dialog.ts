import type { Wire } from '@silla/client'
import { fill, isolated } from '@silla/widget/shared'
import { html, type TemplateResult } from 'lit/html.js'
import type { Dialog, Host } from '../host/host.ts'
import { field, submitButton } from './fields.ts'

/** Reverses money that was taken, with a reason (D54). */
export class VoidDialog implements Dialog {
  readonly #host: Host
  readonly #entry: Wire['Cobro']
  #reason = ''

  constructor(host: Host, entry: Wire['Cobro']) {
    this.#host = host
    this.#entry = entry
  }

  get title(): string {
    return this.#host.text.checkout.reverseTitle
  }

  submit(): void {
    const host = this.#host
    const motivo = this.#reason.trim()
    if (motivo === '') return
    void host.attempt(async () => {
      await host.api.call((silla) =>
        silla.POST('/api/v1/cobros/{id}/anular/', {
          params: { path: { id: this.#entry.id } },
          body: { motivo },
        }),
      )
      host.close()
      host.announce(host.text.checkout.reverseDone)
      await host.changed()
    })
  }

  render(): TemplateResult {
    const { text, format, busy } = this.#host
    const { monto, propina } = this.#entry
    return html`<p>${fill(text.checkout.reverseText, { amount: isolated(format.money(monto + propina)) })}</p>
      ${field({
        ...{ label: text.lines.reason, hint: text.cancel.noteHint, value: this.#reason },
        ...{ maxLength: 500, isFirst: true },
        changed: (value) => {
          this.#reason = value
          this.#host.requestUpdate()
        },
      })}
      ${submitButton(text.checkout.reverse, { busy: busy || this.#reason.trim() === '' })}`
  }
}
