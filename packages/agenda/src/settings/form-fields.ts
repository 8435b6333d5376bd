import { languages } from '@silla/locale'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { field, select } from '../dialogs/fields.ts'
import { amountText } from './amount-text.ts'
import { cardGuaranteeField, guaranteeText } from './card-guarantee-field.ts'
import type { Draft } from './draft.ts'
import type { FormField } from './forms.ts'
import { phasesField } from './phases-field.ts'
import type { Saving } from './saving.ts'
import type { Entry, TextsByLanguage } from './settings-api.ts'
import { type SettingsHost, textIn } from './settings-host.ts'

/** What other lists a field can name entries of. */
export interface References {
  categories: readonly Entry[]
  resources: readonly Entry[]
}

export interface FormParts {
  settings: SettingsHost
  draft: Draft
  saving: Saving
  references: References
}

/** The fields of a form, each with what is wrong with it. */
export const formFields = (parts: FormParts, fields: readonly FormField[]): TemplateResult[] =>
  fields.map((each) => formField(parts, each))

function formField(
  parts: FormParts,
  { name, kind, isRequired, permission }: FormField,
): TemplateResult {
  const { settings, draft, saving } = parts
  const { host, words } = settings
  const put = (value: unknown) => {
    draft.set(name, value)
    host.requestUpdate()
  }
  const label = words.fields[name]
  const hint = words.hints[name as keyof typeof words.hints]
  const problem = saving.problemOf(name) ?? saving.problemIn(`${name}[`)
  const common = {
    ...{ label, problem, isOptional: !isRequired },
    ...(hint !== undefined && { hint }),
  }
  if (permission && !host.may(permission))
    return html`<p>${label}: ${described(parts, name, draft.get(name))}</p>`
  switch (kind) {
    case 'line':
      return field({ ...common, value: draft.get<string | null>(name) ?? '', changed: put })
    case 'whole':
    case 'decimal':
    case 'amount':
      return field({
        ...common,
        value: draft.textOf(name, kind === 'amount' ? amountText(host) : String),
        inputMode: kind === 'whole' ? 'numeric' : 'decimal',
        changed: (text) => {
          draft.setText(name, text)
          host.requestUpdate()
        },
      })
    case 'text':
      return textField(parts, name, { ...common, rows: undefined })
    case 'longText':
      return textField(parts, name, { ...common, rows: 3 })
    case 'texts':
      return textsField(parts, name, { ...common, rows: 3 })
    case 'images':
      return field({
        ...{ ...common, rows: 2 },
        value: draft.get<string[] | undefined>(name)?.join('\n') ?? '',
        changed: (text) => put(linesOf(text)),
      })
    case 'yesNo':
      return checkField({ label, problem, value: draft.get(name) === true, changed: put })
    case 'choice':
      return select({
        ...{ label, value: draft.get<string>(name) ?? '', changed: put },
        choices: Object.entries(words.choices[name] ?? {}).map(([value, word]) => ({
          value,
          label: word,
        })),
      })
    case 'colour':
      return colourField(parts, name, common)
    case 'category':
      return categoryField(parts, name, label)
    case 'resources':
      return resourcesField(parts, name, label)
    case 'phases':
      return phasesField(parts)
    case 'cardGuarantee':
      return cardGuaranteeField(parts, { ofService: false })
    case 'serviceCardGuarantee':
      return cardGuaranteeField(parts, { ofService: true })
  }
}

interface Common {
  label: string
  problem: string | null
  isOptional: boolean
  hint?: string
}

export const checkField = ({
  label,
  value,
  changed,
  problem = null,
}: {
  label: string
  value: boolean
  changed: (value: boolean) => void
  problem?: string | null
}): TemplateResult => html`<div>
  <label class="check">
    <input
      type="checkbox"
      .checked=${value}
      @change=${({ target }: Event) => changed((target as HTMLInputElement).checked)}
    />${label}
  </label>
  ${problem ? html`<span class="error" role="alert">${problem}</span>` : nothing}
</div>`

/** In the main language of the salon; the other languages are behind a click. */
function textField(
  { settings, draft, saving }: FormParts,
  name: string,
  { rows, ...common }: Common & { rows: number | undefined },
): TemplateResult {
  const { host, words } = settings
  const { mainLanguage } = host.catalog
  const texts = draft.get<TextsByLanguage | undefined>(name) ?? {}
  const put = (language: string, text: string) => {
    const { [language]: _before, ...others } = texts
    const changed = text.trim() === '' ? others : { ...others, [language]: text }
    draft.set(name, inOrder(changed))
    host.requestUpdate()
  }
  const others = Object.entries(words.languages).filter(([language]) => language !== mainLanguage)
  const of = (language: string) => ({
    value: texts[language] ?? '',
    problem: saving.problemOf(`${name}.${language}`),
    changed: (text: string) => put(language, text),
    ...(rows && { rows }),
  })
  const main = of(mainLanguage)
  return html`<div class="field-group">
    ${field({ ...common, ...main, problem: main.problem ?? common.problem })}
    <details ?open=${others.some(([language]) => of(language).problem)}>
      <summary>${words.otherLanguages}<span class="hidden">: ${common.label}</span></summary>
      ${others.map(([language, word]) =>
        field({ ...of(language), label: `${common.label} (${word})`, isOptional: true }),
      )}
    </details>
  </div>`
}

/** As the API sends texts, so that equal ones are equal. */
const inOrder = (texts: TextsByLanguage): TextsByLanguage =>
  Object.fromEntries(
    languages.flatMap((language) => {
      const text = texts[language]
      return text === undefined ? [] : [[language, text]]
    }),
  )

function textsField(
  { settings, draft }: FormParts,
  name: string,
  common: Common & { rows: number },
): TemplateResult {
  const { host } = settings
  const { mainLanguage } = host.catalog
  const texts = draft.get<TextsByLanguage[] | undefined>(name) ?? []
  return field({
    ...common,
    value: texts.map((text) => text[mainLanguage] ?? textIn(settings, text)).join('\n'),
    changed: (typed) => {
      // one that stays has its translations still
      const known = (line: string) =>
        texts.find((text) => (text[mainLanguage] ?? textIn(settings, text)) === line)
      draft.set(
        name,
        linesOf(typed).map((line) => known(line) ?? { [mainLanguage]: line }),
      )
      host.requestUpdate()
    },
  })
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function colourField({ settings, draft }: FormParts, name: string, common: Common): TemplateResult {
  const { host, words } = settings
  const value = draft.get<string | null>(name)
  const put = (colour: string | null) => {
    draft.set(name, colour)
    host.requestUpdate()
  }
  return html`<div class="colour-field">
    ${field({ ...common, value: value ?? '', changed: (text) => put(text.trim() || null) })}
    <input
      type="color"
      aria-label=${words.fields.color}
      .value=${/^#[0-9a-f]{6}$/i.test(value ?? '') ? value : '#18181b'}
      @input=${({ target }: Event) => put((target as HTMLInputElement).value)}
    />
  </div>`
}

function categoryField(
  { settings, draft, references }: FormParts,
  name: string,
  label: string,
): TemplateResult {
  const { host, words } = settings
  const value = `${draft.get<number | undefined>(name) ?? ''}`
  if (references.categories.length === 0)
    return html`<p class="outcome">
      ${words.list.needsCategory}
      <a href=${settings.link('categorias').href} @click=${settings.link('categorias').follow}>${words.sections.categorias}</a>
    </p>`
  return select({
    ...{ label, value },
    choices: references.categories.map((category) => ({
      value: `${category.id}`,
      label: textIn(settings, category.nombre),
    })),
    changed: (id) => {
      draft.set(name, Number(id))
      host.requestUpdate()
    },
  })
}

function resourcesField(
  { settings, draft, references }: FormParts,
  name: string,
  label: string,
): TemplateResult {
  const { host } = settings
  const chosen = draft.get<number[] | undefined>(name) ?? []
  if (references.resources.length === 0) return html``
  return html`<fieldset>
    <legend>${label}</legend>
    ${references.resources.map(({ id, nombre }) =>
      checkField({
        label: textIn(settings, nombre),
        value: chosen.includes(id),
        changed: (isChosen) => {
          draft.set(name, isChosen ? [...chosen, id] : chosen.filter((own) => own !== id))
          host.requestUpdate()
        },
      }),
    )}
  </fieldset>`
}

/** What a field says, in words. */
export function described(
  { settings, references }: Pick<FormParts, 'settings' | 'references'>,
  name: string,
  value: unknown,
): string {
  const { host, words } = settings
  if (value === null || value === undefined || value === '') return words.none
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (name === 'categoria_id')
    return textIn(settings, references.categories.find(({ id }) => id === value)?.nombre)
  if (name === 'recursos_ids')
    return (value as number[])
      .map((id) => textIn(settings, references.resources.find((each) => each.id === id)?.nombre))
      .join(', ')
  if (name === 'fases')
    return (value as { minutos: number }[])
      .map(({ minutos }) => host.format.duration(minutos))
      .join(' + ')
  if (name === 'garantia_tarjeta') return guaranteeText(settings, value)
  if (typeof value === 'number')
    return name.startsWith('precio') ? host.format.money(value) : host.format.number(value)
  if (typeof value === 'string') return words.choices[name]?.[value] ?? value
  if (Array.isArray(value)) return value.map((each) => textIn(settings, each)).join(', ')
  return Object.values(value as TextsByLanguage).join(' · ')
}

/** The label of a field, for those that a form does not show too. */
export const labelOfField = ({ words }: SettingsHost, name: string): string =>
  Object.hasOwn(words.fields, name) ? words.fields[name as keyof typeof words.fields] : name
