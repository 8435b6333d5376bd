import type { BookingMessages, MessageChannel } from '@silla/core'
import { maskPhone } from '@silla/wire'
import { html } from 'ghtml'
import type { PageTexts } from './texts/page-texts.ts'
import { fill } from './texts/texts.ts'

/** The fields of the form, and the value of its button. */
export const messagesAction = 'mensajes'
const channelField = 'canal'

/**
 * By which messages a customer is informed, with a form that changes it; it works without scripts. Empty
 * where the salon sends none, or knows no number.
 *
 * @param options.wording what they agree to
 */
export function messagesSection(
  { available, chosen, phone }: BookingMessages,
  { messages: texts }: Pick<PageTexts, 'messages'>,
  { language, isSaved, wording }: { language: string; isSaved: boolean; wording: string },
): string {
  if (available.length === 0) return ''
  const boxes = available.map(
    (channel) =>
      html`<p><label><input type="checkbox" name="${channelField}" value="${channel}"!${
        chosen.includes(channel) ? ' checked' : ''
      }> ${texts.channels[channel]}</label></p>`,
  )
  return html`<section class="card" id="mensajes" aria-labelledby="mensajes-titulo">
<h2 id="mensajes-titulo">${texts.title}</h2>
!${isSaved ? html`<p class="notice" role="status">${texts.saved}</p>` : ''}
<p>${consentWording(wording, phone)}</p>
<form method="post" action="?lang=${language}">
!${boxes.join('')}
<p class="actions"><button class="button" name="accion" value="${messagesAction}">${texts.save}</button></p>
</form>
</section>`
}

/** What a customer reads when they agree; their number is masked. */
export const consentWording = (wording: string, phone: string): string =>
  fill(wording, { phone: maskPhone(phone) })

/** The channels that are ticked in a form that was sent. */
export const channelsOf = (form: URLSearchParams): MessageChannel[] =>
  (['whatsapp', 'sms'] as const).filter((channel) => form.getAll(channelField).includes(channel))
