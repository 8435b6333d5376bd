import { acceptMessage } from '../accept-message.ts'
import type { FakeMessage } from '../fake-message.ts'
import { newWamid } from '../ids.ts'
import { consumeError, type Parts } from '../parts.ts'
import { whatsappError } from '../whatsapp/errors.ts'
import { readSendMessageBody } from '../whatsapp/send-message-body.ts'
import { renderTemplate } from '../whatsapp/templates.ts'
import type { ProviderResponse } from './twilio-api.ts'

/** `POST /{version}/{phone number id}/messages` */
export async function sendWhatsappMessage(
  parts: Parts,
  { sender, authorization, body }: { sender: string; authorization: string; body: unknown },
): Promise<ProviderResponse> {
  if (authorization !== `Bearer ${parts.whatsapp.accessToken}`) return whatsappError(190)
  const sent = readSendMessageBody(body)
  if ('invalid' in sent) {
    parts.invalidRequests.push(`whatsapp: ${sent.details}`)
    return whatsappError(sent.invalid, sent.details)
  }
  const code = consumeError(parts, 'whatsapp')
  if (code !== null) return whatsappError(code)
  if (!parts.rateLimit.accept('whatsapp')) return whatsappError(130429)
  const rendered = renderTemplate(parts.templates, sent.template)
  if ('status' in rendered) return rendered
  const { name, language } = sent.template
  const phone = `+${sent.to.replace('+', '')}`
  const message: FakeMessage = {
    id: newWamid(),
    provider: 'whatsapp',
    direction: 'outbound',
    sender,
    phone,
    text: rendered.text,
    template: { name, language: language.code, parameters: rendered.parameters },
    reference: sent.biz_opaque_callback_data ?? null,
    statusCallback: null,
    status: 'accepted',
    errorCode: null,
    segments: 1,
    createdAt: parts.now().toISOString(),
    validSeconds: null,
  }
  await acceptMessage(parts, message)
  return {
    status: 200,
    body: {
      messaging_product: 'whatsapp',
      contacts: [{ input: sent.to, wa_id: phone.slice(1) }],
      messages: [{ id: message.id, message_status: 'accepted' }],
    },
  }
}
