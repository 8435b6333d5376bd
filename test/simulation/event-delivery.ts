import type { FakeStripe, StripeEvent } from '@silla/fake-stripe'
import type { Random } from '../support/random.ts'
import { expect } from './failure.ts'

/**
 * The processor's events of one account on their way to the webhook. Nothing arrives by itself: the
 * simulation delivers them late, twice, in any order or never.
 */
export class EventDelivery {
  readonly #fake: FakeStripe
  readonly #account: string
  #seen = 0
  #waiting: StripeEvent[] = []

  constructor(fake: FakeStripe, account: string) {
    this.#fake = fake
    this.#account = account
  }

  /** How many events wait. */
  get waiting(): number {
    this.#collect()
    return this.#waiting.length
  }

  /** Delivers some of the waiting events, or all; a few arrive twice. */
  async deliver(random: Random, { all }: { all: boolean }): Promise<number> {
    this.#collect()
    let delivered = 0
    const count = all ? this.#waiting.length : random.integer(1, Math.max(1, this.waiting))
    for (let left = count; left > 0 && this.#waiting.length > 0; left--) {
      const index = random.chance(0.6) ? 0 : random.integer(0, this.#waiting.length - 1)
      const [event] = this.#waiting.splice(index, 1)
      if (event) await this.#send(event.id, random.chance(0.15) ? 2 : 1)
      delivered++
    }
    return delivered
  }

  /**
   * Loses the events that wait, except those about a refund that a bank has rejected: reconciliation
   * looks at the payments of two days, and a bank may take longer.
   */
  lose(): number {
    this.#collect()
    const kept = this.#waiting.filter(({ type }) => type === 'refund.failed')
    const lost = this.#waiting.length - kept.length
    this.#waiting = kept
    return lost
  }

  #collect(): void {
    const events = this.#fake.events(this.#account)
    this.#waiting.push(...events.slice(this.#seen))
    this.#seen = events.length
  }

  async #send(eventId: string, times: number): Promise<void> {
    const statuses = await this.#fake.webhooks.deliver(eventId, times)
    expect(
      statuses.every((status) => status === 200),
      'every event is received',
      () => statuses.join(', '),
    )
  }
}
