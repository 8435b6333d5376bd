import { html, type TemplateResult } from 'lit/html.js'
import type { SillaHost } from '../element/host.ts'

/** What was found wrong, by the name of the field, in the order of the form. */
export type Found = Readonly<Record<string, string>>

/** The problems of a form: each at its field, all of them above it, until they are corrected. */
export class Problems {
  readonly #host: SillaHost
  #found: Found = {}

  constructor(host: SillaHost) {
    this.#host = host
  }

  of(name: string): string | undefined {
    return this.#found[name]
  }

  /** Shows them to everybody, also to those who cannot see. False when there are none. */
  show(found: Found): boolean {
    this.#found = found
    this.#host.requestUpdate()
    if (Object.keys(found).length === 0) return false
    void this.#host.updateComplete.then(() => focusField(this.#host, 'problems'))
    return true
  }

  /** The field is being changed: what was wrong with it is not true any more. */
  clear(name: string): void {
    const { [name]: corrected, ...others } = this.#found
    if (!corrected) return
    this.#found = others
    this.#host.requestUpdate()
  }

  /** All of them above the form; each leads to its field. It gets the focus when it appears. */
  summary(): TemplateResult {
    const entries = Object.entries(this.#found)
    return html`<div class="summary" id="problems" tabindex="-1" ?hidden=${entries.length === 0}>
      <p class="strong">${this.#host.text.form.problems}</p>
      <ul>
        ${entries.map(
          ([name, problem]) => html`<li>
            <button type="button" class="link" @click=${() => focusField(this.#host, name)}>${problem}</button>
          </li>`,
        )}
      </ul>
    </div>`
  }
}

export const focusField = (host: SillaHost, name: string): void =>
  host.renderRoot.querySelector<HTMLElement>(`#${name}`)?.focus()
