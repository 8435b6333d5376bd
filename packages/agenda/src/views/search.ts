import { html, type TemplateResult } from 'lit/html.js'
import { CustomerSearch } from '../dialogs/customer-search.ts'
import type { Host, View } from '../host/host.ts'

/** Searches customers by name, phone or e-mail. The address keeps what was searched. */
export default class SearchView implements View {
  readonly #host: Host
  readonly #search: CustomerSearch

  constructor(host: Host) {
    this.#host = host
    this.#search = new CustomerSearch(host)
  }

  get title(): string {
    return this.#host.text.views.buscar
  }

  async load(): Promise<void> {
    this.#search.text = this.#host.place.query.get('q') ?? ''
    await this.#search.search()
  }

  /** What somebody is typing stays. */
  refresh(): Promise<void> {
    return this.#search.search()
  }

  render(): TemplateResult {
    const { text, place, go } = this.#host
    return html`<div class="search">
      <label class="field">
        <span>${text.search.label}</span>
        <input
          type="search"
          autocomplete="off"
          maxlength="100"
          .value=${this.#search.text}
          @input=${({ target }: Event) => this.#search.type((target as HTMLInputElement).value)}
          @change=${({ target }: Event) =>
            go(
              'buscar',
              { ...Object.fromEntries(place.query), q: (target as HTMLInputElement).value },
              { replace: true },
            )}
        />
      </label>
      ${this.#search.results(async (customer) => {
        const { CustomerSheet } = await import('../dialogs/customer-sheet.ts')
        this.#host.open(new CustomerSheet(this.#host, customer))
      })}
    </div>`
  }
}
