import type { Processor, ProcessorMode, Processors } from '@silla/core'
import { accountQuestions } from './accounts.ts'
import type { PlatformKeys, ProcessorSettings } from './config.ts'
import { customerQuestions } from './customers.ts'
import { intentQuestions } from './intents.ts'
import { refundQuestions } from './refunds.ts'
import { openStripe } from './stripe-client.ts'
import { webhookEndpointQuestions } from './webhook-endpoints.ts'

/** The processor of each mode that the platform has keys for; nothing is loaded or asked before the first question. */
export function openProcessors({ live, test, apiBase }: ProcessorSettings): Processors {
  const opened: Record<ProcessorMode, Processor | null> = { live: open(live), test: open(test) }
  return (mode) => opened[mode]

  function open(keys: PlatformKeys | null): Processor | null {
    if (keys === null) return null
    const stripe = openStripe(keys.secretKey, apiBase)
    return {
      publishableKey: keys.publishableKey,
      ...customerQuestions(stripe),
      ...intentQuestions(stripe),
      ...refundQuestions(stripe),
      ...accountQuestions(stripe),
      ...webhookEndpointQuestions(stripe),
    }
  }
}
