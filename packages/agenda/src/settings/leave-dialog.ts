import { html, type TemplateResult } from 'lit/html.js'
import type { Dialog, Host } from '../host/host.ts'

/** Before something that was typed is lost. */
export class LeaveDialog implements Dialog {
  readonly #host: Host
  readonly #leave: () => void

  constructor(host: Host, leave: () => void) {
    this.#host = host
    this.#leave = leave
  }

  get title(): string {
    return this.#host.text.unsaved.title
  }

  /** Enter is the careful choice. */
  submit(): void {
    this.#host.close(this)
  }

  #discard(): void {
    this.#host.close(this)
    this.#leave()
  }

  render(): TemplateResult {
    const { unsaved } = this.#host.text
    return html`<p>${unsaved.text}</p>
      <div class="actions end">
        <button type="button" class="secondary danger" @click=${() => this.#discard()}>${unsaved.discard}</button>
        <button class="primary" data-first>${unsaved.stay}</button>
      </div>`
  }
}
