import { givePoints } from '../support/points.ts'
import type { Random } from '../support/random.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { signedInCustomer } from '../support/signed-in-customer.ts'
import { AccountAtProcessor } from './account-at-processor.ts'
import { type ApiClient, openApiClient } from './api-client.ts'
import { EventDelivery } from './event-delivery.ts'
import { JobQueue } from './job-queue.ts'
import { localTime } from './model/local-time.ts'
import type { BookingState, Model, Person } from './model/model.ts'
import type { SalonPlan } from './model/plan.ts'
import { readRows, type SalonRows } from './rows.ts'
import { fixtureOf } from './salon-fixture.ts'
import type { World } from './world.ts'

/** One salon in the product, its model, and everything around it. */
export interface Simulation {
  world: World
  salon: TestSalon
  model: Model
  api: ApiClient
  queue: JobQueue
  processor: AccountAtProcessor
  /** null: the salon takes no online payments. */
  events: EventDelivery | null
  /** The rows after the last step. */
  rows: SalonRows
  /** Ids of the customers, by email: known once they have booked or have an account. */
  customerIds: Map<string, number>
  /** Another number with each call, for names and amounts that may be used once. */
  nextNumber(): number
  /** What the current step did, for the checks after it. */
  step: StepRecord
}

export interface StepRecord {
  /** Epoch milliseconds. */
  beganAt: number
  /** The changes of state that a person made. */
  moves: { bookingId: number; to: BookingState }[]
  /** Points given by hand. */
  gifts: { customerId: number; points: number }[]
  /** Points of orders that were paid at the desk; negative when they are taken back. */
  pointsOfSales: { customerId: number; points: number }[]
  /** Amounts of the fees that a person has charged, by booking. */
  feesCharged: Map<number, number>
  /** What the services of bookings award more than before, or less. */
  pointsOfLines: Map<number, number>
  /** Requests to the processor were made to fail. */
  hasFault: boolean
  /** The worker has run everything that was due. */
  isWorkerDone: boolean
}

export const emptyStep = (beganAt: number): StepRecord => ({
  beganAt,
  moves: [],
  gifts: [],
  pointsOfSales: [],
  feesCharged: new Map(),
  pointsOfLines: new Map(),
  hasFault: false,
  isWorkerDone: false,
})

/** Opens a salon as planned, with its customers. */
export async function openSimulation(
  world: World,
  plan: SalonPlan,
  random: Random,
): Promise<Simulation> {
  const { clock } = world.api
  const salon = await openSalon({
    ...fixtureOf(plan),
    now: localNow(plan),
    ...(plan.takesOnlinePayments && { payments: true }),
  })
  clock.set(new Date(plan.opensAt))
  const people = Array.from({ length: 4 }, (_, index) => person(random, index))
  const customerIds = new Map<string, number>()
  const tokens = new Map<string, (now: Date) => Promise<string>>()
  for (const { name, email, phone, hasAccount } of people) {
    if (!hasAccount) continue
    const customer = await signedInCustomer(salon.businessId, clock.now(), {
      nombre: name,
      email,
      ...(phone !== null && { telefono: phone }),
    })
    customerIds.set(email, customer.id)
    if (random.chance(0.6)) await givePoints(salon, customer.id, firstPoints)
    tokens.set(email, customer.renew)
  }
  let numbers = 0
  const model: Model = {
    plan,
    now: () => clock.now().getTime(),
    people,
    canCharge: plan.takesOnlinePayments,
    bookings: [],
    holds: [],
    blocks: [],
    orders: [],
    entries: [],
  }
  return {
    world,
    salon,
    model,
    api: openApiClient(world.api, salon, tokens),
    processor: new AccountAtProcessor(plan.takesOnlinePayments ? salon.stripe : null),
    queue: new JobQueue(world, salon.businessId),
    events: plan.takesOnlinePayments
      ? new EventDelivery(salon.stripe.fake, salon.stripe.account)
      : null,
    rows: await readRows(world, salon.businessId),
    customerIds,
    nextNumber: () => ++numbers,
    step: emptyStep(plan.opensAt),
  }
}

/** Enough for a service or more. */
const firstPoints = 33

/** Everybody with an account has a phone; guests may share one. */
const person = (random: Random, index: number): Person => ({
  name: `Person ${index}`,
  email: `person-${index}@example.com`,
  phone: index < 2 ? `+3460011122${index}` : random.pick([null, '+34600111228']),
  hasAccount: index < 2,
})

/** The wall-clock time at which the salon opens, to the minute. */
function localNow({ opensAt, timezone }: SalonPlan): string {
  const { date, minute } = localTime(opensAt, timezone)
  const time = Temporal.PlainTime.from('00:00').add({ minutes: minute })
  return `${date}T${time.toString({ smallestUnit: 'minute' })}`
}
