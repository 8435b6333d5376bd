import type { Wire } from '@silla/client'
import type { TemplateResult } from 'lit/html.js'
import type { Failure } from '../api/failure.ts'
import { type FieldOptions, field, isEmail } from '../form/field.ts'
import { type Found, Problems } from '../form/problems.ts'
import type { Contact } from './state.ts'
import type { BookingHost } from './step.ts'

type Account = Pick<Wire['Perfil'], 'telefono'>

/** The contact details of a customer, for a booking and for the waitlist. */
export class ContactForm {
  readonly #host: BookingHost
  readonly problems: Problems

  constructor(host: BookingHost) {
    this.#host = host
    this.problems = new Problems(host)
  }

  change(change: Partial<Contact>): void {
    this.#host.change({ contact: { ...this.#host.state.contact, ...change } })
  }

  /** What a guest fills in. */
  guest(): TemplateResult[] {
    return [
      this.field('name', { autocomplete: 'name', maxLength: 120 }),
      this.field('email', {
        autocomplete: 'email',
        type: 'email',
        maxLength: 254,
        direction: 'ltr',
      }),
      this.phone(),
    ]
  }

  phone(): TemplateResult {
    return this.field('phone', {
      autocomplete: 'tel',
      type: 'tel',
      isOptional: !this.#needsPhone,
      direction: 'ltr',
    })
  }

  field(
    name: 'name' | 'email' | 'phone' | 'notes',
    options: Pick<FieldOptions, 'autocomplete'> & Partial<FieldOptions>,
  ): TemplateResult {
    return field(this.#host, {
      ...options,
      name,
      label: this.#host.text.contact[name],
      value: this.#host.state.contact[name],
      problems: this.problems,
      changed: (value) => this.change({ [name]: value }),
    })
  }

  /** Whether the salon wants a phone number that the account of a customer does not have. */
  lacksPhone(account?: Account | null): boolean {
    return this.#needsPhone && !account?.telefono
  }

  get #needsPhone(): boolean {
    return this.#host.screen.negocio.configuracion.telefono_obligatorio
  }

  /** What can be seen to be missing or wrong, of a guest or of the account of a customer. */
  check(account?: Account | null): Found {
    const { text, state, api } = this.#host
    const { name, email, phone } = state.contact
    const isGuest = !api.session.isSignedIn
    return {
      ...(isGuest && !name.trim() && { name: text.contact.nameMissing }),
      ...(isGuest && !isEmail(email) && { email: text.contact.emailInvalid }),
      ...(this.lacksPhone(account) && !phone.trim() && { phone: text.contact.phoneMissing }),
    }
  }

  /** How a request names them; the API knows the name and email of a customer who has signed in. */
  body(): { nombre?: string; email?: string; telefono?: string } {
    const { name, email, phone } = this.#host.state.contact
    const telefono = phone.trim()
    return {
      ...(!this.#host.api.session.isSignedIn && { nombre: name.trim(), email: email.trim() }),
      ...(telefono && { telefono }),
    }
  }

  /** Shows what the API has found wrong; false when it is about something else. */
  refused(failure: Failure): boolean {
    if (failure.code === 'PHONE_REQUIRED') return this.problems.show({ phone: failure.message })
    const found = Object.entries(wireNames).flatMap(([name, campo]) => {
      const problem = failure.problemOf(campo)
      return problem ? [[name, problem] as const] : []
    })
    return this.problems.show(Object.fromEntries(found))
  }
}

const wireNames = { name: 'nombre', email: 'email', phone: 'telefono', notes: 'notas' }
