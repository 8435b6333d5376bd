import type { Processor, ProcessorMode, Processors } from '@silla/core'
import { accountRequests } from './accounts.ts'
import { balanceRequests } from './balance.ts'
import { cardRequests } from './cards.ts'
import type { PlatformKeys, ProcessorSettings } from './config.ts'
import { customerRequests } from './customers.ts'
import { disputeRequests } from './disputes.ts'
import { domainRequests } from './domains.ts'
import { intentRequests } from './intents.ts'
import { refundRequests } from './refunds.ts'
import { rightRequests } from './rights.ts'
import { scriptUrl } from './script-url.ts'
import { openStripeClient } from './stripe-client.ts'
import { webhookEndpointRequests } from './webhook-endpoints.ts'

/**
 * The processor of each mode that the platform has keys for. The library is loaded at the first
 * call.
 */
export function openProcessors({ live, test, apiBase }: ProcessorSettings): Processors {
  const processors: Record<ProcessorMode, Processor | null> = { live: open(live), test: open(test) }
  return (mode) => processors[mode]

  function open(keys: PlatformKeys | null): Processor | null {
    if (keys === null) return null
    const stripe = openStripeClient(keys.secretKey, apiBase)
    return {
      publishableKey: keys.publishableKey,
      scriptUrl: scriptUrl(apiBase),
      ...customerRequests(stripe),
      ...cardRequests(stripe),
      ...intentRequests(stripe),
      ...refundRequests(stripe),
      ...disputeRequests(stripe),
      ...balanceRequests(stripe),
      ...accountRequests(stripe),
      ...domainRequests(stripe),
      ...webhookEndpointRequests(stripe),
      ...rightRequests(stripe),
    }
  }
}
