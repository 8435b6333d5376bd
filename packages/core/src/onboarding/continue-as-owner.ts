import { processorAccountQueries as queries } from '@silla/db'
import { fail } from '@silla/errors'
import { allowOwner } from '../access/allow.ts'
import type { Processors } from '../ports/processor.ts'
import type { RequestContext } from '../request-context.ts'
import { createOnboardingLink } from './create-onboarding-link.ts'

/** Where the agenda shows the account. */
const agendaPage = '/agenda/ajustes?parte=pagos'

/**
 * A link to the processor's onboarding for an owner who is signed in (D53): nobody else gets one without
 * a code, neither with the secret key.
 *
 * @param staffUrl where staff sign in; the browser returns there
 * @throws what `allowOwner` throws; PROCESSOR_NOT_CONFIGURED without an account, or when the salon has
 *   revoked the access of the platform to it; PROCESSOR_UNAVAILABLE
 */
export async function continueAsOwner(
  context: RequestContext,
  processors: Processors,
  staffUrl: string | null,
): Promise<string> {
  allowOwner(context, { withPasskey: true })
  // a transaction, so that the audit log has it
  const [account] = await context.tenant.db.transaction((tx) => queries.findConnectedAccount(tx))
  if (!account || staffUrl === null) fail('PROCESSOR_NOT_CONFIGURED')
  const page = `${staffUrl}${agendaPage}`
  const urls = { return: page, refresh: page }
  return createOnboardingLink(context, processors, account.accountRef, urls)
}
