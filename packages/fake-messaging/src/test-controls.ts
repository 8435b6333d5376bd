import type { Fault, FaultHandle } from '@silla/fake-stripe'
import type { CallbackDispatcher } from './callback-dispatcher.ts'
import type { FakeMessage, Provider } from './fake-message.ts'
import type { Outcome } from './outcomes.ts'
import type { Parts } from './parts.ts'
import { type FakeReply, receiveReply } from './receive-reply.ts'
import { type FakeTemplate, type TemplateStatus, templateKey } from './whatsapp/templates.ts'
import { verifyCallbackUrl } from './whatsapp/verify-callback-url.ts'

/**
 * A fake Twilio and a fake WhatsApp in this process: their messages, and controls for tests that act
 * as customers, operators and Meta's reviewers.
 */
export interface FakeMessaging {
  url: string
  port: number
  /** The settings of `openTwilioSender`. */
  twilio: { accountSid: string; authToken: string; previousAuthToken: null; apiUrl: string }
  /** The settings of `openWhatsappSender`. */
  whatsapp: {
    accessToken: string
    appSecret: string
    verifyToken: string
    apiUrl: string
    version: string
    /** The id of the business account, which has the templates. */
    account: string
  }
  /** Those that were accepted and those of customers, not copied; oldest first. */
  messages(filter?: Partial<Pick<FakeMessage, 'provider' | 'direction' | 'phone'>>): FakeMessage[]
  /**
   * The requests that no state of a provider could accept, one sentence each: with unknown fields,
   * wrong types or texts that are too long. They also fail, and `reset` keeps them.
   */
  invalidRequests: string[]

  /** Where Twilio sends what customers write; null: nowhere. */
  setTwilioInboundUrl(url: string | null): void
  /**
   * Enters an address for callbacks at Meta, which verifies it first.
   *
   * @throws Error when the address does not return the challenge
   */
  subscribeWhatsapp(url: string): Promise<void>

  /** Writes to a salon as a customer. STOP to a Twilio number blocks it, as Twilio does. */
  reply(reply: FakeReply): Promise<FakeMessage>
  /** What becomes of the next messages; delivered without it. */
  nextOutcome(outcome: Outcome): void
  /** Refuses the next messages with an error of the provider. */
  rejectNext(provider: Provider, code: number, times?: number): void
  /** A number that receives no SMS (21614). */
  addLandline(phone: string): void
  /** A number without WhatsApp: its messages are accepted and fail (131026). */
  addWithoutWhatsapp(phone: string): void
  /** Adds a template, or replaces its text. */
  addTemplate(template: FakeTemplate): void
  /** @throws Error when there is none */
  setTemplateStatus(name: string, language: string, status: TemplateStatus): void
  /** @param perSecond null: as many as come */
  limitRate(provider: Provider, perSecond: number | null): void

  /** Makes the next requests fail. */
  fault(fault: Fault): FaultHandle
  clearFaults(): void
  /** Refuses connections, until `up`. */
  down(): Promise<void>
  up(): Promise<void>
  callbacks: Pick<
    CallbackDispatcher,
    'sent' | 'hold' | 'release' | 'drop' | 'duplicate' | 'beforeAnswer' | 'settled'
  >

  /** Deletes everything but the addresses of callbacks and the templates. */
  reset(): void
  stop(): Promise<void>
}

type TestControls = Omit<
  FakeMessaging,
  'url' | 'port' | 'twilio' | 'whatsapp' | 'down' | 'up' | 'stop'
>

/** Reads and changes the state from outside the APIs. */
export function testControls(parts: Parts): TestControls {
  const { state, faults, outcomes, rateLimit, dispatcher, nextErrors, landlines, templates } = parts
  return {
    messages: (filter = {}) =>
      [...state.messages.values()].filter((message) =>
        Object.entries(filter).every(
          ([name, value]) => message[name as keyof FakeMessage] === value,
        ),
      ),
    invalidRequests: parts.invalidRequests,
    setTwilioInboundUrl(url) {
      parts.twilio.inboundUrl = url
    },
    async subscribeWhatsapp(url) {
      await verifyCallbackUrl(url, parts.whatsapp.verifyToken)
      parts.whatsapp.callbackUrl = url
    },
    reply: (reply) => receiveReply(parts, reply),
    nextOutcome: outcomes.add,
    rejectNext: (provider, code, times = 1) =>
      void nextErrors.push(...Array.from({ length: times }, () => ({ provider, code }))),
    addLandline: (phone) => void landlines.add(phone),
    addWithoutWhatsapp: outcomes.withoutWhatsapp,
    addTemplate: (template) => void templates.set(templateKey(template), { ...template }),
    setTemplateStatus(name, language, status) {
      const template = templates.get(templateKey({ name, language }))
      if (template === undefined) throw new Error(`There is no template ${name} in ${language}.`)
      template.status = status
    },
    limitRate: rateLimit.set,
    fault: faults.add,
    clearFaults: faults.clear,
    callbacks: dispatcher,
    reset() {
      state.messages.clear()
      state.optOuts.clear()
      landlines.clear()
      nextErrors.length = 0
      for (const part of [faults, outcomes, rateLimit, dispatcher]) part.clear()
      parts.onChange()
    },
  }
}
