import { createHmac } from 'node:crypto'

/** What is sent to an endpoint, as far as its signature covers it. */
export interface SignedMessage {
  /** The event's id: the same in every attempt. */
  id: string
  /** When this attempt is made, in seconds since 1970. */
  timestampSeconds: number
  body: string
}

/**
 * The value of `webhook-signature` as Standard Webhooks 1.0 defines it: one signature for each
 * secret, separated by spaces (D42).
 *
 * @param secrets each as it was shown to the salon, `whsec_` and the key in Base64; two while a
 *   secret is being rotated
 */
export function signMessage(message: SignedMessage, secrets: readonly string[]): string {
  const content = `${message.id}.${message.timestampSeconds}.${message.body}`
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
      return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
    })
    .join(' ')
}
