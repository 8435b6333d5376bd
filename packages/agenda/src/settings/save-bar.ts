import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { SettingsHost } from './settings-host.ts'

interface Options {
  isDirty: boolean
  review(): void
}

/** The button that goes on to the plan; it stays in view while there is something to save. */
export const saveBar = (
  { host, words, isReadOnly }: SettingsHost,
  { isDirty, review }: Options,
): TemplateResult | typeof nothing =>
  isReadOnly
    ? nothing
    : html`<div class="save-bar ${isDirty ? 'dirty' : ''}">
        <button
          type="button"
          class="primary"
          aria-disabled=${host.busy ? 'true' : nothing}
          @click=${() => (isDirty ? review() : host.announce(words.nothing))}
        >
          ${words.save}
        </button>
      </div>`
