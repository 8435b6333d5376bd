import { html, type TemplateResult } from 'lit/html.js'
import { field, focusProblems, type Problems, problemSummary } from '../../form/field.ts'
import type { ManageHost, View } from '../view.ts'

/** A form for the code of a booking. */
export class FindView implements View {
  readonly #host: ManageHost
  #code = ''
  #problems: Problems = {}

  constructor(host: ManageHost) {
    this.#host = host
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
      ${problemSummary(this.#host, this.#problems)}
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
    if (!code) return this.#show(this.#host.text.required)
    await this.#host.attempt(
      () => this.#host.find(code),
      ({ code, message }) => {
        this.#show(code === 'BOOKING_NOT_FOUND' ? this.#host.manageText.notFound : message)
        return true
      },
    )
  }

  #show(problem: string): void {
    this.#problems = { code: problem }
    this.#host.requestUpdate()
    void focusProblems(this.#host)
  }
}
