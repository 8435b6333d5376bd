import type { html as Html, TemplateResult } from 'lit/html.js'
import type { Problems } from '../form/problems.ts'
import type { fill as Fill } from '../text/fill.ts'
import { messageTexts } from './message-texts.ts'
import type { Contact } from './state.ts'
import type { BookingHost } from './step.ts'

type Channel = 'whatsapp' | 'sms'

/** The form that the choice is a part of. */
interface Chooser {
  change(change: Pick<Contact, 'mensajes'>): void
  problems: Pick<Problems, 'clear'>
}

/**
 * By which channels a customer agrees to messages to their phone (D77): unticked, and email without a tick. Few
 * salons send any, so it is loaded where it is shown, and imports nothing that a booking loads.
 */
export function messageChoice(
  host: BookingHost,
  contact: Chooser,
  { html, fill }: { html: typeof Html; fill: typeof Fill },
): TemplateResult {
  const text = messageTexts[host.language]
  const { canales_mensajes: available } = host.screen.negocio.configuracion
  const chosen = host.state.contact.mensajes?.canales ?? []
  return html`<fieldset class="plain" aria-describedby="messages-hint">
    <legend class="strong">${text.title}</legend>
    <p class="muted small" id="messages-hint">${text.hint}</p>
    <div class="cards">
      ${available.map(
        (channel) => html`<label class="card" part="card">
          <input
            type="checkbox"
            id="messages-${channel}"
            .checked=${chosen.includes(channel)}
            @change=${() => toggle(channel)}
          />
          <span class="grow">${text.channels[channel]}</span>
        </label>`,
      )}
    </div>
    <p class="muted small">${wordingOf(chosen.length > 0 ? chosen : available)}</p>
  </fieldset>`

  function toggle(channel: Channel): void {
    const canales = available.filter((one) => (one === channel) !== chosen.includes(one))
    const isAny = canales.length > 0
    contact.change({ mensajes: isAny ? { canales, texto: wordingOf(canales) } : undefined })
    if (!isAny) contact.problems.clear('phone')
  }

  function wordingOf(channels: readonly Channel[]): string {
    const names = channels.map((channel) => text.channels[channel])
    const list = new Intl.ListFormat(host.language, { type: 'disjunction' })
    return fill(text.wording, { channels: list.format(names) })
  }
}
