import { type CheckResult, problem } from '@silla/core/health/check-result'
import { Untrusted } from './banner-probe.ts'

/**
 * What is told of a server whose first words did not come: who it is, and how it is mended when it
 * does not answer at all.
 */
export function unreachable(check: string, who: string, error: unknown, fix: string): CheckResult {
  const { message } = error as Error
  if (!(error instanceof Untrusted))
    return problem(check, `${who} does not answer (${message}).`, fix)
  return problem(
    check,
    `${who} shows a certificate that this machine does not trust (${message}).`,
    'Give it one of a known authority for that very name, or name its authority in NODE_EXTRA_CA_CERTS, here and for API and worker.',
  )
}
