import { fill } from '@silla/widget/shared'
import { html, type TemplateResult } from 'lit/html.js'
import type { Dialog } from '../host/host.ts'
import type { SettingsHost } from './settings-host.ts'

interface Options {
  /** 0 is Monday. */
  day: number
  copy(days: ReadonlySet<number>): void
}

/** Copies the hours of a weekday to others. */
export class CopyDayDialog implements Dialog {
  readonly #settings: SettingsHost
  readonly #options: Options
  #days: ReadonlySet<number>

  constructor(settings: SettingsHost, options: Options) {
    this.#settings = settings
    this.#options = options
    this.#days = new Set([0, 1, 2, 3, 4].filter((day) => day !== options.day))
  }

  get title(): string {
    const { host, words } = this.#settings
    return fill(words.week.copyTitle, { day: host.format.weekday(this.#options.day + 1, 'long') })
  }

  submit(): void {
    const { host, words } = this.#settings
    this.#options.copy(this.#days)
    host.close(this)
    host.announce(words.week.copied)
  }

  #choose(days: readonly number[]): void {
    this.#days = new Set(days.filter((day) => day !== this.#options.day))
    this.#settings.host.requestUpdate()
  }

  render(): TemplateResult {
    const { host, words } = this.#settings
    const others = [0, 1, 2, 3, 4, 5, 6].filter((day) => day !== this.#options.day)
    return html`<div class="actions">
        <button type="button" class="secondary" @click=${() => this.#choose([0, 1, 2, 3, 4])}>${words.week.workdays}</button>
        <button type="button" class="secondary" @click=${() => this.#choose(others)}>${words.week.every}</button>
      </div>
      <fieldset>
        <legend>${words.week.copyTo}</legend>
        ${others.map(
          (day) => html`<label class="check">
            <input
              type="checkbox"
              .checked=${this.#days.has(day)}
              @change=${({ target }: Event) =>
                this.#choose(
                  (target as HTMLInputElement).checked
                    ? [...this.#days, day]
                    : [...this.#days].filter((own) => own !== day),
                )}
            />${host.format.weekday(day + 1, 'long')}
          </label>`,
        )}
      </fieldset>
      <div class="actions end"><button class="primary">${words.week.copy}</button></div>`
  }
}
