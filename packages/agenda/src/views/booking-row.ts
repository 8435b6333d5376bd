import type { Wire } from '@silla/client'
import { html, type TemplateResult } from 'lit/html.js'
import { openBooking } from '../dialogs/open-piece.ts'
import type { Host } from '../host/host.ts'
import { whenOf } from '../host/when.ts'

/** A visit in a list of visits: who, what, with whom and when. A click opens it. */
export const bookingRow = (host: Host, booking: Wire['ReservaDetalle']): TemplateResult =>
  html`<button type="button" class="row-of plain" @click=${() => openBooking(host, booking)}>
    <span class="grow">
      <span class="title"><bdi>${booking.cliente.nombre}</bdi></span>
      <span class="muted"
        >${booking.servicios.map(({ nombre }) => nombre).join(' + ')} ·
        <bdi>${booking.profesional.nombre}</bdi></span
      >
    </span>
    <span class="end">${whenOf(host, booking)}</span>
  </button>`
