import type { Wire } from '@silla/client'
import { isolated, momentOf } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { allItems } from '../api/all-items.ts'
import { openNewBooking } from '../dialogs/open-new.ts'
import type { Host, View } from '../host/host.ts'

type Entry = Wire['Espera']

/** Who waits for a time (D71), the longest waiting first; time that is freed is offered to them by itself. */
export default class WaitlistView implements View {
  readonly #host: Host
  #entries: readonly Entry[] | null = null

  constructor(host: Host) {
    this.#host = host
  }

  get title(): string {
    return this.#host.text.views.espera
  }

  async load(): Promise<void> {
    // the latest ones are sent first
    const read = (estado: 'esperando' | 'ofrecida') =>
      allItems((page) =>
        this.#host.api.call((silla) =>
          silla.GET('/api/v1/lista-espera/', { params: { query: { estado, ...page } } }),
        ),
      )
    const [offered, waiting] = await Promise.all([read('ofrecida'), read('esperando')])
    this.#entries = [...offered, ...waiting].reverse()
    this.#host.requestUpdate()
  }

  render(): TemplateResult {
    const { text } = this.#host
    if (!this.#entries) return html`<div class="skeleton" aria-hidden="true"></div>`
    if (this.#entries.length === 0)
      return html`<div class="empty"><p class="strong">${text.waitlist.none}</p><p class="muted">${text.waitlist.hint}</p></div>`
    return html`<ul class="agenda-list">
      ${this.#entries.map((entry) => this.#entry(entry))}
    </ul>`
  }

  #entry(entry: Entry): TemplateResult {
    const { text, format, catalog, may } = this.#host
    const { cliente, servicios, profesional, desde, hasta, hora_desde, hora_hasta, oferta } = entry
    const days =
      desde === hasta
        ? format.shortDate(desde)
        : `${format.shortDate(desde)} – ${format.shortDate(hasta)}`
    const hours = [hora_desde, hora_hasta].map((time) => (time ? isolated(format.time(time)) : '…'))
    return html`<li class="pair">
      <div class="row-of plain">
        <span class="grow">
          <span class="title"><bdi>${cliente.nombre}</bdi></span>
          <span class="muted"
            >${servicios.map(({ nombre }) => nombre).join(' + ')} ·
            <bdi>${profesional?.nombre ?? text.booking.anyone}</bdi></span
          >
          ${cliente.telefono ? html`<a href="tel:${cliente.telefono}"><bdi dir="ltr">${cliente.telefono}</bdi></a>` : nothing}
        </span>
        <span class="end">
          ${days} ${hora_desde || hora_hasta ? html`<br /><bdi dir="ltr">${hours.join('–')}</bdi>` : nothing}
          ${oferta ? html`<br /><span class="strong">${text.waitlist.offered} ${momentOf(format, oferta.expira_en, catalog.timeZone)}</span>` : nothing}
        </span>
      </div>
      ${
        may('citas.gestionar')
          ? html`<button
              type="button"
              class="secondary"
              aria-label="${text.booking.title}: ${cliente.nombre}"
              @click=${() =>
                openNewBooking(this.#host, {
                  serviceIds: servicios.map(({ id }) => id),
                  professionalId: profesional?.id ?? 0,
                  date: desde,
                })}
            >
              ${text.booking.title}
            </button>`
          : nothing
      }
    </li>`
  }
}
