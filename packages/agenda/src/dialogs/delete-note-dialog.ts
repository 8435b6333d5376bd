import type { Wire } from '@silla/client'
import { html, type TemplateResult } from 'lit/html.js'
import type { Dialog, Host } from '../host/host.ts'
import { submitButton } from './fields.ts'

/** Deletes a note about a customer, after a question: it does not come back. */
export class DeleteNoteDialog implements Dialog {
  readonly #host: Host
  readonly #customerId: number
  readonly #note: Wire['NotaCliente']
  readonly #deleted: () => void

  /** @param deleted called when it does not exist any more */
  constructor(host: Host, customerId: number, note: Wire['NotaCliente'], deleted: () => void) {
    this.#host = host
    this.#customerId = customerId
    this.#note = note
    this.#deleted = deleted
  }

  get title(): string {
    return this.#host.text.card.deleteTitle
  }

  submit(): void {
    const host = this.#host
    const path = { id: this.#customerId, nota: this.#note.id }
    const end = async () => {
      this.#deleted()
      host.close()
      host.announce(host.text.card.noteDeleted)
      await host.changed()
    }
    void host.attempt(
      async () => {
        await host.api.call((silla) =>
          silla.DELETE('/api/v1/clientes/{id}/notas/{nota}/', { params: { path } }),
        )
        await end()
      },
      ({ code }) => {
        // somebody else has deleted it
        if (code !== 'NOTE_NOT_FOUND') return false
        void end()
        return true
      },
    )
  }

  render(): TemplateResult {
    const { text, busy } = this.#host
    return html`<p>${this.#note.texto ?? text.card.unreadable}</p>
      ${submitButton(text.card.deleteNote, { busy })}`
  }
}
