import type { MessageCost, MessageSender, PhoneMessage } from '@silla/core'
import { MessageSenderError } from '@silla/core'
import {
  checkShape,
  headerOf,
  type ProviderRequest,
  requestProvider,
  toSenderError,
} from '@silla/messaging-http'
import { Value } from 'typebox/value'
import type { TwilioSettings } from './config.ts'
import { temporaryCodes } from './error-codes.ts'
import { readCallbackForm } from './read-callback.ts'
import { referenceParameter } from './reference.ts'
import { CreatedShape, ErrorShape, MessageShape, messageSid } from './shapes.ts'
import { isSigned } from './signature.ts'

/**
 * Sends SMS by the Messages resource of Twilio's API of 2010 (D77).
 *
 * @param options.timeoutMilliseconds for each request; default ten seconds
 */
export function openTwilioSender({
  accountSid,
  authToken,
  previousAuthToken,
  apiUrl,
  timeoutMilliseconds = 10_000,
}: TwilioSettings & { timeoutMilliseconds?: number }): MessageSender {
  const account = `${apiUrl}/2010-04-01/Accounts/${accountSid}`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const tokens = [authToken, ...(previousAuthToken === null ? [] : [previousAuthToken])]

  return {
    provider: 'twilio',
    channel: 'sms',

    async send(message) {
      const content = await call(`${account}/Messages.json`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
        body: formOf(message).toString(),
        timeoutMilliseconds,
      })
      return { providerRef: checkShape(CreatedShape, content).sid }
    },

    readCallback(request) {
      const form = new URLSearchParams(request.body.toString('utf8'))
      const signature = headerOf(request, 'x-twilio-signature')
      if (!isSigned({ url: request.url, form, signature, tokens })) return null
      return readCallbackForm(request.url, form)
    },

    verifyCallbackUrl: () => null,

    listTemplates: null,

    async findCost(providerRef): Promise<MessageCost | null> {
      if (!messageSid.test(providerRef))
        throw new MessageSenderError('no SID of a message', 'refused', '')
      const content = await call(`${account}/Messages/${providerRef}.json`, {
        method: 'GET',
        headers: { authorization },
        timeoutMilliseconds,
      })
      return costOf(checkShape(MessageShape, content))
    },
  }
}

async function call(url: string, request: ProviderRequest): Promise<unknown> {
  const { status, content } = await requestProvider(url, request)
  if (status === 200 || status === 201) return content
  const code = Value.Check(ErrorShape, content) ? String(content.code) : null
  throw toSenderError({ provider: 'twilio', status, code }, temporaryCodes)
}

function formOf({ to, sender, text, reference, validSeconds, statusUrl }: PhoneMessage) {
  const form = new URLSearchParams({
    To: to,
    From: sender,
    Body: text,
    ValidityPeriod: String(Math.min(Math.max(Math.floor(validSeconds), 1), longestValiditySeconds)),
  })
  if (statusUrl !== null) form.set('StatusCallback', withReference(statusUrl, reference))
  return form
}

/** Twilio discards a message that it could not send within ten hours. */
const longestValiditySeconds = 36_000

/** Twilio has no field for our reference, but returns the address of the callback unchanged. */
function withReference(statusUrl: string, reference: string): string {
  const url = new URL(statusUrl)
  url.searchParams.set(referenceParameter, reference)
  return url.href
}

/** The price is negative: what the account is charged. Twilio knows it some time after the delivery. */
function costOf({
  price,
  price_unit: currency,
}: {
  price: string | null
  price_unit: string | null
}): MessageCost | null {
  if (price === null || currency === null) return null
  return {
    amountMicros: Math.round(Math.abs(Number(price)) * 1e6),
    currency: currency.toUpperCase(),
  }
}
