import { createHmac, timingSafeEqual } from 'node:crypto'

const toleranceSeconds = 300

/**
 * Whether one of the secrets signed these very bytes, a short while ago (D23). The header reads
 * `t=1700000000,v1=<hex>`, with a `v1` for each secret that is in force.
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

  const shown = parts.flatMap(([name, value]) =>
    name === 'v1' && /^[0-9a-f]{64}$/.test(value ?? '') ? [Buffer.from(value ?? '', 'hex')] : [],
  )
  const right = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${time}.`).update(body).digest(),
  )
  return right.some((expected) => shown.some((signature) => timingSafeEqual(expected, signature)))
}
