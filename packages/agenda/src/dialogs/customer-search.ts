import type { Wire } from '@silla/client'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Host } from '../host/host.ts'

export type FoundCustomer = Wire['ClienteSalon']

/** So long after the last letter the salon is searched. */
const pauseMilliseconds = 200

/** Searches customers while somebody types a name, a phone or an e-mail. */
export class CustomerSearch {
  readonly #host: Host
  text = ''
  found: readonly FoundCustomer[] = []
  /** The search that `found` is of; null: none yet. */
  #searched: string | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(host: Host) {
    this.#host = host
  }

  type(text: string): void {
    this.text = text
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#host.load(() => this.search()), pauseMilliseconds)
    this.#host.requestUpdate()
  }

  async search(): Promise<void> {
    const wanted = this.text.trim()
    if (wanted.length < 2) {
      this.found = []
      this.#searched = null
      return this.#host.requestUpdate()
    }
    const { items } = await this.#host.api.call((silla) =>
      silla.GET('/api/v1/clientes/', { params: { query: { q: wanted, page_size: 8 } } }),
    )
    // somebody has typed on meanwhile
    if (wanted !== this.text.trim()) return
    const isNews = wanted !== this.#searched || items.length !== this.found.length
    this.found = items
    this.#searched = wanted
    if (isNews)
      this.#host.announce(this.#host.format.count(this.#host.text.search.found, items.length))
  }

  /** @param choose a click on one of them */
  results(choose: (customer: FoundCustomer) => void): TemplateResult | typeof nothing {
    if (this.#searched === null) return nothing
    if (this.found.length === 0) return html`<p class="muted">${this.#host.text.search.none}</p>`
    return html`<ul class="results">
      ${this.found.map(
        (customer) => html`<li>
          <button type="button" class="result" @click=${() => choose(customer)}>
            <bdi class="strong">${customer.nombre}</bdi>
            <bdi class="muted" dir="ltr">${customer.telefono || customer.email}</bdi>
          </button>
        </li>`,
      )}
    </ul>`
  }
}
