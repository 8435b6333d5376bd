import { createHmac, timingSafeEqual } from 'node:crypto'

const toleranceSeconds = 300

/**
 * Whether one of the secrets signed exactly these bytes in the last five minutes (D23). The header
 * is `t=1700000000,v1=<hex>`, with a `v1` for each active secret.
 */
export function isSigned(
  body: Buffer,
  header: string,
  secrets: readonly string[],
  now: Date,
): boolean {
  const parts = header.split(',').map((part) => part.trim().split('=', 2))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(time)) return false
  if (Math.abs(now.getTime() / 1000 - Number(time)) > toleranceSeconds) return false

  const signatures = parts.flatMap(([name, value]) =>
    name === 'v1' && /^[0-9a-f]{64}$/.test(value ?? '') ? [Buffer.from(value ?? '', 'hex')] : [],
  )
  const expected = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${time}.`).update(body).digest(),
  )
  return expected.some((one) => signatures.some((signature) => timingSafeEqual(one, signature)))
}
