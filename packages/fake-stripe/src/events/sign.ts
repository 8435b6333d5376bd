import { createHmac } from 'node:crypto'

/** The header `Stripe-Signature` for a body, sent at some second. */
export function signatureOf(body: string, secret: string, second: number): string {
  const digest = createHmac('sha256', secret).update(`${second}.${body}`).digest('hex')
  return `t=${second},v1=${digest}`
}
