import { html, type TemplateResult } from 'lit/html.js'
import { Failure } from '../api/failure.ts'
import type { SillaHost } from '../element/host.ts'
import { field, isEmail } from '../form/field.ts'
import { focusField, Problems } from '../form/problems.ts'
import { fill } from '../text/fill.ts'
import { isolated } from '../text/isolated.ts'
import { digitsOf } from './digits.ts'

interface Options {
  email: () => string
  setEmail: (email: string) => void
  /** The customer is signed in. */
  done: () => Promise<void>
  /** Goes on without signing in. */
  leave: () => void
}

/**
 * Signing in by a code that is sent by email. The API does not say whether an address has an
 * account: the email does.
 */
export class SignIn {
  readonly #host: SillaHost
  readonly #options: Options
  /** The code that was sent; null: the address is still missing. */
  #otpId: string | null = null
  #code = ''
  readonly #problems: Problems

  constructor(host: SillaHost, options: Options) {
    this.#host = host
    this.#options = options
    this.#problems = new Problems(host)
  }

  action() {
    const { contact } = this.#host.text
    return this.#otpId === null
      ? { label: contact.sendCode, run: () => this.#sendCode() }
      : { label: contact.confirmCode, run: () => this.#confirm() }
  }

  render(): TemplateResult {
    const { contact } = this.#host.text
    return html`<div class="form">
      ${this.#problems.summary()}
      ${this.#otpId === null ? this.#emailField() : this.#codeField()}
      <p>
        <button type="button" class="link" @click=${this.#options.leave}>${contact.guest}</button>
      </p>
    </div>`
  }

  #emailField(): TemplateResult {
    const { contact } = this.#host.text
    return html`<p class="muted">${contact.codeHint}</p>
      ${field(this.#host, {
        name: 'email',
        label: contact.email,
        type: 'email',
        autocomplete: 'email',
        value: this.#options.email(),
        problems: this.#problems,
        changed: this.#options.setEmail,
        direction: 'ltr',
      })}`
  }

  #codeField(): TemplateResult {
    const { contact } = this.#host.text
    return html`<p>${fill(contact.codeSent, { email: isolated(this.#options.email()) })}</p>
      ${field(this.#host, {
        name: 'code',
        label: contact.code,
        inputmode: 'numeric',
        autocomplete: 'one-time-code',
        value: this.#code,
        problems: this.#problems,
        changed: (code) => {
          this.#code = code
        },
        direction: 'ltr',
      })}
      <p class="links">
        <button type="button" class="link" @click=${() => this.#resend()}>
          ${contact.resend}
        </button>
        <button type="button" class="link" @click=${() => this.#startAgain()}>
          ${contact.otherEmail}
        </button>
      </p>`
  }

  #startAgain(): void {
    this.#otpId = null
    this.#code = ''
    this.#problems.show({})
  }

  async #sendCode(): Promise<void> {
    const { contact } = this.#host.text
    const email = this.#options.email().trim()
    if (!isEmail(email)) this.#problems.show({ email: contact.emailInvalid })
    else
      await this.#request('email', async () => {
        const { otp_id } = await this.#host.api.call((silla) =>
          silla.POST('/api/v1/auth/login/', { body: { email } }),
        )
        await this.#sent(otp_id)
      })
  }

  async #resend(): Promise<void> {
    const otp_id = this.#otpId
    if (!otp_id) return
    await this.#request('code', async () => {
      const sent = await this.#host.api.call((silla) =>
        silla.POST('/api/v1/auth/reenviar-otp/', { body: { otp_id } }),
      )
      this.#host.announce(this.#host.text.contact.resent)
      await this.#sent(sent.otp_id)
    })
  }

  async #confirm(): Promise<void> {
    const otp_id = this.#otpId ?? ''
    const codigo = digitsOf(this.#code)
    if (codigo.length !== codeLength)
      this.#problems.show({ code: this.#host.text.contact.codeInvalid })
    else
      await this.#request('code', async () => {
        const session = await this.#host.api.call((silla) =>
          silla.POST('/api/v1/auth/verify-otp/', { body: { otp_id, codigo } }),
        )
        this.#host.api.session.start(session)
        this.#startAgain()
        await this.#options.done()
      })
  }

  /**
   * A request whose refusal is shown at a field. The limit of codes is shown above: it may last an
   * hour, too long to wait for and try again.
   */
  #request(name: string, task: () => Promise<void>): Promise<void> {
    return this.#host.attempt(
      async () => {
        try {
          await task()
        } catch (error) {
          if (!(error instanceof Failure) || error.code !== 'RATE_LIMIT_EXCEEDED') throw error
          this.#problems.show({})
          this.#host.show(error.message)
        }
      },
      (failure) => this.#problems.show({ [name]: failure.message }),
    )
  }

  async #sent(otpId: string): Promise<void> {
    this.#otpId = otpId
    this.#code = ''
    this.#problems.show({})
    await this.#host.updateComplete
    focusField(this.#host, 'code')
  }
}

const codeLength = 6
