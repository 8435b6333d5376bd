import { randomBytes } from 'node:crypto'
import type { Rejection } from '../twilio/errors.ts'

/** Meta's errors: status and title by code. */
const errors: Record<number, [status: number, title: string]> = {
  0: [401, 'AuthException'],
  2: [503, 'API Service'],
  4: [400, 'API Too Many Calls'],
  10: [403, 'Permission Denied'],
  100: [400, 'Invalid parameter'],
  190: [401, 'Access token has expired'],
  80007: [400, 'Rate limit issues'],
  130429: [400, 'Rate limit hit'],
  131000: [500, 'Something went wrong'],
  131008: [400, 'Required parameter is missing'],
  131016: [500, 'Service unavailable'],
  131021: [400, 'Recipient cannot be sender'],
  131026: [400, 'Message undeliverable'],
  131031: [403, 'Account has been locked'],
  131047: [400, 'Re-engagement message'],
  131048: [400, 'Spam rate limit hit'],
  131056: [400, '(Business Account, Consumer Account) pair rate limit hit'],
  131057: [500, 'Account in maintenance mode'],
  132000: [400, 'Number of parameters does not match the expected number of params'],
  132001: [404, 'Template name does not exist in the translation'],
  132005: [400, 'Translated text too long'],
  132015: [400, 'Template is Paused'],
  132016: [400, 'Template is Disabled'],
}

/**
 * @param details the part of the error that says what is wrong with the request
 * @throws Error for a code that the fake does not know
 */
export function whatsappError(code: number, details?: string): Rejection {
  const [status, title] = errors[code] ?? []
  if (status === undefined) throw new Error(`The fake WhatsApp has no error ${code}.`)
  return {
    status,
    body: {
      error: {
        message: `(#${code}) ${title}`,
        type: 'OAuthException',
        code,
        error_data: { messaging_product: 'whatsapp', details: details ?? title },
        fbtrace_id: randomBytes(8).toString('base64url'),
      },
    },
  }
}
