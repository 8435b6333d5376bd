import { isolated } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { field, select } from '../../dialogs/fields.ts'
import { Saving } from '../saving.ts'
import { readSetting, type Setting } from '../settings-api.ts'
import { type SettingsHost, type SettingsPage, textIn } from '../settings-host.ts'
import { type Span, shownEnd, storedEnd } from '../week-grid.ts'

/** A day that differs from the week. */
export interface DifferentDay {
  date: string
  /** What holds on it. */
  text: string
  reason: unknown
}

/** Days as the API has them: closures of the salon, or exceptions of a person. */
export interface DayListForm {
  /** Below `/ajustes/`. */
  path: string
  title: string
  words: {
    add: string
    none: string
    remove(date: string): string
    whole: string
    hours: string
    kind: string
  }
  daysOf(setting: Setting): DifferentDay[]
  /** @param span null: the whole day */
  valuesOf(span: Span | null): Record<string, unknown>
  /** What the API calls the hours in its problems. */
  hoursField: string
}

const empty = { date: '', until: '', isWhole: true, from: '10:00', to: '14:00', reason: '' }

/** Days are added and removed one by one: each is a change of its own. */
export class DayListPage implements SettingsPage {
  readonly #settings: SettingsHost
  readonly #form: DayListForm
  readonly #saving: Saving
  #days: DifferentDay[] | null = null
  #new = { ...empty }
  #isDateMissing = false

  constructor(settings: SettingsHost, form: DayListForm) {
    this.#settings = settings
    this.#form = form
    this.#saving = new Saving(settings, {
      // days that others add are no conflict
      draft: () => null,
      describe: (name) => ({ label: name, value: '' }),
      again: () => {},
    })
  }

  get title(): string {
    return this.#form.title
  }

  get isDirty(): boolean {
    return this.#new.date !== '' || this.#new.reason !== ''
  }

  async load(): Promise<void> {
    this.#show(await readSetting(this.#settings.host, this.#form.path))
  }

  #show(setting: Setting): void {
    this.#days = this.#form.daysOf(setting)
  }

  #add(): void {
    const { date, until, isWhole, from, to, reason } = this.#new
    this.#isDateMissing = date === ''
    this.#settings.host.requestUpdate()
    if (this.#isDateMissing) return
    const { mainLanguage } = this.#settings.host.catalog
    const span = isWhole ? null : { desde: from, hasta: storedEnd(to) }
    const values = {
      fecha: date,
      ...(until && { hasta: until }),
      ...this.#form.valuesOf(span),
      ...(reason.trim() && { motivo: { [mainLanguage]: reason.trim() } }),
    }
    this.#saving.review([{ method: 'POST', path: this.#form.path, values }], {
      saved: ([result]) => {
        this.#new = { ...empty }
        if (result) this.#show(result.ajuste)
      },
    })
  }

  #remove(date: string): void {
    const path = `${this.#form.path}${date}/`
    this.#saving.review([{ method: 'DELETE', path, values: {} }], {
      saved: ([result]) => {
        if (result) this.#show(result.ajuste)
      },
    })
  }

  render(): TemplateResult | typeof nothing {
    const days = this.#days
    if (!days) return nothing
    const { host, words, isReadOnly } = this.#settings
    const today = host.today()
    const coming = days.filter(({ date }) => date >= today)
    const past = days.filter(({ date }) => date < today).reverse()
    return html`${this.#saving.render(['fecha', 'hasta', 'motivo', this.#form.hoursField, 'desde_hora', 'hasta_hora'])}
      ${isReadOnly ? nothing : this.#newForm()}
      ${
        coming.length === 0
          ? html`<p class="muted">${this.#form.words.none}</p>`
          : html`<ul class="agenda-list">${coming.map((day) => this.#row(day))}</ul>`
      }
      ${
        past.length === 0
          ? nothing
          : html`<details>
              <summary>${words.days.past}</summary>
              <ul class="agenda-list">${past.map((day) => this.#row(day))}</ul>
            </details>`
      }`
  }

  #row({ date, text, reason }: DifferentDay): TemplateResult {
    const { host, words, isReadOnly } = this.#settings
    const why = textIn(this.#settings, reason)
    return html`<li class="pair">
      <div class="row-of plain">
        <span class="grow">
          <span class="title">${host.format.date(date)} ${date.slice(0, 4) === host.today().slice(0, 4) ? nothing : date.slice(0, 4)}</span>
          <span class="muted">${text}${why ? html` · <bdi>${why}</bdi>` : nothing}</span>
        </span>
      </div>
      ${
        isReadOnly
          ? nothing
          : html`<button
              type="button"
              class="secondary"
              aria-label=${this.#form.words.remove(host.format.date(date))}
              @click=${() => this.#remove(date)}
            >
              ${words.remove}
            </button>`
      }
    </li>`
  }

  #newForm(): TemplateResult {
    const { host, words } = this.#settings
    const { days } = words
    const values = this.#new
    const put = (change: Partial<typeof empty>) => {
      this.#new = { ...this.#new, ...change }
      host.requestUpdate()
    }
    const problemOf = this.#saving.problemOf
    const hours =
      problemOf('desde_hora') ??
      problemOf('hasta_hora') ??
      this.#saving.problemIn(this.#form.hoursField)
    return html`<form
      class="settings-form"
      novalidate
      @submit=${(event: Event) => {
        event.preventDefault()
        this.#add()
      }}
    >
      <div class="row">
        ${field({
          ...{ label: days.date, type: 'date', value: values.date },
          problem: this.#isDateMissing ? days.dateMissing : problemOf('fecha'),
          changed: (date) => {
            this.#isDateMissing = false
            put({ date })
          },
        })}
        ${field({
          ...{ label: days.until, type: 'date', value: values.until, problem: problemOf('hasta') },
          ...{ isOptional: true, hint: days.untilHint },
          changed: (until) => put({ until }),
        })}
        ${select({
          label: this.#form.words.kind,
          value: values.isWhole ? 'whole' : 'hours',
          choices: [
            { value: 'whole', label: this.#form.words.whole },
            { value: 'hours', label: this.#form.words.hours },
          ],
          changed: (value) => put({ isWhole: value === 'whole' }),
        })}
      </div>
      ${
        values.isWhole
          ? nothing
          : html`<div class="row">
              ${field({
                ...{ label: days.from, type: 'time', value: values.from, problem: hours },
                changed: (from) => put({ from }),
              })}
              ${field({
                ...{ label: days.to, type: 'time', value: shownEnd(values.to) },
                changed: (to) => put({ to }),
              })}
            </div>`
      }
      ${field({
        ...{ label: days.reason, value: values.reason, maxLength: 200, isOptional: true },
        problem: this.#saving.problemIn('motivo'),
        changed: (reason) => put({ reason }),
      })}
      <div class="actions">
        <button class="primary" aria-disabled=${host.busy ? 'true' : nothing}>${this.#form.words.add}</button>
      </div>
    </form>`
  }
}

/** `10:00–14:00`, as the salon's country writes it. */
export const hoursText = ({ host }: SettingsHost, spans: readonly Span[]): string =>
  spans
    .map(({ desde, hasta }) =>
      isolated(`${host.format.time(desde)}–${host.format.time(shownEnd(hasta))}`),
    )
    .join(', ')
