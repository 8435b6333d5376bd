import { fill } from '@silla/widget/shared'
import { repeat } from 'lit/directives/repeat.js'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { amountText } from '../amount-text.ts'
import { Draft } from '../draft.ts'
import { described, labelOfField } from '../form-fields.ts'
import type { ListForm } from '../forms.ts'
import { saveForm } from '../save-form.ts'
import { Saving } from '../saving.ts'
import { type Entry, readEntries } from '../settings-api.ts'
import { learnNames, type SettingsHost, type SettingsPage, textIn } from '../settings-host.ts'

type Direction = 'up' | 'down'

/** A list of entries: their order, and their prices where they have one. */
export class ListPage implements SettingsPage {
  readonly #settings: SettingsHost
  readonly #form: ListForm
  readonly #saving: Saving
  #entries: Entry[] | null = null
  #inactive: Entry[] = []
  #categories: Entry[] = []
  /** Prices that are typed, by entry. */
  #drafts = new Map<number, Draft>()
  /** Whose price somebody else has changed too. */
  #conflictId: unknown = null

  constructor(settings: SettingsHost, form: ListForm) {
    this.#settings = settings
    this.#form = form
    this.#saving = new Saving(settings, {
      draft: () => this.#dirty.find(({ base }) => base.id === this.#conflictId) ?? null,
      describe: (name, value) => ({
        label: labelOfField(settings, name),
        value: described(
          { settings, references: { categories: this.#categories, resources: [] } },
          name,
          value,
        ),
      }),
      parse: (setting) => {
        this.#conflictId = setting.id
        return setting
      },
      again: () => this.#review(),
    })
  }

  get title(): string {
    return this.#settings.words.sections[this.#form.section]
  }

  get isDirty(): boolean {
    return this.#dirty.length > 0
  }

  get #dirty(): Draft[] {
    return [...this.#drafts.values()].filter(({ isDirty }) => isDirty)
  }

  get #hasPrices(): boolean {
    return this.#form.fields.some(({ name }) => name === 'precio')
  }

  async load(): Promise<void> {
    const { host } = this.#settings
    const { list, fields } = this.#form
    const withCategories = fields.some(({ kind }) => kind === 'category')
    const [entries, inactive, categories] = await Promise.all([
      readEntries(host, list),
      readEntries(host, list, { active: false }),
      withCategories ? readEntries(host, 'categorias') : [],
    ])
    learnNames(this.#settings, list, [...entries, ...inactive])
    this.#entries = entries
    this.#inactive = inactive
    this.#categories = categories
    for (const entry of entries) {
      const draft = this.#drafts.get(entry.id)
      if (!draft?.isDirty) this.#drafts.set(entry.id, new Draft(entry))
    }
  }

  #review(): void {
    const dirty = this.#dirty
    const changes = dirty.map((draft) => ({
      method: 'PUT' as const,
      path: `${this.#form.list}/${draft.base.id}/`,
      values: { ...draft.changes, version: draft.base.version },
    }))
    this.#saving.review(changes, {
      saved: (results) => {
        for (const { ajuste } of results) this.#drafts.get(ajuste.id as number)?.discard(ajuste)
      },
    })
  }

  /** Others move on by one; what customers can book stays the same. */
  #move(entry: Entry, direction: Direction): void {
    const { host, words } = this.#settings
    const entries = this.#entries ?? []
    const place = entries.indexOf(entry) + 1 + (direction === 'up' ? -1 : 1)
    if (place < 1 || place > entries.length) return
    const path = `${this.#form.list}/${entry.id}/`
    this.#saving.saveNow(
      { method: 'PUT', path, values: { orden: place } },
      {
        saved: () => {
          void host.load(async () => {
            await this.load()
            const name = textIn(this.#settings, entry.nombre)
            host.announce(fill(words.list.moved, { name, n: host.format.number(place) }))
            void host.updateComplete.then(() => focusMove(entry, direction))
          })
          void host.load(() => host.readCatalog()).then(() => host.requestUpdate())
        },
      },
    )
  }

  #restore({ id }: Entry): void {
    const path = `${this.#form.list}/${id}/`
    this.#saving.review([{ method: 'PUT', path, values: { activo: true } }], {
      saved: () => void this.#settings.host.load(() => this.load()),
    })
  }

  render(): TemplateResult | typeof nothing {
    const entries = this.#entries
    if (!entries) return nothing
    const settings = this.#settings
    const { words, isReadOnly } = settings
    const { section } = this.#form
    const kind = section as keyof typeof words.list.add
    const add = settings.link(section, { id: 'nuevo' })
    const list = html`<ol class="agenda-list">
      ${repeat(
        entries,
        ({ id }) => id,
        (entry, index) => this.#row(entry, index, entries.length),
      )}
    </ol>`
    const form = { isDirty: this.isDirty, review: () => this.#review() }
    return html`${this.#saving.render(['precio'])}
      ${
        isReadOnly
          ? nothing
          : html`<div class="actions"><a class="secondary" href=${add.href} @click=${add.follow}>${words.list.add[kind]}</a>${this.#inviteLink()}</div>`
      }
      ${
        entries.length === 0
          ? html`<div class="empty"><p>${words.list.empty[kind]}</p></div>`
          : this.#hasPrices
            ? saveForm(settings, form, list)
            : list
      }
      ${this.#inactiveList()}`
  }

  /** Who is booked is not yet who signs in: that is by invitation (D66). */
  #inviteLink(): TemplateResult | typeof nothing {
    const { host, words } = this.#settings
    if (this.#form.section !== 'personas' || !host.may('personal.gestionar')) return nothing
    return html`<a class="secondary" href="/equipo/personas/?lang=${host.language}">${words.list.invite}</a>`
  }

  #row(entry: Entry, index: number, count: number): TemplateResult {
    const settings = this.#settings
    const { words, isReadOnly } = settings
    const name = textIn(settings, entry.nombre)
    const edit = settings.link(this.#form.section, { id: entry.id })
    return html`<li class="pair setting-row">
      ${
        isReadOnly
          ? nothing
          : html`<span class="order">
              ${this.#moveButton(entry, 'up', fill(words.list.up, { name }), index === 0)}
              ${this.#moveButton(entry, 'down', fill(words.list.down, { name }), index === count - 1)}
            </span>`
      }
      <a class="row-of plain" href=${edit.href} @click=${edit.follow}>
        <span class="grow">
          <span class="title"><bdi>${name}</bdi></span>
          <span class="muted">${this.#aboutOf(entry)}</span>
        </span>
      </a>
      ${this.#hasPrices ? this.#price(entry, name) : nothing}
    </li>`
  }

  #moveButton(entry: Entry, direction: Direction, label: string, isLast: boolean): TemplateResult {
    return html`<button
      type="button"
      class="icon"
      id="${direction}-${entry.id}"
      aria-label=${label}
      aria-disabled=${isLast || this.#settings.host.busy ? 'true' : nothing}
      @click=${() => this.#move(entry, direction)}
    >
      <span aria-hidden="true">${direction === 'up' ? '↑' : '↓'}</span>
    </button>`
  }

  /** `Colour · 90 min`. */
  #aboutOf(entry: Entry): string {
    const settings = this.#settings
    const { host, words } = settings
    const category = this.#categories.find(({ id }) => id === entry.categoria_id)
    const parts = [
      category && textIn(settings, category.nombre),
      typeof entry.duracion_minutos === 'number' && host.format.duration(entry.duracion_minutos),
      typeof entry.tipo === 'string' && words.choices.tipo?.[entry.tipo],
      typeof entry.cantidad === 'number' && host.format.number(entry.cantidad),
      typeof entry.puntos === 'number' &&
        `${host.format.number(entry.puntos)} ${words.fields.puntos}`,
      typeof entry.precio_oferta === 'number' &&
        fill(words.list.offer, { amount: host.format.money(entry.precio_oferta) }),
      textIn(settings, entry.cargo),
    ]
    return parts.filter(Boolean).join(' · ')
  }

  #price(entry: Entry, name: string): TemplateResult | typeof nothing {
    const draft = this.#drafts.get(entry.id)
    if (!draft) return nothing
    const { host, words, isReadOnly } = this.#settings
    const problem = this.#saving.problemOn(`${this.#form.list}/${entry.id}/`, 'precio')
    return html`<span class="price">
      <input
        type="text"
        inputmode="decimal"
        autocomplete="off"
        dir="ltr"
        aria-label=${fill(words.list.priceOf, { name })}
        ?disabled=${isReadOnly}
        aria-invalid=${problem ? 'true' : nothing}
        .value=${draft.textOf('precio', amountText(host))}
        @input=${({ target }: Event) => {
          draft.setText('precio', (target as HTMLInputElement).value)
          host.requestUpdate()
        }}
      />
      <span class="muted" aria-hidden="true">${host.catalog.currency}</span>
      ${problem ? html`<span class="error" role="alert">${problem}</span>` : nothing}
    </span>`
  }

  #inactiveList(): TemplateResult | typeof nothing {
    const settings = this.#settings
    const { words, isReadOnly } = settings
    if (this.#inactive.length === 0) return nothing
    return html`<details>
      <summary>${words.list.inactive}</summary>
      <ul class="agenda-list">
        ${this.#inactive.map((entry) => {
          const name = textIn(settings, entry.nombre)
          return html`<li class="pair">
            <div class="row-of plain"><span class="grow muted"><bdi>${name}</bdi></span></div>
            ${
              isReadOnly
                ? nothing
                : html`<button
                    type="button"
                    class="secondary"
                    aria-label=${fill(words.list.restoreOf, { name })}
                    @click=${() => this.#restore(entry)}
                  >
                    ${words.list.restore}
                  </button>`
            }
          </li>`
        })}
      </ul>
    </details>`
  }
}

/** The button moves with its row; the focus follows. */
const focusMove = ({ id }: Entry, direction: Direction): void =>
  document.querySelector<HTMLElement>(`#${direction}-${id}`)?.focus()
