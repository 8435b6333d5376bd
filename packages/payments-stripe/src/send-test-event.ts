import { createHmac, randomUUID } from 'node:crypto'
import type { SendTestEvent } from '@silla/core'
import { apiVersion } from './stripe-client.ts'

/** Sends a signed event as Stripe does, of a type without effect and without an account. */
export const sendTestEvent: SendTestEvent = async ({ url, payload, secret, livemode, now }) => {
  const eventRef = `evt_silla_${randomUUID().replaceAll('-', '')}`
  const seconds = Math.floor(now.getTime() / 1000)
  const event = { id: eventRef, livemode, type: 'silla.test' }
  const body = JSON.stringify(
    payload === 'thin'
      ? { ...event, object: 'v2.core.event', created: now.toISOString() }
      : {
          ...event,
          object: 'event',
          api_version: apiVersion,
          created: seconds,
          data: { object: {} },
        },
  )
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'stripe-signature': `t=${seconds},v1=${signature}`,
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    })
    return {
      eventRef,
      status: response.status,
      answer: (await response.text()).slice(0, maxCharacters),
    }
  } catch (error) {
    return { eventRef, status: null, answer: reasonOf(error) }
  }
}

const timeoutMilliseconds = 10_000
const maxCharacters = 200

/** The cause of `fetch failed` is the network error. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { message?: string } }
  return cause?.message || message
}
