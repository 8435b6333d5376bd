import type { Failure } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Host } from '../host/host.ts'
import { CustomerSearch } from './customer-search.ts'
import { field } from './fields.ts'
import { typedAs } from './typed-as.ts'

interface Known {
  id: number
  nombre: string
  telefono?: string | null
}

/** What the API calls the parts of a new customer. */
const contactFields = { name: 'nombre', phone: 'telefono', email: 'email' } as const
const contactTypes = { name: 'text', phone: 'tel', email: 'email' } as const

type Part = keyof typeof contactFields
const parts = Object.keys(contactFields) as Part[]

interface Options {
  known: Known | null
  /** Nobody has to be named. */
  isOptional: boolean
  /** Somebody known was chosen. */
  chosen: () => void
}

/**
 * For whom something is booked: known customers are found while their name, phone or email is typed; for
 * somebody new it is the beginning of their card (D74).
 */
export class CustomerChoice {
  /** Those whose problems stand at the fields. */
  static readonly fields: readonly string[] = Object.values(contactFields)

  readonly #host: Host
  readonly #options: Options
  readonly #search: CustomerSearch
  #known: Known | null
  /** Of somebody new, beside what was typed to find them. */
  readonly #contact: Record<Part, string> = { name: '', phone: '', email: '' }

  constructor(host: Host, options: Options) {
    this.#host = host
    this.#options = options
    this.#search = new CustomerSearch(host)
    this.#known = options.known
  }

  get #typed(): string {
    return this.#search.text.trim()
  }

  get #new(): Record<Part, string> {
    return { ...this.#contact, [typedAs(this.#typed)]: this.#typed }
  }

  get name(): string {
    return this.#known?.nombre ?? this.#new.name
  }

  /** As the body of the request has them. */
  get body(): { cliente_id: number } | { nombre: string; telefono: string; email: string } {
    if (this.#known) return { cliente_id: this.#known.id }
    const { name, phone, email } = this.#new
    return { nombre: name || this.#host.text.booking.unnamed, telefono: phone, email }
  }

  /** @param refused what is wrong with fields of the request */
  render(refused: Failure | null): TemplateResult {
    return this.#known ? this.#chosen(this.#known) : this.#fields(refused)
  }

  /** Two customers may have one name, and not one phone. */
  #chosen({ nombre, telefono }: Known): TemplateResult {
    return html`<div class="chosen">
      <p class="grow">
        <bdi class="strong">${nombre}</bdi>${telefono ? html`<br /><bdi class="muted small" dir="ltr">${telefono}</bdi>` : nothing}
      </p>
      <button
        type="button"
        class="secondary"
        @click=${() => {
          this.#known = null
          this.#focus('[data-first]')
        }}
      >
        ${this.#host.text.booking.otherCustomer}
      </button>
    </div>`
  }

  #fields(refused: Failure | null): TemplateResult {
    const { text, may } = this.#host
    const { isOptional } = this.#options
    const typed = typedAs(this.#typed)
    const problemOf = (part: Part) => refused?.problemOf(contactFields[part]) ?? null
    return html`${field({
      label: text.booking.customer,
      value: this.#search.text,
      hint: text.booking.customerHint,
      isFirst: true,
      isOptional,
      maxLength: 200,
      problem: problemOf(typed),
      changed: (value) => this.#search.type(value),
    })}
    ${may('clientes.ver') ? this.#search.results((customer) => this.#choose(customer)) : nothing}
    ${
      this.#typed.length < 2
        ? nothing
        : html`<div class="row">
            ${parts
              .filter((part) => part !== typed)
              .map((part) =>
                field({
                  label: text.fields[part],
                  type: contactTypes[part],
                  value: this.#contact[part],
                  isOptional: isOptional || part !== 'name',
                  maxLength: 200,
                  problem: problemOf(part),
                  changed: (value) => {
                    this.#contact[part] = value
                  },
                }),
              )}
          </div>`
    }`
  }

  #choose({ id, nombre, telefono }: Known): void {
    this.#known = { id, nombre, telefono }
    this.#options.chosen()
    // the button that had the focus is gone
    this.#focus('.options input')
  }

  #focus(selector: string): void {
    this.#host.requestUpdate()
    void this.#host.updateComplete.then(() =>
      document.querySelector<HTMLElement>(`dialog:last-of-type ${selector}`)?.focus(),
    )
  }
}
