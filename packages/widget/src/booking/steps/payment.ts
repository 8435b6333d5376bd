import { html, type TemplateResult } from 'lit'
import type { BookingHost, Step } from '../step.ts'

export class PaymentStep implements Step {
  readonly #host: BookingHost

  constructor(host: BookingHost) {
    this.#host = host
  }

  title(): string {
    return this.#host.text.services.summary
  }

  render(): TemplateResult {
    return html``
  }
}
