import type { Wire } from '@silla/client'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { fill } from '../../text/fill.ts'
import { momentOf } from '../../text/moment.ts'
import { visitActions } from '../../visit/visit-actions.ts'
import { visitSummary } from '../../visit/visit-summary.ts'
import { isCardAwaited } from '../is-card-awaited.ts'
import { phoneLink } from '../phone-link.ts'
import type { ManageHost, View } from '../view.ts'

/** A booking and what can be done with it. */
export class BookingView implements View {
  readonly #host: ManageHost

  constructor(host: ManageHost) {
    this.#host = host
  }

  title(): string {
    const { booking, manageText } = this.#host
    if (booking.estado === 'pendiente' && booking.pago_pendiente)
      return isCardAwaited(booking) ? manageText.titles.withoutCard : manageText.titles.unpaid
    return manageText.titles[booking.estado]
  }

  action() {
    const { booking, text, manageText, format, isReviewed } = this.#host
    if (booking.estado === 'completada' && !isReviewed)
      return { label: manageText.review, run: () => this.#host.go('review') }
    if (isCardAwaited(booking))
      return { label: manageText.leaveCard, run: () => this.#host.go('pay') }
    if (booking.a_pagar_ahora === 0) return null
    const amount = format.money(booking.a_pagar_ahora / 100)
    return { label: fill(text.payment.pay, { amount }), run: () => this.#host.go('pay') }
  }

  render(): TemplateResult {
    const { booking, salon } = this.#host
    const isOpen = booking.estado === 'pendiente' || booking.estado === 'confirmada'
    return html`<div class="form">
      ${this.#notes().map((note) => html`<p>${note}</p>`)}
      <div class="panel block">${visitSummary(this.#host, booking, salon)}</div>
      ${isOpen ? this.#changes() : nothing}
      <div class="actions">
        ${isOpen ? visitActions(this.#host, booking, salon) : this.#bookAgain()}
      </div>
      ${phoneLink(this.#host)}
    </div>`
  }

  /** The same services at another time. */
  #bookAgain(): TemplateResult | typeof nothing {
    const { booking, bookingUrl, manageText } = this.#host
    if (!bookingUrl) return nothing
    const services = booking.servicios.map(({ id }) => id).join()
    return html`<a class="secondary" href=${fill(bookingUrl, { services })}>${manageText.again}</a>`
  }

  /** What has happened to it, and what is to come. */
  #notes(): string[] {
    const { booking, manageText, text, format } = this.#host
    const { estado, cancelada_por, cancelada_en, motivo_cancelacion, expira_en, timezone } = booking
    const at = (instant: string) => momentOf(format, instant, timezone)
    const refund = booking.reembolso?.aplica
      ? fill(manageText.refunds[booking.reembolso.estado], {
          amount: format.money(booking.reembolso.monto),
        })
      : ''
    if (estado === 'cancelada')
      return [
        cancelada_por && cancelada_en
          ? fill(manageText.cancelled[cancelada_por], { date: at(cancelada_en) })
          : '',
        motivo_cancelacion && cancelada_por === 'negocio'
          ? fill(manageText.reason, { reason: motivo_cancelacion })
          : '',
        refund,
        this.#fee(),
      ].filter(Boolean)
    const due =
      booking.pago_pendiente && expira_en
        ? fill(isCardAwaited(booking) ? manageText.cardUntil : text.payment.until, {
            time: at(expira_en),
          })
        : estado === 'pendiente'
          ? manageText.unconfirmed
          : ''
    const processing = booking.pago?.estado === 'procesando' ? text.payment.processing : ''
    return [due, processing, refund, this.#fee()].filter(Boolean)
  }

  /** What became of the fee, if the salon has charged one. */
  #fee(): string {
    const { booking, manageText, format } = this.#host
    const { cargo, timezone } = booking
    if (!cargo || cargo.estado === 'fallido') return ''
    return fill(manageText.fees[cargo.estado], {
      amount: format.money(cargo.monto),
      date: cargo.enlace_hasta ? momentOf(format, cargo.enlace_hasta, timezone) : '',
    })
  }

  #changes(): TemplateResult {
    const { booking, manageText } = this.#host
    return html`${
      booking.puede_reprogramar || booking.puede_cancelar
        ? html`<div class="actions">
              ${booking.puede_reprogramar ? this.#button(manageText.move, 'move') : nothing}
              ${booking.puede_cancelar ? this.#button(manageText.cancel, 'cancel') : nothing}
            </div>`
        : nothing
    }
      ${this.#limits()}`
  }

  #button(label: string, view: 'move' | 'cancel'): TemplateResult {
    return html`<button type="button" class="secondary" @click=${() => this.#host.go(view)}>
      ${label}
    </button>`
  }

  /** Until when it can be changed here and what that may cost, or that it no longer can. */
  #limits(): TemplateResult {
    return html`<p class="muted small">${this.#limitSentences().join(' ')}</p>`
  }

  #limitSentences(): string[] {
    const { booking, text, manageText, format } = this.#host
    const { puede_cancelar, cancelable_hasta, garantia, pago_pendiente, timezone } = booking
    if (!puede_cancelar || !garantia) {
      const date = momentOf(format, cancelable_hasta, timezone)
      return [fill(puede_cancelar ? manageText.cancelUntil : manageText.tooLate, { date })]
    }
    if (garantia.con_tarjeta) return this.#fees(garantia)
    return [pago_pendiente ? text.contact.cancelAnytime : manageText.cancelWithDeposit]
  }

  /** What may be charged to the card, beside what is paid online, which counts towards it. */
  #fees({ cancelacion_tardia, no_show, gratis_hasta }: Guarantee): string[] {
    const { booking, text, manageText, format } = this.#host
    const { senal, timezone } = booking
    const fees = senal === null ? manageText.cardFees : manageText.depositFees
    const retained = retainedOf(booking)
    const cents = (fee: number) => Math.round((fee - retained) * 100)
    const values = (fee: number) => ({
      amount: format.money(cents(fee) / 100),
      date: momentOf(format, gratis_hasta, timezone),
    })
    const mayCostFee = cents(cancelacion_tardia) > 0
    const isLate = Date.now() > Date.parse(gratis_hasta)
    return [
      senal !== null && manageText.cancelWithDeposit,
      senal === null && !mayCostFee && text.contact.cancelAnytime,
      senal === null && mayCostFee && !isLate && fill(manageText.cancelFreeUntil, values(0)),
      mayCostFee && fill(isLate ? fees.lateNow : fees.late, values(cancelacion_tardia)),
      cents(no_show) > 0 && fill(fees.missed, values(no_show)),
    ].filter((sentence) => sentence !== false)
  }
}

/** What the salon keeps of an online payment, before that the deposit. */
function retainedOf({ pago, reembolso, senal }: Wire['ReservaDetalle']): number {
  if (!pago || !/^(completado|reembolsado_parcial)$/.test(pago.estado)) return senal ?? 0
  return pago.monto - (reembolso?.aplica && reembolso.estado !== 'fallido' ? reembolso.monto : 0)
}

type Guarantee = NonNullable<Wire['ReservaDetalle']['garantia']>
