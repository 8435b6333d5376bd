import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { fail } from '@silla/errors'
import argon2 from 'argon2'

/** Password hashing with a bounded queue, so that it cannot exhaust the machine (D11). */
export interface Passwords {
  /**
   * To be called before any other work for a request that needs a hash.
   *
   * @throws RATE_LIMIT_EXCEEDED when the queue is full
   */
  assertCapacity(): Promise<void>
  hash(password: string): Promise<string>
  /** Takes the same time when there is no hash to compare with. */
  matches(password: string, hash: string | null): Promise<boolean>
}

const argon2id = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/**
 * Hashes run in the thread pool that Node also uses to read files, resolve names and check
 * signatures, so one thread and one core are left free: at most three hashes run at once.
 */
const defaultLimits = { running: Math.max(1, Math.min(3, availableParallelism() - 1)), waiting: 30 }

/**
 * A client that is rejected at once tries again at once, and many of them would keep the process
 * busy. Rejections are therefore delayed, up to a maximum number of delayed requests.
 */
const rejectAfterMilliseconds = 250
const maxDelayedRejections = 1000

/** All functions throw RATE_LIMIT_EXCEEDED when the queue is full. */
export function openPasswords(
  limits: { running: number; waiting: number } = defaultLimits,
): Passwords {
  const queue: (() => void)[] = []
  let running = 0
  let delayedRejections = 0
  const unknownHash = hashOfNoPassword()

  return {
    assertCapacity,
    hash: (password) => enqueue(() => argon2.hash(password, argon2id)),
    matches: (password, hash) =>
      enqueue(async () => {
        const isRight = await argon2.verify(hash ?? unknownHash, password)
        return isRight && hash !== null
      }),
  }

  async function assertCapacity() {
    if (queue.length < limits.waiting) return
    if (delayedRejections < maxDelayedRejections) {
      delayedRejections++
      await pause(rejectAfterMilliseconds)
      delayedRejections--
    }
    fail('RATE_LIMIT_EXCEEDED', { headers: { 'retry-after': '1' } })
  }

  async function enqueue<T>(work: () => Promise<T>): Promise<T> {
    if (running >= limits.running) {
      if (queue.length >= limits.waiting) await assertCapacity()
      await new Promise<void>((resolve) => queue.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = queue.shift()
      // the slot passes directly to the next in the queue
      if (next) next()
      else running--
    }
  }
}

/** In the format of the other hashes and as slow to compare with, but random instead of computed. */
function hashOfNoPassword(): string {
  const { memoryCost, timeCost, parallelism } = argon2id
  const [salt, hash] = [randomBytes(16), randomBytes(32)].map((bytes) =>
    bytes.toString('base64').replaceAll('=', ''),
  )
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${salt}$${hash}`
}
