import { createHmac, randomUUID } from 'node:crypto'
import type { SendTestEvent } from '@silla/core'
import { apiVersion } from './stripe-client.ts'

/** A delivery as the processor would make it, of an event that means nothing and is nobody's. */
export const sendTestEvent: SendTestEvent = async ({ url, secret, livemode, now }) => {
  const eventRef = `evt_silla_${randomUUID().replaceAll('-', '')}`
  const seconds = Math.floor(now.getTime() / 1000)
  const body = JSON.stringify({
    id: eventRef,
    object: 'event',
    api_version: apiVersion,
    created: seconds,
    data: { object: {} },
    livemode,
    type: 'silla.test',
  })
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'stripe-signature': `t=${seconds},v1=${signature}`,
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(waitMilliseconds),
    })
    return {
      eventRef,
      status: answer.status,
      answer: (await answer.text()).slice(0, shownCharacters),
    }
  } catch (error) {
    return { eventRef, status: null, answer: whyNot(error) }
  }
}

const waitMilliseconds = 10_000
const shownCharacters = 200

/** Behind `fetch failed` stands what the network said. */
function whyNot(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { message?: string } }
  return cause?.message || message
}
