import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { SettingsHost } from './settings-host.ts'

interface Options {
  isDirty: boolean
  review(): void
}

/**
 * What can be changed, with the button that goes on to the plan; Enter in a field does the same. The button
 * stays in view while there is something to save.
 */
export const saveForm = (
  { host, words, isReadOnly }: SettingsHost,
  { isDirty, review }: Options,
  content: unknown,
): TemplateResult =>
  isReadOnly
    ? html`${content}`
    : html`<form
        class="save-form"
        novalidate
        @submit=${(event: Event) => {
          event.preventDefault()
          if (isDirty) review()
          else host.announce(words.nothing)
        }}
      >
        ${content}
        <div class="save-bar ${isDirty ? 'dirty' : ''}">
          <button class="primary" aria-disabled=${host.busy || !isDirty ? 'true' : nothing}>${words.save}</button>
        </div>
      </form>`
