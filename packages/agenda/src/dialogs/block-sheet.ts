import type { Wire } from '@silla/client'
import { momentOf } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Dialog, Host } from '../host/host.ts'
import { submitButton } from './fields.ts'

/** A block, and taking it away. */
export class BlockSheet implements Dialog {
  readonly #host: Host
  readonly #block: Wire['Bloqueo']

  constructor(host: Host, block: Wire['Bloqueo']) {
    this.#host = host
    this.#block = block
  }

  get title(): string {
    return this.#block.motivo
  }

  submit(): void {
    const host = this.#host
    void host.attempt(async () => {
      await host.api.call((silla) =>
        silla.DELETE('/api/v1/bloqueos/{id}/', { params: { path: { id: this.#block.id } } }),
      )
      host.close()
      host.announce(host.text.block.deleted)
      await host.changed()
    })
  }

  render(): TemplateResult {
    const { text, format, busy, may, catalog } = this.#host
    const { profesional, recurso, inicio, fin } = this.#block
    return html`<p>
        <bdi class="strong">${profesional?.nombre ?? recurso?.nombre}</bdi><br />
        ${momentOf(format, inicio, catalog.timeZone)} – ${momentOf(format, fin, catalog.timeZone)}
      </p>
      ${may('citas.gestionar') ? submitButton(text.block.delete, { busy }) : nothing}`
  }
}
