import type { Wire } from '@silla/client'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { allItems } from '../api/all-items.ts'
import type { Host, View } from '../host/host.ts'
import { bookingRow } from './booking-row.ts'

type Booking = Wire['ReservaDetalle']

/** Visits that wait for the salon to confirm them, the next one first (D71). */
export default class ToConfirmView implements View {
  readonly #host: Host
  #bookings: readonly Booking[] | null = null

  constructor(host: Host) {
    this.#host = host
  }

  get title(): string {
    return this.#host.text.views.confirmar
  }

  async load(): Promise<void> {
    const { api, today } = this.#host
    // the latest ones are sent first
    const bookings = await allItems((page) =>
      api.call((silla) =>
        silla.GET('/api/v1/reservas/', {
          params: { query: { estado: 'pendiente', desde: today(), ...page } },
        }),
      ),
    )
    this.#bookings = bookings.reverse()
    this.#host.requestUpdate()
  }

  #confirm({ id }: Booking): void {
    const host = this.#host
    void host.attempt(async () => {
      await host.api.call((silla) =>
        silla.POST('/api/v1/reservas/{id}/confirmar/', { params: { path: { id } }, body: {} }),
      )
      host.announce(host.text.sheet.done.confirmar)
      await host.changed()
    })
  }

  render(): TemplateResult {
    const { text, may } = this.#host
    if (!this.#bookings) return html`<div class="skeleton" aria-hidden="true"></div>`
    if (this.#bookings.length === 0)
      return html`<div class="empty"><p class="strong">${text.toConfirm.none}</p></div>`
    return html`<ul class="agenda-list">
      ${this.#bookings.map(
        (booking) => html`<li class="pair">
          ${bookingRow(this.#host, booking)}
          ${
            may('citas.gestionar')
              ? html`<button
                  type="button"
                  class="secondary"
                  aria-label="${text.sheet.confirm}: ${booking.cliente.nombre}"
                  @click=${() => this.#confirm(booking)}
                >
                  ${text.sheet.confirm}
                </button>`
              : nothing
          }
        </li>`,
      )}
    </ul>`
  }
}
