import type { ExaminedBusiness, Finding } from '@silla/core'
import { examineOwners, examineProtection, examineRoles } from '@silla/core/doctor/examine-access'
import { examineAccounts } from '@silla/core/doctor/examine-accounts'
import { examineBooks } from '@silla/core/doctor/examine-books'
import { examineServer } from '@silla/core/doctor/examine-server'
import { examineClock, examineZones } from '@silla/core/doctor/examine-time'
import { examineWork } from '@silla/core/doctor/examine-work'
import { examinedBusinesses, zonesOf } from '@silla/core/doctor/examined-businesses'
import { skipped, wrong } from '@silla/core/doctor/finding'
import { systemClock } from '@silla/core/ports/clock'
import type { Sql } from '@silla/db'
import { toldProblem } from '../problems/problem.ts'
import { examineDisk } from './examine-disk.ts'
import { examineSchema } from './examine-schema.ts'
import { reachRedis } from './reach-redis.ts'
import { reachSmtp } from './reach-smtp.ts'
import { reachWebhook } from './reach-webhook.ts'

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
