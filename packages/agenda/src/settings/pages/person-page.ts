import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Host } from '../../host/host.ts'
import { listForms } from '../forms.ts'
import type { SettingsHost, SettingsPage } from '../settings-host.ts'
import { EntryPage } from './entry-page.ts'
import { exceptionsPage } from './exceptions.ts'
import { OffersPage } from './offers-page.ts'
import { shiftsPage } from './shifts.ts'

const partNames = ['datos', 'servicios', 'turnos', 'excepciones'] as const
type PartName = (typeof partNames)[number]

/** Who may change a part of somebody (D65). */
const rules: Record<PartName, (host: Host, id: number) => boolean> = {
  datos: ({ may }) => may('ajustes.negocio'),
  servicios: ({ may }) => may('ajustes.catalogo'),
  turnos: ({ may }) => may('ajustes.horario') && may('agenda.todas'),
  excepciones: ({ may, ownProfessional }, id) =>
    may('ajustes.horario') && (may('agenda.todas') || ownProfessional() === id),
}

/** A person: their details, what they do, their week and the days that differ from it. */
export class PersonPage implements SettingsPage {
  readonly #settings: SettingsHost
  readonly #id: number
  readonly #parts: readonly PartName[]
  readonly #part: PartName | null
  readonly #page: SettingsPage | null

  constructor(settings: SettingsHost, id: number, part: string | null) {
    this.#settings = settings
    this.#id = id
    this.#parts = partNames.filter((name) => rules[name](settings.host, id))
    this.#part = this.#parts.find((name) => name === part) ?? this.#parts[0] ?? null
    this.#page = this.#part && this.#pageOf(this.#part)
  }

  /** Somebody who cannot be booked yet has no name in the catalogue. */
  get title(): string {
    const { host, words, names } = this.#settings
    const known = host.catalog.professionals.find(({ id }) => id === this.#id)?.nombre
    const own = this.#part === 'datos' ? this.#page?.title : undefined
    return known ?? own ?? names.get(`id ${this.#id}`) ?? words.sections.personas
  }

  get isDirty(): boolean {
    return this.#page?.isDirty ?? false
  }

  load(): Promise<void> {
    return this.#page?.load() ?? Promise.resolve()
  }

  #pageOf(part: PartName): SettingsPage {
    const settings = this.#settings
    const options = { id: this.#id, title: settings.words.person[part] }
    if (part === 'datos') return new EntryPage(settings, listForms.personas, this.#id)
    if (part === 'servicios')
      return new OffersPage(settings, { ...options, begun: () => this.#goOnToWeek() })
    return part === 'turnos' ? shiftsPage(settings, options) : exceptionsPage(settings, options)
  }

  /** Who has services and no week cannot be booked. */
  #goOnToWeek(): void {
    if (this.#parts.includes('turnos'))
      this.#settings.go('personas', { id: this.#id, de: 'turnos' })
  }

  render(): TemplateResult {
    const { words } = this.#settings
    return html`<nav class="person-parts" aria-label=${words.person.label}>
        ${this.#parts.map((name) => {
          const { href, follow } = this.#settings.link('personas', { id: this.#id, de: name })
          return html`<a class="person-part" href=${href} aria-current=${name === this.#part ? 'page' : nothing} @click=${follow}>${words.person[name]}</a>`
        })}
      </nav>
      ${this.#page?.render() ?? html`<p>${words.noAccess}</p>`}`
  }
}
