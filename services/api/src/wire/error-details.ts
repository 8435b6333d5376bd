import type { Alternative } from '@silla/core'
import { serializeAlternative } from './booking.ts'

/**
 * The facts beside a refusal's sentence, in the wire's words; what has no word here does not leave.
 */
export function serializeErrorDetails(facts: Record<string, unknown>): Record<string, unknown> {
  const alternatives = facts.alternatives as Alternative[] | undefined
  const processorMessage = facts.processorMessage as string | undefined
  return {
    ...(alternatives && { alternativas: alternatives.map(serializeAlternative) }),
    ...(processorMessage && { mensaje_procesador: processorMessage }),
  }
}
