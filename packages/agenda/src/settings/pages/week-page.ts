import { isolated } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { Draft } from '../draft.ts'
import { saveForm } from '../save-form.ts'
import { Saving } from '../saving.ts'
import { readSetting, type Setting } from '../settings-api.ts'
import type { SettingsHost, SettingsPage } from '../settings-host.ts'
import { type Span, type Week, weekGrid } from '../week-grid.ts'

/** A week as the API has it. */
export interface WeekForm {
  /** Below `/ajustes/`. */
  path: string
  title: string
  /** What a day without hours is called. */
  none: string
  /** How many hours a day may have. */
  most: number
  weekOf(setting: Setting): Week
  /** The setting whose hours a week without any begins with. */
  like?: { path: string; weekOf(setting: Setting): Week }
  /**
   * @param changed the days that differ from what was read; 0 is Monday
   * @returns `fields`: by day, what the API calls it in its problems
   */
  valuesOf(
    week: Week,
    changed: readonly number[],
  ): { values: Record<string, unknown>; fields: readonly (readonly string[])[] }
}

const dayNames = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'] as const

/** The opening hours of the salon, or the shifts of a person: a week that is edited as a grid. */
export class WeekPage implements SettingsPage {
  readonly #settings: SettingsHost
  readonly #form: WeekForm
  readonly #saving: Saving
  #draft: Draft | null = null
  #suggested: Week = []
  /** By day, the fields of the request that was sent last. */
  #fields: readonly (readonly string[])[] = []

  constructor(settings: SettingsHost, form: WeekForm) {
    this.#settings = settings
    this.#form = form
    this.#saving = new Saving(settings, {
      draft: () => this.#draft,
      parse: (setting) => this.#parse(setting),
      describe: (name, value) => this.#describe(name, value as readonly Span[]),
      again: () => this.#review(),
    })
  }

  get title(): string {
    return this.#form.title
  }

  get isDirty(): boolean {
    return this.#draft?.isDirty ?? false
  }

  async load(): Promise<void> {
    const { host } = this.#settings
    const { path, like } = this.#form
    const [setting, suggested] = await Promise.all([
      readSetting(host, path),
      like ? readSetting(host, like.path).then(like.weekOf) : [],
    ])
    const read = this.#parse(setting)
    this.#suggested = suggested
    if (this.#draft?.isDirty) return
    this.#draft = new Draft(read)
    this.#saving.forget()
  }

  /** By day, so that two people can change different days. */
  #parse(setting: Setting): Setting {
    const week = this.#form.weekOf(setting)
    return {
      version: setting.version,
      ...Object.fromEntries(dayNames.map((name, day) => [name, week[day] ?? []])),
    }
  }

  #describe(name: string, spans: readonly Span[]) {
    const { words, host } = this.#settings
    const hours = spans.map(({ desde, hasta }) =>
      isolated(`${host.format.time(desde)}–${host.format.time(hasta.replace('24:', '00:'))}`),
    )
    return {
      label: words.fields[name as (typeof dayNames)[number]] ?? name,
      value: hours.join(', ') || this.#form.none,
    }
  }

  #weekOf(draft: Draft): Week {
    return dayNames.map((name) => draft.get<readonly Span[]>(name))
  }

  #change(week: Week): void {
    dayNames.forEach((name, day) => {
      this.#draft?.set(name, week[day])
    })
    this.#settings.host.requestUpdate()
  }

  #review(): void {
    const draft = this.#draft
    if (!draft) return
    const changed = dayNames.flatMap((name, day) => (name in draft.changes ? [day] : []))
    const { values, fields } = this.#form.valuesOf(this.#weekOf(draft), changed)
    this.#fields = fields
    const { version } = draft.base
    this.#saving.review(
      [{ method: 'PUT', path: this.#form.path, values: { ...values, version } }],
      {
        saved: ([result]) => {
          if (result) draft.discard(this.#parse(result.ajuste))
        },
      },
    )
  }

  #problemOf(day: number): string | null {
    const problems = (this.#fields[day] ?? []).map((field) => this.#saving.problemIn(field))
    return problems.find((problem) => problem !== null) ?? null
  }

  render(): TemplateResult | typeof nothing {
    const draft = this.#draft
    if (!draft) return nothing
    const { none, most } = this.#form
    const grid = weekGrid(this.#settings, {
      ...{ none, most, week: this.#weekOf(draft), suggested: this.#suggested },
      changed: (week) => this.#change(week),
      problemOf: (day) => this.#problemOf(day),
    })
    const form = { isDirty: draft.isDirty, review: () => this.#review() }
    return html`${this.#saving.render(this.#fields.flat())}${saveForm(this.#settings, form, grid)}`
  }
}
