import { html, nothing, type TemplateResult } from 'lit/html.js'
import { Draft } from '../draft.ts'
import { described, formFields, labelOfField } from '../form-fields.ts'
import { type FormField, type RecordName, recordForms, recordPaths } from '../forms.ts'
import { saveForm } from '../save-form.ts'
import { Saving } from '../saving.ts'
import { readSetting } from '../settings-api.ts'
import type { SettingsHost, SettingsPage } from '../settings-host.ts'

const noReferences = { categories: [], resources: [] }

/** What the salon has one of: its details, its rules, its brand. */
export class RecordPage implements SettingsPage {
  readonly #settings: SettingsHost
  readonly #name: RecordName
  readonly #path: string
  readonly #saving: Saving
  #draft: Draft | null = null

  constructor(settings: SettingsHost, name: RecordName) {
    this.#settings = settings
    this.#name = name
    this.#path = `${recordPaths[name] ?? name}/`
    this.#saving = new Saving(settings, {
      draft: () => this.#draft,
      describe: (field, value) => ({
        label: labelOfField(settings, field),
        value: described({ settings, references: noReferences }, field, value),
      }),
      again: () => this.#review(),
    })
  }

  get title(): string {
    return this.#settings.words.sections[this.#name]
  }

  get isDirty(): boolean {
    return this.#draft?.isDirty ?? false
  }

  async load(): Promise<void> {
    const read = await readSetting(this.#settings.host, this.#path)
    if (this.#draft?.isDirty) return
    this.#draft = new Draft(read)
    this.#saving.forget()
  }

  #review(): void {
    const draft = this.#draft
    if (!draft) return
    const values = { ...draft.changes, version: draft.base.version }
    this.#saving.review([{ method: 'PUT', path: this.#path, values }], {
      saved: ([result]) => {
        if (result) draft.discard(result.ajuste)
      },
    })
  }

  render(): TemplateResult | typeof nothing {
    const draft = this.#draft
    if (!draft) return nothing
    const settings = this.#settings
    const fields: readonly FormField[] = recordForms[this.#name]
    const parts = { settings, draft, saving: this.#saving, references: noReferences }
    const content = html`<fieldset class="settings-fields two" ?disabled=${settings.isReadOnly}>
      <legend class="hidden">${this.title}</legend>
      ${formFields(parts, fields)}
    </fieldset>`
    const form = { isDirty: draft.isDirty, review: () => this.#review() }
    return html`${this.#saving.render(fields.map(({ name }) => name))}${saveForm(settings, form, content)}`
  }
}
