import type { CallbackRequest } from './callback-dispatcher.ts'
import type { FakeMessage, MessageStatus } from './fake-message.ts'
import { statusesOf } from './outcomes.ts'
import type { Parts } from './parts.ts'
import { addMessage } from './state.ts'
import { twilioStatusCallback } from './twilio/twilio-callback.ts'
import { whatsappStatusCallback } from './whatsapp/whatsapp-callback.ts'

/** Adds a message that a provider accepts, and reports what becomes of it. */
export async function acceptMessage(parts: Parts, message: FakeMessage): Promise<void> {
  const outcome = parts.outcomes.consume(message)
  const statuses = statusesOf(message.provider, outcome)
  addMessage(parts.state, message)
  message.status = statuses.at(-1) ?? message.status
  message.errorCode = outcome.errorCode ?? defaultErrorCode(message.status)
  parts.onChange()
  await parts.dispatcher.report(
    statuses.map((status) => ({ message, status, request: statusRequest(parts, message, status) })),
  )
}

/** 30003: the phone is switched off or out of reach. */
const defaultErrorCode = (status: MessageStatus): number | null =>
  status === 'undelivered' || status === 'failed' ? 30003 : null

function statusRequest(
  { twilio, whatsapp, now }: Parts,
  message: FakeMessage,
  status: MessageStatus,
): CallbackRequest | null {
  if (message.provider === 'twilio') return twilioStatusCallback(message, status, twilio)
  const { callbackUrl: url, appSecret } = whatsapp
  return url === null
    ? null
    : whatsappStatusCallback(message, status, { url, appSecret, at: now() })
}
