import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Dialog, Host } from '../host/host.ts'
import { CustomerCard } from './customer-card.ts'
import type { FoundCustomer } from './customer-search.ts'
import { openNewBooking } from './open-new.ts'

/** A customer who was searched. */
export class CustomerSheet implements Dialog {
  readonly isSheet = true
  readonly #host: Host
  readonly #customer: FoundCustomer
  readonly #card: CustomerCard

  constructor(host: Host, customer: FoundCustomer) {
    this.#host = host
    this.#customer = customer
    this.#card = new CustomerCard(host, customer.id)
  }

  get title(): string {
    return this.#customer.nombre
  }

  load = (): Promise<void> => this.#card.load()
  refresh = (): Promise<void> => this.#card.load()

  render(): TemplateResult {
    const { text, may } = this.#host
    const { id, nombre, telefono, email } = this.#customer
    return html`${
      may('citas.gestionar')
        ? html`<div class="actions">
            <button
              type="button"
              class="primary"
              @click=${() => openNewBooking(this.#host, { customer: { id, nombre } })}
            >
              ${text.booking.title}
            </button>
          </div>`
        : nothing
    }
    <p class="links">
      ${telefono ? html`<a href="tel:${telefono}"><bdi dir="ltr">${telefono}</bdi></a>` : nothing}
      ${email ? html`<a href="mailto:${email}"><bdi dir="ltr">${email}</bdi></a>` : nothing}
    </p>
    ${this.#card.render()}`
  }
}
