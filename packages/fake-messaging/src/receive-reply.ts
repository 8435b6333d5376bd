import type { FakeMessage, Provider } from './fake-message.ts'
import { newSid, newWamid } from './ids.ts'
import type { Parts } from './parts.ts'
import { addMessage } from './state.ts'
import { optOutPair, optOutWord } from './twilio/opt-outs.ts'
import { segmentsOf } from './twilio/segments.ts'
import { twilioInboundCallback } from './twilio/twilio-callback.ts'
import { whatsappInboundCallback } from './whatsapp/whatsapp-callback.ts'

/** What a customer writes to a salon. */
export interface FakeReply {
  provider: Provider
  /** The customer's number, E.164. */
  phone: string
  /** The salon's number; of WhatsApp the id of its number. */
  sender: string
  text: string
}

/**
 * Adds a customer's message and sends it to the platform.
 *
 * @throws Error when the sender is a name, to which nobody can write
 */
export async function receiveReply(parts: Parts, reply: FakeReply): Promise<FakeMessage> {
  const { provider, phone, sender, text } = reply
  if (/[A-Za-z]/.test(sender)) throw new Error(`Nobody can write to ${sender}: it is no number.`)
  const message = addMessage(parts.state, {
    id: provider === 'twilio' ? newSid() : newWamid(),
    provider,
    direction: 'inbound',
    sender,
    phone,
    text,
    template: null,
    reference: null,
    statusCallback: null,
    status: 'received',
    errorCode: null,
    segments: provider === 'twilio' ? segmentsOf(text) : 1,
    createdAt: parts.now().toISOString(),
    validSeconds: null,
  })
  if (provider === 'twilio') applyOptOut(parts, message)
  parts.onChange()
  await parts.dispatcher.report([
    { message, status: 'received', request: requestOf(parts, message) },
  ])
  return message
}

function applyOptOut({ state }: Parts, { sender, phone, text }: FakeMessage): void {
  const word = optOutWord(text)
  if (word === 'stop') state.optOuts.add(optOutPair(sender, phone))
  if (word === 'start') state.optOuts.delete(optOutPair(sender, phone))
}

function requestOf({ twilio, whatsapp, now }: Parts, message: FakeMessage) {
  if (message.provider === 'twilio')
    return twilio.inboundUrl === null
      ? null
      : twilioInboundCallback(twilio.inboundUrl, message, twilio)
  const { callbackUrl: url, appSecret } = whatsapp
  return url === null ? null : whatsappInboundCallback(message, { url, appSecret, at: now() })
}
