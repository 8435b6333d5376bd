import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Host, View } from '../host/host.ts'
import { firstSteps } from '../settings/first-steps.ts'
import { pageFor } from '../settings/page-for.ts'
import { mayOpen } from '../settings/sections.ts'
import {
  type Link,
  type SectionName,
  type SettingsHost,
  type SettingsPage,
  sectionNames,
} from '../settings/settings-host.ts'
import type { SettingsTexts } from '../settings/text/es.ts'
import { loadSettingsTexts } from '../settings/text/load-settings-texts.ts'

/** Parts that show nothing that a salon file describes. */
const notInFile: ReadonlySet<SectionName> = new Set(['enlaces', 'descarga'])

type SettingsQuery = Record<string, string | number | undefined>

/** What the salon configures itself (D67): a page for each part, by the address. */
export default class SettingsView implements View, SettingsHost {
  readonly host: Host
  readonly names = new Map<string, string>()
  words!: SettingsTexts
  #page: SettingsPage | null = null
  /** The salon file has taken the settings over since the page was opened. */
  #isRefused = false
  /** The address of `#page`. */
  #shown = ''

  constructor(host: Host) {
    this.host = host
  }

  get isReadOnly(): boolean {
    return this.#isRefused || this.host.salon.gestion === 'archivo'
  }

  get title(): string {
    return this.#page?.title ?? this.host.text.views.ajustes
  }

  get isDirty(): boolean {
    return this.#page?.isDirty ?? false
  }

  get #part(): SectionName | null {
    // on the way to another view the address is already that of the other
    const named = new URLSearchParams(this.#shown).get('parte')
    const part = sectionNames.find((name) => name === named)
    return part && mayOpen(this.host, part) ? part : null
  }

  setReadOnly = (): void => {
    this.#isRefused = true
    this.host.announce(this.words.byFile)
    this.host.requestUpdate()
  }

  go = (part: SectionName | '', query: SettingsQuery = {}): void =>
    this.host.go('ajustes', { parte: part, ...query })

  link = (part: SectionName | '', query: SettingsQuery = {}): Link => ({
    href: this.host.href('ajustes', { parte: part, ...query }),
    follow: (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
      event.preventDefault()
      this.go(part, query)
    },
  })

  async load(): Promise<void> {
    this.words ??= await loadSettingsTexts(this.host.language)
    const { query } = this.host.place
    const address = query.toString()
    if (address !== this.#shown || !this.#page) {
      this.#page = null
      this.#shown = address
      const part = this.#part
      const page = part && (await pageFor(part, this, query))
      // somebody has gone on meanwhile
      if (address !== this.#shown) return
      this.#page = page
    }
    await this.#loadPage()
    this.host.requestUpdate()
  }

  /** Nobody reads what was wrong with a page that they have left. */
  async #loadPage(): Promise<void> {
    const page = this.#page
    try {
      await page?.load()
    } catch (error) {
      if (page === this.#page) throw error
    }
  }

  /** What somebody is typing stays. */
  async refresh(): Promise<void> {
    if (!this.isDirty) await this.load()
  }

  render(): TemplateResult {
    if (!this.words) return html`<div class="skeleton" aria-hidden="true"></div>`
    const part = this.#part
    return html`<div class="settings ${part ? '' : 'index'}">
      ${part ? nothing : this.#firstSteps()}
      ${this.#navigation(part)}
      ${
        part
          ? html`<div class="settings-page">
              ${
                this.isReadOnly && !notInFile.has(part)
                  ? html`<p class="outcome" role="note">${this.words.byFile}</p>`
                  : nothing
              }
              ${this.#page?.render() ?? html`<div class="skeleton" aria-hidden="true"></div>`}
            </div>`
          : nothing
      }
    </div>`
  }

  #navigation(part: SectionName | null): TemplateResult {
    const { words, host } = this
    const parts = sectionNames.filter((name) => mayOpen(host, name))
    return html`${part ? this.#back(this.host.place.query.has('id') ? part : '') : nothing}
    <nav class="settings-nav" aria-label=${words.label}>
      ${parts.length === 0 ? html`<p>${words.noAccess}</p>` : nothing}
      ${parts.map((name) => {
        const { href, follow } = this.link(name)
        return html`<a href=${href} aria-current=${name === part ? 'page' : nothing} @click=${follow}>
          <span class="strong">${words.sections[name]}</span>
          <span class="muted small about">${words.about[name]}</span>
        </a>`
      })}
    </nav>`
  }

  #firstSteps(): TemplateResult | typeof nothing {
    const { host, words } = this
    const areDone = Object.values(host.salon.primeros_pasos).every(Boolean)
    return areDone || !host.may('ajustes.negocio') ? nothing : firstSteps(host, words, null)
  }

  /** To the list of an entry; where it is narrow, to all parts. */
  #back(part: SectionName | ''): TemplateResult {
    const label = part ? this.words.sections[part] : this.host.text.views.ajustes
    const { href, follow } = this.link(part)
    return html`<a class="settings-back ${part ? '' : 'to-index'}" href=${href} @click=${follow}>
      <span class="mirror" aria-hidden="true">‹</span> ${label}
    </a>`
  }
}
