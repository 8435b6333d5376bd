import type { Random } from '../../support/random.ts'
import type { ChaosDatabase } from './database.ts'
import type { Platform } from './platform.ts'

export const faultNames = [
  'API killed',
  'worker killed',
  'database killed',
  'database backend killed',
  'database frozen',
  'disk full',
] as const
export type FaultName = (typeof faultNames)[number]

export interface FaultCounts {
  /** Of the API and the worker. */
  kills: number
  /** Of the database server and its backends. */
  databaseKills: number
  freezes: number
  fullDisks: number
}

/** The faults of a run, in random order. */
export function faultsOf(counts: FaultCounts, random: Random): FaultName[] {
  const times = (count: number, options: readonly [number, FaultName][]) =>
    Array.from({ length: count }, () => random.weighted(options))
  const faults = [
    ...times(counts.kills, [
      [6, 'API killed'],
      [4, 'worker killed'],
    ]),
    ...times(counts.databaseKills, [
      [6, 'database killed'],
      [4, 'database backend killed'],
    ]),
    ...times(counts.freezes, [[1, 'database frozen']]),
    ...times(counts.fullDisks, [[1, 'disk full']]),
  ]
  return faults
    .map((name) => ({ name, position: random.fraction() }))
    .sort((one, other) => one.position - other.position)
    .map(({ name }) => name)
}

export interface Outage {
  /**
   * When recovery could begin, as of `performance.now()`: at a kill, and when a database that was
   * frozen or without space is released.
   */
  since: number
  /** Resolves when what was killed has been started again. */
  restarted: Promise<void>
}

/** Causes a fault. */
export async function cause(
  name: FaultName,
  { database, platform }: { database: ChaosDatabase; platform: Platform },
  random: Random,
): Promise<Outage> {
  const since = performance.now()
  switch (name) {
    case 'API killed':
      return { since, restarted: random.pick(platform.apis).kill() }
    case 'worker killed':
      return { since, restarted: platform.worker.kill() }
    case 'database killed':
      // connections that are open serve for some milliseconds after the kill
      await database.killServer()
      return { since, restarted: Promise.resolve() }
    case 'database backend killed':
      database.killBackend(random)
      return { since, restarted: Promise.resolve() }
    case 'database frozen':
      await database.freeze(random.integer(1000, 8000))
      return { since: performance.now(), restarted: Promise.resolve() }
    case 'disk full':
      return database.fillDisk
        ? database.fillDisk(random.integer(1000, 5000))
        : { since, restarted: Promise.resolve() }
  }
}
