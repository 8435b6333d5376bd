import type { Charge, FakeStripe, PaymentIntent } from '@silla/fake-stripe'

/** What happened at the processor, which the simulation caused and the product has to find out. */
export class AccountAtProcessor {
  readonly #fake: FakeStripe | null
  readonly #account: string
  /** `none`: the salon takes no online payments. `lost`: the platform has no access any more. */
  state: 'none' | 'active' | 'restricted' | 'lost'
  /** When the money of an intent arrived, epoch milliseconds. */
  readonly arrived = new Map<string, number>()
  /**
   * When the processing of an intent ended, because the bank decided or because it cannot be read any
   * more, epoch milliseconds.
   */
  readonly settled = new Map<string, number>()
  /** When a card was saved at the processor by its setup, epoch milliseconds. */
  readonly saved = new Map<string, number>()
  /** Cards of setups that end before the visits of their bookings. */
  readonly endsEarly = new Set<string>()
  /** Intents that were ever disputed. */
  readonly disputed = new Set<string>()
  /** Intents and setups that cannot be read any more. */
  readonly gone = new Set<string>()

  constructor(connected: { fake: FakeStripe; account: string } | null) {
    this.#fake = connected?.fake ?? null
    this.#account = connected?.account ?? ''
    this.state = connected ? 'active' : 'none'
  }

  get fake(): FakeStripe {
    if (!this.#fake) throw new Error('the salon takes no online payments')
    return this.#fake
  }

  /** Whether the customers and the banks of this account can still do anything. */
  get isConnected(): boolean {
    return this.state === 'active' || this.state === 'restricted'
  }

  /** In the order of their creation; empty without a connected account. */
  intents(): PaymentIntent[] {
    return this.isConnected ? this.fake.paymentIntents(this.#account) : []
  }

  setups(): ReturnType<FakeStripe['setupIntents']> {
    return this.isConnected ? this.fake.setupIntents(this.#account) : []
  }

  charges(): Charge[] {
    return this.isConnected ? this.fake.charges(this.#account) : []
  }

  /** Lines of the balance, without what payouts take. */
  balance(): ReturnType<FakeStripe['balanceTransactions']> {
    return this.isConnected
      ? this.fake.balanceTransactions(this.#account).filter(({ type }) => type !== 'payout')
      : []
  }

  /** The cards that the account can charge without their customers. */
  attachedCards(): string[] {
    return this.isConnected
      ? this.fake
          .paymentMethods(this.#account)
          .flatMap(({ id, customer }) => (customer === null ? [] : [id]))
      : []
  }

  refunds(): ReturnType<FakeStripe['refunds']> {
    return this.isConnected ? this.fake.refunds(this.#account) : []
  }

  disputes(): ReturnType<FakeStripe['disputes']> {
    return this.isConnected ? this.fake.disputes(this.#account) : []
  }

  intent(intentRef: string | null): PaymentIntent | undefined {
    return this.intents().find(({ id }) => id === intentRef)
  }

  /** Whether money of the intent has arrived and the product can find it out. */
  hasArrived(intentRef: string | null): boolean {
    return intentRef !== null && this.arrived.has(intentRef) && !this.gone.has(intentRef)
  }

  /** Pays an intent in the customer's browser. @returns its new status */
  pay(
    intentRef: string,
    card: string,
    { endsEarly, now }: { endsEarly: boolean; now: number },
  ): string {
    const { status } = this.fake.pay(intentRef, card, this.#expiryOf(intentRef, endsEarly))
    return this.#note(intentRef, status, now)
  }

  /** The bank ends an authentication, or a payment in processing. @returns the new status */
  settle(intentRef: string, isApproved: boolean, now: number): string {
    this.settled.set(intentRef, now)
    return this.#note(intentRef, this.fake.settle(intentRef, isApproved).status, now)
  }

  /** Saves a card in the customer's browser. @returns the new status of its setup */
  saveCard(
    setupRef: string,
    card: string,
    { endsEarly, now }: { endsEarly: boolean; now: number },
  ): string {
    const { status } = this.fake.saveCard(setupRef, card, this.#expiryOf(setupRef, endsEarly))
    if (status === 'succeeded') this.saved.set(setupRef, now)
    return status
  }

  /** Notes whether the card ends before every visit. @returns what the customer types */
  #expiryOf(ref: string, endsEarly: boolean): { month: number; year: number } | undefined {
    if (endsEarly) this.endsEarly.add(ref)
    else this.endsEarly.delete(ref)
    return endsEarly ? { month: 1, year: 2029 } : undefined
  }

  /** The bank ends the authentication of a card. @returns the new status of its setup */
  settleSetup(setupRef: string, isApproved: boolean, now: number): string {
    const { status } = this.fake.settleSetup(setupRef, isApproved)
    if (status === 'succeeded') this.saved.set(setupRef, now)
    return status
  }

  /** Notes the money that the worker has charged to cards. */
  noteCharges(now: number): void {
    for (const { id, status } of this.intents())
      if (status === 'succeeded' && !this.arrived.has(id)) this.arrived.set(id, now)
  }

  /** The account may charge, or not for the time being. */
  setCharges(isAllowed: boolean): void {
    this.state = isAllowed ? 'active' : 'restricted'
    this.fake.setCardPayments(this.#account, isAllowed ? 'active' : 'restricted')
  }

  deleteTestData(now: number): void {
    this.#loseIntents(now)
    this.fake.deleteTestData(this.#account)
  }

  deauthorize(now: number): void {
    this.#loseIntents(now)
    this.fake.deauthorize(this.#account)
    this.state = 'lost'
  }

  #loseIntents(now: number): void {
    for (const { id } of this.intents()) {
      this.gone.add(id)
      this.settled.set(id, now)
    }
    for (const { id } of this.setups()) this.gone.add(id)
  }

  #note(
    intentRef: string,
    status: Charge['status'] | PaymentIntent['status'],
    now: number,
  ): string {
    if (status === 'succeeded') this.arrived.set(intentRef, now)
    return status
  }
}
