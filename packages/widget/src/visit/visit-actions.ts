import type { Wire } from '@silla/client'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { loaded } from '../api/failure.ts'
import type { SillaHost } from '../element/host.ts'
import { addressOf, type Salon } from './visit-summary.ts'

/** Adding a visit to the calendar of the device, and the way to the salon. */
export function visitActions(
  host: SillaHost,
  visit: Wire['ReservaDetalle'] | null,
  salon: Salon,
): TemplateResult {
  const { text } = host
  const address = addressOf(salon)
  return html`${
    visit
      ? html`<button type="button" class="secondary" @click=${() => host.attempt(() => saveToCalendar(text, visit, salon))}>
            ${text.visit.calendar}
          </button>`
      : nothing
  }
    ${
      address
        ? html`<a
            class="secondary"
            href=${directionsTo(`${salon.nombre}, ${address}`)}
            target="_blank"
            rel="noopener noreferrer"
            >${text.visit.directions}</a
          >`
        : nothing
    }`
}

/** A link to Google Maps, which opens the app of the device where there is one. */
const directionsTo = (place: string): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(place)}`

/** A file, which devices open with their calendar. What writes it is loaded when it is wanted. */
async function saveToCalendar(
  text: SillaHost['text'],
  visit: Wire['ReservaDetalle'],
  salon: Salon,
): Promise<void> {
  const { calendarFile } = await loaded(import('./calendar-file.ts'))
  const services = visit.servicios.map(({ nombre }) => nombre).join(', ')
  const file = calendarFile({
    uid: `booking-${visit.id}@${salon.id}.silla`,
    sequence: visit.version,
    start: visit.inicio,
    end: visit.fin,
    updatedAt: visit.updated_at,
    title: `${services} · ${salon.nombre}`,
    description: [
      ...new Set(visit.servicios.map(({ profesional }) => profesional.nombre)),
      `${text.visit.code}: ${visit.codigo}`,
      salon.telefono_formateado,
    ].join('\n'),
    location: addressOf(salon),
    isTentative: visit.estado === 'pendiente',
  })
  const url = URL.createObjectURL(new Blob([file], { type: 'text/calendar' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${visit.codigo}.ics`
  link.click()
  // Safari reads it after the click
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
