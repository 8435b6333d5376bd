import type { Random } from '../support/random.ts'
import type { Scene } from './scene.ts'

/**
 * What happens besides requests: time passes, customers pay, banks decide and the processor
 * delivers its events.
 *
 * @returns what went wrong; normally nothing
 */
export async function somethingHappens(scene: Scene, random: Random): Promise<string[]> {
  const { salon } = random.pick(scene.salons)
  const { fake, account } = salon.stripe
  const openIntents = fake.paymentIntents(account).filter(({ status }) => /^requires/.test(status))
  const charged = fake.paymentIntents(account).filter(({ status }) => status === 'succeeded')
  const [pending] = fake.refunds(account).filter(({ status }) => status === 'pending')
  const openDisputes = fake.disputes(account).filter(({ status }) => /response/.test(status))
  const failures: string[] = []

  await random.weighted<() => unknown>([
    [6, () => scene.advance(random.integer(1, 120))],
    [0.1, () => scene.advance(random.integer(1, 12) * 3600)],
    [openIntents.length > 0 ? 6 : 0, () => payOne(openIntents.slice(-20))],
    [3, deliver],
    [0.5, () => fake.declineNext(random.pick(['insufficient_funds', 'expired_card']))],
    [0.5, () => fake.refundNext(random.pick(['pending', 'failed']))],
    [pending ? 1 : 0, () => pending && fake.completeRefund(pending.id)],
    [charged.length > 0 ? 0.3 : 0, () => fake.dispute(random.pick(charged).id)],
    [openDisputes.length > 0 ? 0.3 : 0, closeOne],
  ])()
  return failures

  function payOne(intents: typeof openIntents) {
    fake.pay(random.pick(intents).id, random.pick(cards))
  }

  function closeOne() {
    fake.closeDispute(random.pick(openDisputes).id, random.pick(['won', 'lost']))
  }

  async function deliver() {
    const statuses = await fake.webhooks.release(random.pick(['in order', 'backwards']))
    fake.webhooks.hold()
    if (statuses.some((status) => status !== 200))
      failures.push(`the processor's own events were answered ${statuses.join(', ')}`)
  }
}

/** Accepted, declined, and one that the bank wants to authenticate. */
const cards = [
  '4242424242424242',
  '4242424242424242',
  '4242424242424242',
  '4000000000000002',
  '4000000000009995',
  '4000002500003155',
]
