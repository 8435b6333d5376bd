import {
  connectAccount,
  type Processor,
  type Processors,
  setupWebhook,
  type TimeBudget,
} from '@silla/core'
import { type FakeStripe, startFakeStripe } from '@silla/fake-stripe'
import { openProcessors } from '@silla/payments-stripe'
import { atEnd } from './at-end.ts'
import type { TestClock } from './clock.ts'
import { testDatabase } from './database.ts'
import { testSecrets } from './secrets.ts'

/** The processor of whatever runs in this file: none at all until a salon wants to charge. */
export const testProcessors: Processors = (mode) => {
  const processor = opened?.(mode) ?? null
  return processor && patience !== null ? impatient(processor, patience) : processor
}

let patience: number | null = null

/**
 * Lets nobody in this file wait longer for an answer of the processor; null: as long as they want.
 */
export function timesOutAfter(milliseconds: number | null): void {
  patience = milliseconds
}

const impatient = (processor: Processor, milliseconds: number): Processor =>
  new Proxy(processor, {
    get(target, name) {
      const question = Reflect.get(target, name)
      if (typeof question !== 'function') return question
      return (input: { budget: TimeBudget }) =>
        question({
          ...input,
          budget: { left: () => Math.min(milliseconds, input.budget.remainingMilliseconds()) },
        })
    },
  })

/**
 * Plays the processor for this file; started when first asked for, stopped when the file is done.
 */
export function fakeStripe(clock: TestClock): Promise<FakeStripe> {
  starting ??= startDouble(clock)
  return starting
}

let starting: Promise<FakeStripe> | undefined
let opened: Processors | undefined

async function startDouble(clock: TestClock): Promise<FakeStripe> {
  const double = await startFakeStripe({ clock, retryDelaysMs: [] })
  opened = openProcessors({ live: null, test: double, apiBase: new URL(double.url) })
  atEnd(async () => {
    starting = undefined
    hearing = undefined
    opened = undefined
    patience = null
    await double.stop()
  })
  return double
}

/**
 * Gives a salon an account that can charge, and has the processor's events brought to this API.
 * They pile up until a test lets them go (`double.webhooks.release()`), or says that they are to
 * come by themselves.
 */
export async function connectSalon(salon: {
  slug: string
  apiUrl: string
  clock: TestClock
  feeBasisPoints?: number
}): Promise<{ double: FakeStripe; account: string }> {
  const { admin } = await testDatabase()
  const double = await fakeStripe(salon.clock)
  const query = { baseUrl: new URL(salon.apiUrl).origin, rotate: false, onlyThis: false }
  const parts = { processors: testProcessors, secretsKey: testSecrets.secretsKey }
  hearing ??= setupWebhook(admin, parts, query, salon.clock)
  await hearing
  double.webhooks.hold()
  const { id } = double.addAccount({ displayName: salon.slug })
  await connectAccount(
    admin,
    testProcessors,
    {
      slug: salon.slug,
      account: id,
      returnUrl: null,
      feeBasisPoints: salon.feeBasisPoints ?? null,
    },
    salon.clock,
  )
  return { double, account: id }
}

let hearing: Promise<unknown> | undefined
