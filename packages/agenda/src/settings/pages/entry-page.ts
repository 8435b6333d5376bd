import { html, nothing, type TemplateResult } from 'lit/html.js'
import { Draft } from '../draft.ts'
import { described, formFields, labelOfField, type References } from '../form-fields.ts'
import type { ListForm } from '../forms.ts'
import { withPhases } from '../phases-field.ts'
import { saveForm } from '../save-form.ts'
import { Saving } from '../saving.ts'
import { type Entry, readEntries, readSetting, type Setting } from '../settings-api.ts'
import { learnNames, type SettingsHost, type SettingsPage, textIn } from '../settings-host.ts'

/** An entry of a list, or a new one. */
export class EntryPage implements SettingsPage {
  readonly #settings: SettingsHost
  readonly #form: ListForm
  /** Null: a new one. */
  readonly #id: number | null
  readonly #saving: Saving
  #references: References = { categories: [], resources: [] }
  #draft: Draft | null = null

  constructor(settings: SettingsHost, form: ListForm, id: number | null) {
    this.#settings = settings
    this.#form = form
    this.#id = id
    this.#saving = new Saving(settings, {
      draft: () => this.#draft,
      describe: (name, value) => ({
        label: labelOfField(settings, name),
        value: described({ settings, references: this.#references }, name, value),
      }),
      again: () => this.#review(),
    })
  }

  get title(): string {
    const { words } = this.#settings
    const { section } = this.#form
    if (this.#id === null) return words.list.add[section as keyof typeof words.list.add]
    return textIn(this.#settings, this.#draft?.base.nombre) || words.sections[section]
  }

  get isDirty(): boolean {
    return this.#draft?.isDirty ?? false
  }

  async load(): Promise<void> {
    const { host } = this.#settings
    const { fields, list } = this.#form
    const has = (wanted: string) => fields.some(({ kind }) => kind === wanted)
    const path = this.#path
    const [entry, categories, resources] = await Promise.all([
      path ? readSetting(host, path) : null,
      has('category') ? readEntries(host, 'categorias') : [],
      has('resources') ? readEntries(host, 'recursos') : [],
    ])
    const kind = list === 'productos' ? 'producto' : 'servicio'
    this.#references = { categories: categories.filter(({ tipo }) => tipo === kind), resources }
    if (entry) learnNames(this.#settings, list, [entry as Entry])
    if (this.#draft?.isDirty) return
    this.#draft = new Draft(entry ?? this.#initial())
    this.#saving.forget()
  }

  get #path(): string | null {
    return this.#id === null ? null : `${this.#form.list}/${this.#id}/`
  }

  #initial(): Setting {
    const [category] = this.#references.categories
    return { version: '', ...this.#form.initial, ...(category && { categoria_id: category.id }) }
  }

  #review(): void {
    const draft = this.#draft
    if (!draft) return
    const { list } = this.#form
    if (this.#id === null) {
      const { version: _none, ...initial } = draft.base
      const values = withPhases({ ...initial, ...draft.changes })
      this.#saving.review([{ method: 'POST', path: `${list}/`, values }], {
        saved: ([result]) => {
          if (!result) return
          draft.discard()
          learnNames(this.#settings, list, [result.ajuste as Entry])
          this.#goOn(result.ajuste.id as number)
        },
      })
      return
    }
    const values = { ...withPhases(draft.changes), version: draft.base.version }
    this.#saving.review([{ method: 'PUT', path: `${list}/${this.#id}/`, values }], {
      saved: ([result]) => {
        if (result) draft.discard(result.ajuste)
      },
    })
  }

  /** A new person needs services and a week; the others are whole. */
  #goOn(id: number): void {
    const { section } = this.#form
    this.#settings.go(section, section === 'personas' ? { id, de: 'servicios' } : {})
  }

  #retire(): void {
    const path = this.#path
    const draft = this.#draft
    if (!path || !draft) return
    this.#saving.review([{ method: 'DELETE', path, values: { version: draft.base.version } }], {
      saved: () => {
        draft.discard()
        this.#settings.go(this.#form.section)
      },
    })
  }

  render(): TemplateResult | typeof nothing {
    const draft = this.#draft
    if (!draft) return nothing
    const settings = this.#settings
    const { words, isReadOnly } = settings
    const { fields } = this.#form
    const parts = { settings, draft, saving: this.#saving, references: this.#references }
    const content = html`<fieldset class="settings-fields" ?disabled=${isReadOnly}>
      <legend class="hidden">${this.title}</legend>
      ${formFields(parts, fields)}
    </fieldset>`
    const form = { isDirty: draft.isDirty, review: () => this.#review() }
    return html`${this.#saving.render([...fields.map(({ name }) => name), 'duracion_minutos'])}
      ${saveForm(settings, form, content)}
      ${
        this.#id === null || isReadOnly || draft.base.activo === false
          ? nothing
          : html`<section class="retire">
              <p class="muted">${words.list.retireHint}</p>
              <button type="button" class="secondary danger" @click=${() => this.#retire()}>${words.list.retire}</button>
            </section>`
      }`
  }
}
