import type { FakeMessage, MessageStatus, Provider } from './fake-message.ts'

/** What becomes of an accepted message; `none`: nothing is ever reported. */
export interface Outcome {
  status: 'delivered' | 'read' | 'undelivered' | 'failed' | 'none'
  /** Of `undelivered` and `failed`: the provider's code. */
  errorCode?: number
  /** Default: the next message of either. */
  provider?: Provider
  /** How many messages; default 1. */
  times?: number
}

/** What goes wrong can be tried by hand with a number that ends in these digits. */
const outcomesOfNumbers: Record<string, Partial<Record<Provider, Outcome>>> = {
  // a phone without WhatsApp
  '0000401': { whatsapp: { status: 'failed', errorCode: 131026 } },
  // one that neither reaches
  '0000402': {
    whatsapp: { status: 'failed', errorCode: 131026 },
    twilio: { status: 'undelivered', errorCode: 30005 },
  },
  // one that is switched off
  '0000403': { whatsapp: { status: 'none' }, twilio: { status: 'none' } },
}

/** The outcomes of the next messages, and of the numbers that cannot get any. */
export function openOutcomes() {
  const next: Outcome[] = []
  const withoutWhatsapp = new Set<string>()

  return {
    add: ({ times = 1, ...outcome }: Outcome) => void next.push(...Array(times).fill(outcome)),
    withoutWhatsapp: (phone: string) => void withoutWhatsapp.add(phone),
    consume({ provider, phone }: Pick<FakeMessage, 'provider' | 'phone'>): Outcome {
      if (provider === 'whatsapp' && withoutWhatsapp.has(phone))
        return { status: 'failed', errorCode: 131026 }
      const ofNumber = outcomesOfNumbers[phone.slice(-7)]?.[provider]
      if (ofNumber) return ofNumber
      const index = next.findIndex((one) => (one.provider ?? provider) === provider)
      const [found] = index < 0 ? [] : next.splice(index, 1)
      return found ?? { status: 'delivered' }
    },
    clear() {
      next.length = 0
      withoutWhatsapp.clear()
    },
  }
}

/** The statuses that a provider reports on the way to an outcome. */
export function statusesOf(provider: Provider, { status }: Outcome): MessageStatus[] {
  if (status === 'none') return []
  if (status === 'read') return ['sent', 'delivered', 'read']
  // Meta has one word for both
  if (status === 'undelivered') return provider === 'twilio' ? ['sent', 'undelivered'] : ['failed']
  return status === 'failed' ? ['failed'] : ['sent', 'delivered']
}
