import assert from 'node:assert/strict'
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

/** The processor of this test file: none until a salon connects an account. */
export const testProcessors: Processors = (mode) => {
  const processor = opened?.(mode) ?? null
  return processor && timeoutMilliseconds !== null
    ? withTimeout(processor, timeoutMilliseconds)
    : processor
}

let timeoutMilliseconds: number | null = null

/** Limits how long calls to the processor may take in this file; null: no limit. */
export function limitProcessorCalls(milliseconds: number | null): void {
  timeoutMilliseconds = milliseconds
}

const withTimeout = (processor: Processor, milliseconds: number): Processor =>
  new Proxy(processor, {
    get(target, name) {
      const method = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return (input: { budget: TimeBudget }) =>
        method({
          ...input,
          budget: {
            remainingMilliseconds: () =>
              Math.min(milliseconds, input.budget.remainingMilliseconds()),
          },
        })
    },
  })

/** The fake Stripe of this file: started on first use, stopped at its end. */
export function fakeStripe(clock: TestClock): Promise<FakeStripe> {
  starting ??= startFake(clock)
  return starting
}

let starting: Promise<FakeStripe> | undefined
let opened: Processors | undefined

async function startFake(clock: TestClock): Promise<FakeStripe> {
  const double = await startFakeStripe({ clock, retryDelaysMs: [] })
  opened = openProcessors({ live: null, test: double, apiBase: new URL(double.url) })
  atEnd(async () => {
    starting = undefined
    webhookSetup = undefined
    opened = undefined
    timeoutMilliseconds = null
    await double.stop()
    assert.deepEqual(double.invalidRequests, [], 'requests that Stripe would refuse')
  })
  return double
}

/**
 * Gives a salon an account that can charge, and has the processor's events brought to this API.
 * They are held until a test releases them (`double.webhooks.release()`), or says that they are to
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
  const parts = { processors: testProcessors, secretsKeys: testSecrets.secretsKeys }
  webhookSetup ??= setupWebhook(admin, parts, query, salon.clock)
  await webhookSetup
  double.webhooks.hold()
  const { id } = double.addAccount({ displayName: salon.slug })
  await connectAccount(
    admin,
    testProcessors,
    {
      slug: salon.slug,
      account: id,
      returnUrl: null,
      publicUrl: null,
      feeBasisPoints: salon.feeBasisPoints ?? null,
    },
    salon.clock,
  )
  return { double, account: id }
}

let webhookSetup: Promise<unknown> | undefined
