import type { ExaminedBusiness, Finding } from '@silla/core'
import { examineOwners, examineProtection, examineRoles } from '@silla/core/health/check-access'
import { examineAccounts } from '@silla/core/health/check-accounts'
import { examineBooks } from '@silla/core/health/check-data'
import { examineWork } from '@silla/core/health/check-jobs'
import { skipped, wrong } from '@silla/core/health/check-result'
import { examineServer } from '@silla/core/health/check-server'
import { examineClock, examineZones } from '@silla/core/health/check-time'
import { examinedBusinesses, zonesOf } from '@silla/core/health/checked-businesses'
import { systemClock } from '@silla/core/ports/clock'
import type { Sql } from '@silla/db'
import { toldProblem } from '../errors/report-error.ts'
import { examineDisk } from './check-disk.ts'
import { reachRedis } from './check-redis.ts'
import { examineSchema } from './check-schema.ts'
import { reachSmtp } from './check-smtp.ts'
import { reachWebhook } from './check-webhook-url.ts'

/**
 * Everything the doctor looks at, in the order in which it is told. A new check goes here: beside the machine's, with the
 * database's, or, when it reads our own tables, with those that need the schema.
 */
export async function examine(admin: Sql): Promise<Finding[]> {
  const machine = Promise.all([tried('disk', examineDisk), tried('smtp', reachSmtp), tried('redis', reachRedis)])
  const server = await tried(
    'server',
    () => examineServer(admin),
    'Start it, or mend CLI_DATABASE_URL, then ask again.',
  )
  if (hasProblem(server))
    return [...server, ...(await machine).flat(), skipped('schema', 'Not looked at: the database comes first.')]
  const database = [
    ...server,
    ...(await tried('roles', () => examineRoles(admin))),
    ...(await tried('owners', () => examineOwners(admin))),
    ...(await tried('protection', () => examineProtection(admin))),
    ...(await tried('clock', () => examineClock(admin, systemClock))),
  ]
  const schema = await tried('schema', () => examineSchema(admin))
  const tables = hasProblem(schema) ? [skipped('books', 'Not looked at: the schema comes first.')] : await books(admin)
  return [...database, ...schema, ...tables, ...(await machine).flat()]
}

/** What our own tables say. */
const books = async (admin: Sql): Promise<Finding[]> => [
  ...(await tried('worker', () => examineWork(admin, systemClock))),
  ...(await tried('books', async () => salons(admin, await examinedBusinesses(admin, systemClock)))),
]

/** What they say of the salons, and the processor and the clocks of what that is about. */
async function salons(admin: Sql, businesses: readonly ExaminedBusiness[]): Promise<Finding[]> {
  const webhooks = await Promise.all([
    tried('webhook-live', () => reachWebhook(admin, 'live', businesses)),
    tried('webhook-test', () => reachWebhook(admin, 'test', businesses)),
  ])
  const zones = await tried('zones', () => examineZones(admin, systemClock, zonesOf(businesses)))
  return [...webhooks.flat(), ...examineAccounts(businesses), ...examineBooks(businesses), ...zones]
}

/** A check that cannot be made is a finding too; the others go on. */
async function tried(
  check: string,
  look: () => Promise<Finding | Finding[]>,
  fix = 'Mend that, then ask again.',
): Promise<Finding[]> {
  try {
    return [await look()].flat()
  } catch (error) {
    return [wrong(check, `This could not be looked at: ${toldProblem(error).message}`, fix)]
  }
}

const hasProblem = (findings: readonly Finding[]) => findings.some(({ state }) => state === 'problem')
