import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { fail } from '@silla/errors'
import argon2 from 'argon2'

/** Hashing that costs as much as it should and never more than this machine can give (D11). */
export interface Passwords {
  /**
   * Before anything else is done for somebody whose turn would not come. @throws
   * RATE_LIMIT_EXCEEDED
   */
  refuseWhenBusy(): Promise<void>
  hash(password: string): Promise<string>
  /** Takes as long when there is no hash to compare with. */
  matches(password: string, hash: string | null): Promise<boolean>
}

const argon2id = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/**
 * Hashes run on the threads that Node also reads files, resolves names and checks signatures with,
 * and on the cores that everything else runs on: one of each is left alone, and four at once is the
 * most.
 */
const usualLimits = { working: Math.max(1, Math.min(3, availableParallelism() - 1)), waiting: 30 }

/**
 * Whoever is sent away at once is back at once, and a crowd of them would keep the process from
 * everybody else: they are sent away slowly, so long as there are not too many to remember.
 */
const turnedAwayAfterMilliseconds = 250
const turnedAwayAtMost = 1000

/** @throws RATE_LIMIT_EXCEEDED from every way in, when too many wait already */
export function openPasswords(
  limits: { working: number; waiting: number } = usualLimits,
): Passwords {
  const queue: (() => void)[] = []
  let working = 0
  let turnedAway = 0
  // made before anybody asks: the first one who is unknown must not wait for it
  const nobodys = argon2.hash(randomBytes(32), argon2id)

  return {
    refuseWhenBusy,
    hash: (password) => inTurn(() => argon2.hash(password, argon2id)),
    matches: (password, hash) =>
      inTurn(async () => {
        const isRight = await argon2.verify(hash ?? (await nobodys), password)
        return isRight && hash !== null
      }),
  }

  async function refuseWhenBusy() {
    if (queue.length < limits.waiting) return
    if (turnedAway < turnedAwayAtMost) {
      turnedAway++
      await pause(turnedAwayAfterMilliseconds)
      turnedAway--
    }
    fail('RATE_LIMIT_EXCEEDED', { headers: { 'retry-after': '1' } })
  }

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (working >= limits.working) {
      if (queue.length >= limits.waiting) await refuseWhenBusy()
      await new Promise<void>((resolve) => queue.push(resolve))
    } else working++
    try {
      return await work()
    } finally {
      const next = queue.shift()
      // the place is handed on, so that nobody slips in between
      if (next) next()
      else working--
    }
  }
}
