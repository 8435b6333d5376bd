import { html, type TemplateResult } from 'lit/html.js'
import { field } from '../../form/field.ts'
import { Problems } from '../../form/problems.ts'
import type { ManageHost, View } from '../view.ts'

/** A form for the code of a booking. */
export class FindView implements View {
  readonly #host: ManageHost
  #code = ''
  readonly #problems: Problems

  constructor(host: ManageHost) {
    this.#host = host
    this.#problems = new Problems(host)
  }

  title(): string {
    return this.#host.manageText.find
  }

  action() {
    return { label: this.#host.manageText.show, run: () => this.#find() }
  }

  render(): TemplateResult {
    const { text, manageText } = this.#host
    return html`<div class="form">
      ${this.#problems.summary()}
      ${field(this.#host, {
        name: 'code',
        label: text.visit.code,
        hint: manageText.codeHint,
        value: this.#code,
        problems: this.#problems,
        autocomplete: 'off',
        maxLength: 20,
        direction: 'ltr',
        changed: (code) => {
          this.#code = code
        },
      })}
    </div>`
  }

  async #find(): Promise<void> {
    const code = this.#code.replace(/[\s-]/g, '')
    if (!code) {
      this.#problems.show({ code: this.#host.manageText.codeMissing })
      return
    }
    await this.#host.attempt(
      () => this.#host.find(code),
      ({ code, message }) =>
        this.#problems.show({
          code: code === 'BOOKING_NOT_FOUND' ? this.#host.manageText.notFound : message,
        }),
    )
  }
}
