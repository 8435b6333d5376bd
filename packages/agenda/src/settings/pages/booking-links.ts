import { fill } from '@silla/widget/shared'
import { html, type TemplateResult } from 'lit/html.js'
import type { SettingsHost, SettingsPage } from '../settings-host.ts'

/** Where a salon links to its page from, and the `origen` of each link; null: the page itself. */
const links = [
  ['page', null],
  ['google', 'google'],
  ['instagram', 'instagram'],
  ['facebook', 'facebook'],
  ['whatsapp', 'whatsapp'],
] as const

/** Links to the booking page that say where a customer came from (D79). */
class BookingLinksPage implements SettingsPage {
  readonly #settings: SettingsHost
  readonly isDirty = false

  constructor(settings: SettingsHost) {
    this.#settings = settings
  }

  get title(): string {
    return this.#settings.words.sections.enlaces
  }

  async load(): Promise<void> {}

  render(): TemplateResult {
    const { host, words } = this.#settings
    const page = host.salon.pagina_url
    if (page === null) return html`<p>${words.links.noPage}</p>`
    const report = { informe: 'citas', grupo: 'origen' }
    return html`<p>${words.links.intro}</p>
      <ul class="agenda-list">
        ${links.map(([name, source]) => this.#link(name, source ? `${page}?origen=${source}` : page))}
      </ul>
      <p><a href=${host.href('informes', report)}>${words.links.report}</a></p>`
  }

  #link(name: keyof SettingsHost['words']['links']['names'], address: string): TemplateResult {
    const { links } = this.#settings.words
    const id = `link-${name}`
    return html`<li class="row-of plain">
      <label class="grow" for=${id}>
        <span class="title">${links.names[name]}</span><br />
        <span class="muted small">${links.hints[name]}</span>
        <input
          id=${id}
          class="ltr"
          dir="ltr"
          readonly
          .value=${address}
          @focus=${(event: FocusEvent) => (event.target as HTMLInputElement).select()}
        />
      </label>
      <button
        type="button"
        class="secondary"
        aria-label=${fill(links.copyOf, { name: links.names[name] })}
        @click=${() => this.#copy(id, address)}
      >
        ${links.copy}
      </button>
    </li>`
  }

  /** Where the browser lets nothing be copied, the address is selected instead. */
  async #copy(id: string, address: string): Promise<void> {
    const { host, words } = this.#settings
    try {
      await navigator.clipboard.writeText(address)
      host.announce(words.links.copied)
    } catch {
      document.getElementById(id)?.focus()
    }
  }
}

export default (settings: SettingsHost): BookingLinksPage => new BookingLinksPage(settings)
