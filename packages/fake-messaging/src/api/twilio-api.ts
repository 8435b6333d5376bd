import { acceptMessage } from '../accept-message.ts'
import type { FakeMessage } from '../fake-message.ts'
import { newSid } from '../ids.ts'
import { consumeError, type Parts } from '../parts.ts'
import { readCreateMessageForm } from '../twilio/create-message-form.ts'
import { type Rejection, twilioError } from '../twilio/errors.ts'
import { messageResource } from '../twilio/message-resource.ts'
import { optOutPair } from '../twilio/opt-outs.ts'
import { segmentsOf } from '../twilio/segments.ts'

export interface ProviderResponse {
  status: number
  body: object
}

/** `POST /2010-04-01/Accounts/{sid}/Messages.json` */
export async function createTwilioMessage(
  parts: Parts,
  request: { accountSid: string; authorization: string; form: unknown },
): Promise<ProviderResponse> {
  const refused = refusalOfCaller(parts, request)
  if (refused !== null) return refused
  const form = readCreateMessageForm(request.form)
  if ('invalid' in form) {
    parts.invalidRequests.push(`twilio: ${form.field}: error ${form.invalid}`)
    return twilioError(form.invalid)
  }
  const code = consumeError(parts, 'twilio') ?? refusalOf(parts, form)
  if (code !== null) return twilioError(code)
  const message: FakeMessage = {
    id: newSid(),
    provider: 'twilio',
    direction: 'outbound',
    sender: form.From,
    phone: form.To,
    text: form.Body,
    template: null,
    reference: null,
    statusCallback: form.StatusCallback ?? null,
    status: 'accepted',
    errorCode: null,
    segments: segmentsOf(form.Body),
    createdAt: parts.now().toISOString(),
    validSeconds: form.ValidityPeriod === undefined ? null : Number(form.ValidityPeriod),
  }
  const body = messageResource(message, parts.twilio)
  await acceptMessage(parts, message)
  return { status: 201, body }
}

/** `GET /2010-04-01/Accounts/{sid}/Messages/{message}.json` */
export function readTwilioMessage(
  parts: Parts,
  request: { accountSid: string; authorization: string; id: string },
): ProviderResponse {
  const refused = refusalOfCaller(parts, request)
  if (refused !== null) return refused
  const message = parts.state.messages.get(request.id)
  return message === undefined || message.provider !== 'twilio'
    ? twilioError(20404)
    : { status: 200, body: messageResource(message, parts.twilio) }
}

function refusalOfCaller(
  { twilio }: Parts,
  { accountSid, authorization }: { accountSid: string; authorization: string },
): Rejection | null {
  const credentials = `${twilio.accountSid}:${twilio.authToken}`
  const isAuthentic = authorization === `Basic ${Buffer.from(credentials).toString('base64')}`
  if (!isAuthentic) return twilioError(20003)
  return accountSid === twilio.accountSid ? null : twilioError(20404)
}

function refusalOf(
  { rateLimit, landlines, state }: Parts,
  { From, To }: { From: string; To: string },
): number | null {
  if (!rateLimit.accept('twilio')) return 20429
  if (landlines.has(To)) return 21614
  return state.optOuts.has(optOutPair(From, To)) ? 21610 : null
}
