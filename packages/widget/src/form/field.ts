import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { SillaHost } from '../element/host.ts'
import type { Problems } from './problems.ts'

export interface FieldOptions {
  name: string
  label: string
  value: string
  /** Of the form; a field that cannot be wrong has none. */
  problems?: Problems
  changed: (value: string) => void
  /** Of HTML: what the browser and password managers may fill in. */
  autocomplete: string
  type?: 'text' | 'email' | 'tel'
  inputmode?: 'numeric'
  maxLength?: number
  hint?: string
  isOptional?: boolean
  rows?: number
  /** For what is written from left to right in every language, such as codes and addresses. */
  direction?: 'ltr'
}

/** A labelled field with its problem next to it. */
export function field({ text }: SillaHost, options: FieldOptions): TemplateResult {
  const { name, label, value, problems, hint, isOptional = false } = options
  const problem = problems?.of(name)
  const described = [problem && `${name}-problem`, hint && `${name}-hint`].filter(Boolean).join(' ')
  return html`<div class="field" part="field">
    <label for=${name}
      >${label} ${isOptional ? html`<span class="muted small">(${text.optional})</span>` : nothing}</label
    >
    ${hint ? html`<p class="muted small" id="${name}-hint">${hint}</p>` : nothing}
    ${control(options, { value, isInvalid: problem !== undefined, described })}
    ${problem ? html`<p class="error small" id="${name}-problem">${problem}</p>` : nothing}
  </div>`
}

interface Control {
  value: string
  isInvalid: boolean
  described: string
}

function control(options: FieldOptions, { value, isInvalid, described }: Control): TemplateResult {
  const { name, autocomplete, type = 'text', inputmode, maxLength, isOptional, rows } = options
  const input = (event: Event) => {
    options.problems?.clear(name)
    options.changed((event.target as HTMLInputElement).value)
  }
  if (rows)
    return html`<textarea
      id=${name}
      rows=${rows}
      maxlength=${maxLength ?? nothing}
      aria-invalid=${isInvalid}
      aria-describedby=${described || nothing}
      .value=${value}
      @input=${input}
    ></textarea>`
  return html`<input
    id=${name}
    name=${name}
    type=${type}
    inputmode=${inputmode ?? nothing}
    autocomplete=${autocomplete}
    dir=${options.direction ?? nothing}
    maxlength=${maxLength ?? nothing}
    aria-required=${!isOptional}
    aria-invalid=${isInvalid}
    aria-describedby=${described || nothing}
    .value=${value}
    @input=${input}
  />`
}

/** Enough to find a slip of the hand: the API checks the rest. */
export const isEmail = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text.trim())
