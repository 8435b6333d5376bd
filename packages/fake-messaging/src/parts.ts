import type { openFaults } from '@silla/fake-stripe'
import type { CallbackDispatcher } from './callback-dispatcher.ts'
import type { Provider } from './fake-message.ts'
import type { openOutcomes } from './outcomes.ts'
import type { openRateLimit } from './rate-limit.ts'
import type { State } from './state.ts'
import type { TwilioAccount } from './twilio/twilio-callback.ts'
import type { FakeTemplate } from './whatsapp/templates.ts'

/** What the servers of both providers and the test controls share. */
export interface Parts {
  state: State
  faults: ReturnType<typeof openFaults>
  outcomes: ReturnType<typeof openOutcomes>
  rateLimit: ReturnType<typeof openRateLimit>
  dispatcher: CallbackDispatcher
  /** The errors of the next messages. */
  nextErrors: { provider: Provider; code: number }[]
  /** Numbers that receive no SMS. */
  landlines: Set<string>
  templates: Map<string, FakeTemplate>
  twilio: TwilioAccount & { inboundUrl: string | null; pricePerSegment: number; currency: string }
  whatsapp: {
    accessToken: string
    appSecret: string
    verifyToken: string
    /** The id of the business account, which has the templates. */
    account: string
    /** null: the app has not subscribed. */
    callbackUrl: string | null
  }
  /** Requests that no state of a provider could accept. */
  invalidRequests: string[]
  now(): Date
  onChange(): void
}

/** The code of the next error that a test has set for a provider. */
export function consumeError({ nextErrors }: Parts, provider: Provider): number | null {
  const index = nextErrors.findIndex((one) => one.provider === provider)
  const [found] = index < 0 ? [] : nextErrors.splice(index, 1)
  return found?.code ?? null
}
