import type { Wire } from '@silla/client'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Failure } from '../api/failure.ts'
import { type FieldOptions, field, isEmail } from '../form/field.ts'
import { type Found, Problems } from '../form/problems.ts'
import { fill } from '../text/fill.ts'
import type { BookingBody } from './booking-body.ts'
import type { messageChoice } from './message-choice.ts'
import type { Contact } from './state.ts'
import type { BookingHost } from './step.ts'

type Account = Pick<Wire['Perfil'], 'telefono'>

/** The contact details of a customer, for a booking and for the waitlist. */
export class ContactForm {
  readonly #host: BookingHost
  readonly problems: Problems
  #isLoaded: Promise<void> | undefined
  #choice: typeof messageChoice | undefined

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
    const { screen, state } = this.#host
    return screen.negocio.configuracion.telefono_obligatorio || !!state.contact.mensajes
  }

  /** By which messages the customer is informed, where the salon sends any. */
  messages(): unknown {
    const host = this.#host
    if (!host.screen.negocio.configuracion.canales_mensajes[0]) return nothing
    // without it a booking is possible, too
    this.#isLoaded ??= import('./message-choice.ts').then(
      ({ messageChoice }) => {
        this.#choice = messageChoice
        host.requestUpdate()
      },
      () => {},
    )
    return this.#choice?.(host, this, { html, fill })
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
  body(): Pick<BookingBody, 'nombre' | 'email' | 'telefono' | 'mensajes'> {
    const { name, email, phone, mensajes } = this.#host.state.contact
    const telefono = phone.trim()
    return {
      ...(!this.#host.api.session.isSignedIn && { nombre: name.trim(), email: email.trim() }),
      ...(telefono && { telefono }),
      mensajes,
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
