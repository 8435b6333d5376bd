import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whether the app's secret signed exactly these bytes: `sha256=<hex>`. */
export function isSigned(body: Buffer, header: string, appSecret: string): boolean {
  const [, hex] = /^sha256=([0-9a-f]{64})$/.exec(header) ?? []
  if (hex === undefined) return false
  return timingSafeEqual(
    createHmac('sha256', appSecret).update(body).digest(),
    Buffer.from(hex, 'hex'),
  )
}
