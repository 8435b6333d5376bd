import type { Wire } from '@silla/client'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Failure } from '../../api/failure.ts'
import { field } from '../../form/field.ts'
import { fill } from '../../text/fill.ts'
import { momentOf } from '../../text/moment.ts'
import { timeOf } from '../../visit/visit-summary.ts'
import { phoneLink } from '../phone-link.ts'
import type { ManageHost, View } from '../view.ts'

/** Cancelling, after a look at what comes back. */
export class CancelView implements View {
  readonly hasBack = true
  readonly #host: ManageHost
  #preview: Wire['CancelacionPrevia'] | null = null
  #reason = ''

  constructor(host: ManageHost) {
    this.#host = host
  }

  title(): string {
    return this.#host.manageText.cancelTitle
  }

  enter(): void {
    const { api, booking } = this.#host
    void this.#host.load(async () => {
      this.#preview = await api.call((silla) =>
        silla.GET('/api/v1/reservas/{id}/cancelacion/', {
          params: { path: { id: booking.id }, header: { 'x-reserva-codigo': booking.codigo } },
        }),
      )
      this.#host.requestUpdate()
    })
  }

  action() {
    const { manageText } = this.#host
    return this.#preview?.puede
      ? { label: manageText.cancelConfirm, isDestructive: true, run: () => this.#cancel() }
      : null
  }

  render(): TemplateResult {
    const { booking, manageText, format } = this.#host
    if (!this.#preview) return html`<div class="bone facts" aria-hidden="true"></div>`
    const { puede, reembolso, puntos_devueltos, cargo_posible } = this.#preview
    if (!puede)
      return html`<div class="form"><p>${this.#refusal()}</p>${phoneLink(this.#host)}</div>`
    return html`<div class="form">
      <p>${timeOf(this.#host, booking)}</p>
      <div class="panel block">
        <p class="strong">
          ${
            reembolso.aplica
              ? fill(manageText.refund, { amount: format.money(reembolso.monto) })
              : this.#isPaid
                ? manageText.noRefund
                : manageText.nothingPaid
          }
        </p>
        ${
          cargo_posible > 0
            ? html`<p class="strong">
                ${fill(manageText.fees.possible, { amount: format.money(cargo_posible) })}
              </p>`
            : nothing
        }
        ${
          puntos_devueltos > 0
            ? html`<p>${format.count(manageText.pointsBack, puntos_devueltos)}</p>`
            : nothing
        }
      </div>
      ${field(this.#host, {
        name: 'reason',
        label: manageText.reasonLabel,
        value: this.#reason,
        autocomplete: 'off',
        isOptional: true,
        rows: 2,
        maxLength: 500,
        changed: (reason) => {
          this.#reason = reason
        },
      })}
      <p>
        <button type="button" class="link" @click=${() => this.#host.go('booking')}>
          ${manageText.keep}
        </button>
      </p>
    </div>`
  }

  get #isPaid(): boolean {
    return /completado|reembolsado|disputado|revision/.test(this.#host.booking.pago?.estado ?? '')
  }

  #refusal(): string {
    const { booking, manageText, format } = this.#host
    if (this.#preview?.codigo_motivo !== 'CANCELLATION_DEADLINE_PASSED') return manageText.over
    return fill(manageText.tooLate, {
      date: momentOf(format, this.#preview.limite, booking.timezone),
    })
  }

  async #cancel(): Promise<void> {
    const { api, booking } = this.#host
    await this.#host.attempt(
      async () => {
        const cancelled = await api.call((silla) =>
          silla.POST('/api/v1/reservas/{id}/cancelar/', {
            params: { path: { id: booking.id } },
            body: { codigo: booking.codigo, motivo: this.#reason.trim() },
          }),
        )
        this.#host.emit('cancelled', cancelled)
        await this.#host.read()
        this.#host.go('booking')
      },
      (failure) => this.#refused(failure),
    )
  }

  /** The deadline has passed meanwhile, or it was cancelled elsewhere: shows what is so now. */
  #refused({ code, message }: Failure): boolean {
    if (code !== 'CANNOT_CANCEL' && code !== 'CANCELLATION_DEADLINE_PASSED') return false
    void this.#host.load(async () => {
      await this.#host.read()
      this.#host.go('booking')
      this.#host.show(message)
    })
    return true
  }
}
