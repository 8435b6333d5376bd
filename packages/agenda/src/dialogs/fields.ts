import { live } from 'lit/directives/live.js'
import { html, nothing, type TemplateResult } from 'lit/html.js'

interface FieldOptions {
  label: string
  value: string
  changed: (value: string) => void
  type?: 'text' | 'date' | 'time' | 'tel' | 'email' | 'search' | 'number'
  maxLength?: number
  /** The keyboard of a phone, for a number that is typed as text. */
  inputMode?: 'numeric' | 'decimal'
  isOptional?: boolean
  rows?: number
  hint?: string
  /** What is wrong with it. */
  problem?: string | null
  /** The field that a dialog begins with. */
  isFirst?: boolean
}

/** A field inside its label. A date of which only a part is typed is ''; what is typed stays in the field. */
export function field(options: FieldOptions): TemplateResult {
  const {
    label,
    value,
    changed,
    type = 'text',
    maxLength,
    isOptional,
    rows,
    hint,
    problem,
  } = options
  const input = ({ target }: Event) => changed((target as HTMLInputElement).value)
  return html`<label class="field">
    <span>${label}</span>
    ${
      rows
        ? html`<textarea rows=${rows} maxlength=${maxLength ?? nothing} aria-invalid=${problem ? 'true' : nothing} .value=${value} @input=${input}></textarea>`
        : html`<input
            type=${type}
            autocomplete="off"
            inputmode=${options.inputMode ?? nothing}
            maxlength=${maxLength ?? nothing}
            ?required=${!isOptional}
            ?data-first=${options.isFirst}
            min=${type === 'number' ? 0 : nothing}
            step=${type === 'number' ? 'any' : nothing}
            aria-invalid=${problem ? 'true' : nothing}
            dir=${type === 'tel' || type === 'email' ? 'ltr' : nothing}
            .value=${live(value)}
            @input=${input}
          />`
    }
    ${hint ? html`<span class="muted small">${hint}</span>` : nothing}
    ${problem ? html`<span class="error" role="alert">${problem}</span>` : nothing}
  </label>`
}

export interface Choice {
  value: string
  label: string
}

export function select({
  label,
  value,
  choices,
  changed,
}: {
  label: string
  value: string
  choices: readonly Choice[]
  changed: (value: string) => void
}): TemplateResult {
  return html`<label class="field">
    <span>${label}</span>
    <select @change=${({ target }: Event) => changed((target as HTMLSelectElement).value)}>
      ${choices.map(
        (choice) =>
          html`<option value=${choice.value} .selected=${live(choice.value === value)}>${choice.label}</option>`,
      )}
    </select>
  </label>`
}

/** A choice of a few, all in view: one click. */
export function segments({
  label,
  value,
  choices,
  changed,
}: {
  label: string
  value: string
  choices: readonly Choice[]
  changed: (value: string) => void
}): TemplateResult {
  return html`<fieldset class="pick">
    <legend>${label}</legend>
    <div class="segments">
      ${choices.map(
        (choice) => html`<label class="segment">
          <input
            type="radio"
            name=${label}
            .checked=${choice.value === value}
            @change=${() => changed(choice.value)}
          />
          <span>${choice.label}</span>
        </label>`,
      )}
    </div>
  </fieldset>`
}

export const checkbox = ({
  label,
  checked,
  changed,
}: {
  label: string
  checked: boolean
  changed: (checked: boolean) => void
}): TemplateResult => html`<label class="check">
    <input
      type="checkbox"
      .checked=${checked}
      @change=${({ target }: Event) => changed((target as HTMLInputElement).checked)}
    />
    ${label}
  </label>`

/**
 * The button that does what a dialog is for.
 *
 * @param isFirst the dialog begins with it: there is only something to agree to
 */
export const submitButton = (
  label: string,
  { busy, isFirst }: { busy: boolean; isFirst?: boolean },
): TemplateResult =>
  html`<div class="actions end">
    <button class="primary" ?data-first=${isFirst} aria-disabled=${busy ? 'true' : nothing}>${label}</button>
  </div>`
