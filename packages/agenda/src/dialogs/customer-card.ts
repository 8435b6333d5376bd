import type { Wire } from '@silla/client'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Host } from '../host/host.ts'
import { dateIn } from '../host/when.ts'
import { CustomerNotes } from './customer-notes.ts'
import { MessageConsents } from './message-consents.ts'

type Card = Wire['FichaCliente']

/** The card of a customer, in a dialog: history, what they had, and notes. */
export class CustomerCard {
  readonly #host: Host
  readonly #id: number
  readonly #notes: CustomerNotes
  readonly #messages: MessageConsents
  #card: Card | null = null

  constructor(host: Host, id: number) {
    this.#host = host
    this.#id = id
    this.#notes = new CustomerNotes(host, id)
    this.#messages = new MessageConsents(host, id)
  }

  async load(): Promise<void> {
    this.#card = await this.#host.api.call((silla) =>
      silla.GET('/api/v1/clientes/{id}/', { params: { path: { id: this.#id } } }),
    )
    this.#host.requestUpdate()
  }

  render(): TemplateResult | typeof nothing {
    const card = this.#card
    if (!card) return nothing
    const { text, format, catalog, may } = this.#host
    const { historial: history } = card
    const date = (at: string | null) =>
      at ? format.shortDate(dateIn(new Date(at), catalog.timeZone)) : null
    const facts = [
      [text.card.visits, format.number(history.visitas)],
      [text.card.noShows, format.number(history.ausencias)],
      [text.card.lastVisit, date(history.ultima_visita)],
      [text.card.nextVisit, date(history.proxima_visita)],
      [text.card.spent, format.money(history.gasto_visitas)],
    ].filter(([, value]) => value !== null)
    return html`<section class="card">
      <h3>${text.card.title}</h3>
      ${card.bloqueado_en ? html`<p class="error">${text.card.blocked}</p>` : nothing}
      <dl class="facts">
        ${facts.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}
      </dl>
      ${
        history.servicios.length > 0
          ? html`<h3>${text.card.services}</h3>
              <ul class="lines-of">
                ${history.servicios.slice(0, 5).map(
                  ({ nombre, veces, duracion_media }) => html`<li>
                    <span class="grow">${nombre}</span>
                    <span class="muted">${format.count(text.card.times, veces)} · ${format.duration(duracion_media)}</span>
                  </li>`,
                )}
              </ul>`
          : nothing
      }
      ${may('clientes.ficha') ? this.#notes.render(card) : nothing}
      ${may('clientes.ficha') ? this.#messages.render(card) : nothing}
    </section>`
  }
}
