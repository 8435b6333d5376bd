import type { Content, Message, Row } from './content.ts'
import { renderHtml } from './html-layout.ts'
import type { MailContext } from './mail-context.ts'
import { phoneText } from './phone-text.ts'
import { renderText } from './text-layout.ts'

/** An email as plain text and as HTML, with the same facts and links. */
export function renderLayout(content: Content, context: MailContext) {
  const message = messageOf(content, context)
  return { text: renderText(message), html: renderHtml(message, context) }
}

function messageOf(content: Content, { translation, salon }: MailContext): Message {
  const shown = (rows: Row[] = []) => rows.filter(([, value, quote]) => value !== '' || quote)
  const { business } = salon
  return {
    ...content,
    preview: content.preview ?? content.paragraphs[0] ?? '',
    code: content.code ?? '',
    details: shown(content.details),
    sections: (content.sections ?? []).filter(({ rows }) => rows.length > 0),
    amounts: shown(content.amounts),
    buttons: content.buttons ?? [],
    note: content.note ?? '',
    structuredData: content.structuredData ?? null,
    greeting: translation.greeting(content.name),
    sender: {
      name: business.name,
      address: addressLine(business),
      phone: phoneText(business.phone),
      website: webAddress(business.website),
    },
    automatic: translation.automatic,
  }
}

/** The salon's address in one line, without empty fields. */
export const addressLine = ({ address }: MailContext['salon']['business']): string =>
  [address.street, [address.postalCode, address.city].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ')

/** A URL that can be linked; empty for any other text. */
export const webAddress = (text: string): string =>
  /^https?:\/\/[^\s"<>]+$/.test(text) && URL.canParse(text) ? text : ''
