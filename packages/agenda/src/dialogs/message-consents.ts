import type { Wire } from '@silla/client'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Host } from '../host/host.ts'
import { checkbox } from './fields.ts'

type Card = Wire['FichaCliente']
type Channel = 'whatsapp' | 'sms'

const channels: readonly Channel[] = ['whatsapp', 'sms']

/** What a customer agrees to at the desk: messages about their bookings, by channel (D77). */
export class MessageConsents {
  readonly #host: Host
  readonly #customerId: number
  /** Whether others, as in a family, have agreed with the same number. */
  #isNumberShared = false

  constructor(host: Host, customerId: number) {
    this.#host = host
    this.#customerId = customerId
  }

  render(card: Card): TemplateResult | typeof nothing {
    const { text } = this.#host
    // without the permission for contacts there is no number to agree to
    if (!card.telefono) return nothing
    return html`<h3>${text.card.messages}</h3>
      <p class="muted">${text.card.messagesHint}</p>
      ${checkbox({
        label: text.card.sharedNumber,
        checked: this.#isNumberShared,
        changed: (isShared) => {
          this.#isNumberShared = isShared
        },
      })}
      ${channels.map((channel) => {
        const { agrees, hasStopped } = consentOf(card, channel)
        return html`${checkbox({
          label: text.card.channels[channel],
          checked: agrees,
          changed: (otorgado) => this.#record(channel, otorgado),
        })}${hasStopped ? html`<p class="muted">${text.card.stopped}</p>` : nothing}`
      })}`
  }

  #record(tipo: Channel, otorgado: boolean): void {
    const host = this.#host
    const { text } = host
    void host.attempt(async () => {
      await host.api.call((silla) =>
        silla.POST('/api/v1/clientes/{id}/consentimientos/', {
          params: { path: { id: this.#customerId } },
          body: {
            tipo,
            otorgado,
            medio: 'presencial',
            numero_compartido: this.#isNumberShared,
            texto: otorgado ? text.card.messagesHint : '',
          },
        }),
      )
      host.announce(otorgado ? text.card.messagesOn : text.card.messagesOff)
      await host.changed()
    })
  }
}

/** Whether they agree with the number that they have now, and whether they have replied STOP. */
function consentOf(card: Card, channel: Channel): { agrees: boolean; hasStopped: boolean } {
  const consent = card.consentimientos.find(({ tipo }) => tipo === channel)
  return {
    agrees: consent?.otorgado === true && consent.telefono === card.telefono,
    hasStopped: consent?.otorgado === false && consent.medio === 'respuesta',
  }
}
