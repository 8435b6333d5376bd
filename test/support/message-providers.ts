import {
  type MessageCallback,
  type MessageChannel,
  type MessageCost,
  type MessageSender,
  MessageSenderError,
  type PhoneMessage,
  type ProviderTemplate,
} from '@silla/core'

/** A provider of messages in memory, shared by the API and the worker of a test file. */
export interface TestProvider extends MessageSender {
  /** What it has accepted, in order. */
  accepted: (PhoneMessage & { providerRef: string })[]
  /** What happens to the next messages; default: they are accepted. */
  answers: ((message: PhoneMessage) => void | Promise<void>)[]
  costs: Map<string, MessageCost>
  /** What it says of templates; null: it cannot be reached. */
  templates: ProviderTemplate[] | null
}

/** The signature that a test provider accepts. */
export const rightSignature = 'signed'

/** Answers of a provider that does not take a message. */
export const refuses = (code: string) => () => {
  throw new MessageSenderError(`refused with ${code}`, 'refused', code)
}
export const isDown = () => {
  throw new MessageSenderError('connection refused', 'unavailable', '')
}

let count = 0

function openTestProvider(provider: string, channel: MessageChannel): TestProvider {
  const accepted: TestProvider['accepted'] = []
  const answers: TestProvider['answers'] = []
  const costs = new Map<string, MessageCost>()
  const test: TestProvider = {
    ...{ provider, channel, accepted, answers, costs },
    templates: [],
    async send(message) {
      const providerRef = `${provider}-${++count}`
      await answers.shift()?.(message)
      accepted.push({ ...message, providerRef })
      return { providerRef }
    },
    readCallback({ headers, body }) {
      if (headers['x-signature'] !== rightSignature) return null
      const sent = JSON.parse(body.toString()) as MessageCallback[]
      return sent.map((callback) => ({ ...callback, at: callback.at && new Date(callback.at) }))
    },
    verifyCallbackUrl: (url) => new URL(url).searchParams.get('hub.challenge'),
    listTemplates: channel === 'sms' ? null : async () => test.templates ?? isDown(),
    findCost: async (providerRef) => costs.get(providerRef) ?? null,
  }
  return test
}

export const testSms = openTestProvider('test-sms', 'sms')
export const testWhatsapp = openTestProvider('test-whatsapp', 'whatsapp')
export const testMessageSenders: readonly TestProvider[] = [testSms, testWhatsapp]
