import type { Wire } from '@silla/client'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { loaded } from '../api/failure.ts'
import type { SillaHost } from '../element/host.ts'
import type { CardForm } from './card-form.ts'
import type { ProcessorAccount } from './load-processor.ts'
import { payment } from './pay.ts'
import type { PaymentOutcome, Purpose } from './purpose.ts'

interface Options {
  /** null: the salon takes no payments at the moment. */
  account: ProcessorAccount | null
  booking: () => Wire['ReservaDetalle']
  /** The intent whose result is not known yet; kept, so that a reload does not pay twice. */
  intent: () => string | null
  setIntent: (paymentIntentId: string | null) => void
  /** Nothing is left to do here: paid, on its way, too late, or the booking has changed. */
  finished: (outcome: Exclude<PaymentOutcome, { kind: 'declined' }>) => Promise<void>
}

type Stage = 'loading' | 'ready' | 'blocked'

/** Opens a panel for the card that a booking waits for, otherwise for its payment. @throws Failure */
export async function openPanel(host: SillaHost, options: Options): Promise<PaymentPanel> {
  const { booking } = options
  const { garantia, pago_pendiente } = booking()
  const purpose =
    garantia && pago_pendiente
      ? (await loaded(import('./card-on-file.ts'))).cardOnFile(host, html, booking, payment)
      : payment(host, booking)
  return new PaymentPanel(host, purpose, options)
}

/** The payment of a booking, or its card: the processor's form, its errors and what became of it. */
export class PaymentPanel {
  readonly purpose: Purpose
  readonly #host: SillaHost
  readonly #options: Options
  #form: CardForm | null = null
  #stage: Stage = 'loading'
  /** A form that is gone belongs to another try. */
  #tries = 0
  /** Why the last try was declined. */
  #problem = ''

  constructor(host: SillaHost, purpose: Purpose, options: Options) {
    this.#host = host
    this.purpose = purpose
    this.#options = options
  }

  /** Shows the form, or first the result of a payment that was started before. */
  async open(): Promise<void> {
    const started = this.#options.intent()
    if (started) await this.#settle(started)
    else await this.#load()
  }

  close(): void {
    this.#tries++
    this.#form?.close()
    this.#form = null
  }

  action() {
    const { text } = this.#host
    if (this.#stage === 'blocked') return { label: text.retry, run: () => this.#load() }
    return { label: this.purpose.label(), run: async () => void (await this.#submit()) }
  }

  render(): TemplateResult {
    const { text } = this.#host
    const isBlocked = this.#stage === 'blocked'
    return html`<div class="payment" part="payment">
      <p class="summary" id="payment-problem" tabindex="-1" ?hidden=${this.#problem === ''}>
        ${this.#problem}
      </p>
      ${isBlocked ? html`<p class="summary" id="blocked" tabindex="-1">${text.payment.blocked}</p>` : nothing}
      ${
        this.#stage === 'loading'
          ? html`<div class="bone card-form" role="img" aria-label=${text.loading}></div>`
          : nothing
      }
      ${this.#rest()} ${this.#stage === 'ready' ? this.purpose.terms?.() : nothing}
      <slot name="payment" ?hidden=${isBlocked}></slot>
    </div>`
  }

  /** What is left to be paid at the salon, after what is paid here. */
  #rest(): TemplateResult | typeof nothing {
    const { text, format } = this.#host
    const { senal, pago_pendiente, resto } = this.#options.booking()
    return senal && pago_pendiente
      ? html`<p class="muted small">${text.visit.rest}: ${format.money(resto)}</p>`
      : nothing
  }

  async #load(): Promise<void> {
    const { account } = this.#options
    this.#show('loading')
    this.close()
    const attempt = this.#tries
    // only a visit with something to pay needs it
    const module = account && (await import('./card-form.ts').catch(() => null))
    if (attempt !== this.#tries) return
    let problem: unknown = null
    try {
      if (module) {
        const form = new module.CardForm(this.#host.renderRoot.host as HTMLElement)
        this.#form = form
        const options = await this.purpose.formOptions()
        await form.open(account, options, this.#host.language, () => this.#submit())
        if (attempt === this.#tries) this.#show('ready')
        return
      }
    } catch (error) {
      problem = error
    }
    if (attempt !== this.#tries) return
    this.close()
    this.#show('blocked')
    this.#host.announce(this.#host.text.payment.blocked)
    if (problem && !module?.isBlocked(problem)) throw problem
  }

  /** Whether it was taken: what was filled in, or the wallet that was chosen. */
  async #submit(): Promise<boolean> {
    const form = this.#form
    let isTaken = false
    if (!form || this.#stage !== 'ready') {
      this.#host.announce(this.#host.text.loading)
      return isTaken
    }
    this.#problem = ''
    const { intent, setIntent } = this.#options
    await this.#host.attempt(
      async () => {
        // a try whose answer was lost may have paid
        const started = intent()
        const outcome = started
          ? await this.purpose.readResult(started)
          : await this.purpose.submit(form, setIntent)
        isTaken = outcome.kind !== 'declined'
        await this.#take(outcome)
      },
      (failure) => this.#decline(failure.message),
    )
    return isTaken
  }

  /** Reads the result of a payment that was started before a reload or a bank's page. */
  async #settle(intentId: string): Promise<void> {
    await this.#host.load(async () => {
      const outcome = await this.purpose.readResult(intentId)
      if (outcome.kind === 'declined') await this.#load()
      await this.#take(outcome)
    })
  }

  async #take(outcome: PaymentOutcome): Promise<void> {
    this.#options.setIntent(null)
    if (outcome.kind !== 'declined') return this.#options.finished(outcome)
    this.#decline(outcome.message)
  }

  #decline(message: string): true {
    this.#problem = message
    this.#host.requestUpdate()
    if (message) void this.#focusProblem()
    return true
  }

  async #focusProblem(): Promise<void> {
    await this.#host.updateComplete
    this.#host.renderRoot.querySelector<HTMLElement>('#payment-problem')?.focus()
  }

  #show(stage: Stage): void {
    this.#stage = stage
    this.#host.requestUpdate()
  }
}
