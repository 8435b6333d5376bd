import { createHash } from 'node:crypto'

/** How the events that an endpoint sends differ from those that this release handles. */
export const differingEvents = (
  enabled: readonly string[],
  handled: readonly string[],
): { missingEvents: string[]; extraEvents: string[] } => ({
  missingEvents: handled.filter((type) => !enabled.includes(type)),
  extraEvents: enabled.filter((type) => !handled.includes(type)),
})

/** The idempotency key of a new endpoint: another release has other parameters for it. */
export function endpointKey(key: string, parameters: readonly string[]): string {
  const digest = createHash('sha256').update(parameters.join()).digest('hex')
  return `${key}:${digest.slice(0, 16)}`
}
