import * as core from '@silla/core'
import type { Sql } from '@silla/db'
import { toldProblem } from '../problem.ts'
import { examineDisk } from './examine-disk.ts'
import { examineSchema } from './examine-schema.ts'
import { reachRedis } from './reach-redis.ts'
import { reachSmtp } from './reach-smtp.ts'
import { reachWebhook } from './reach-webhook.ts'

/**
 * Everything the doctor looks at, in the order in which it is told. A new check goes here: beside the machine's, with the
 * database's, or, when it reads our own tables, with those that need the schema.
 */
export async function examine(admin: Sql): Promise<core.Finding[]> {
  const machine = await Promise.all([tried('disk', examineDisk), tried('smtp', reachSmtp), tried('redis', reachRedis)])
  const server = await tried(
    'server',
    () => core.examineServer(admin),
    'Start it, or mend CLI_DATABASE_URL, then ask again.',
  )
  if (hasProblem(server))
    return [...server, ...machine.flat(), core.skipped('schema', 'Not looked at: the database comes first.')]
  const database = [
    ...server,
    ...(await tried('roles', () => core.examineRoles(admin))),
    ...(await tried('owners', () => core.examineOwners(admin))),
    ...(await tried('protection', () => core.examineProtection(admin))),
    ...(await tried('clock', () => core.examineClock(admin, core.systemClock))),
  ]
  const schema = await tried('schema', () => examineSchema(admin))
  const salons = hasProblem(schema)
    ? [core.skipped('books', 'Not looked at: the schema comes first.')]
    : await books(admin)
  return [...database, ...schema, ...salons, ...machine.flat()]
}

/** What our own tables say, and the processor of what they are about. */
async function books(admin: Sql): Promise<core.Finding[]> {
  let businesses: core.ExaminedBusiness[] = []
  const work = await tried('worker', () => core.examineWork(admin, core.systemClock))
  const salons = await tried('books', async () => {
    businesses = await core.examinedBusinesses(admin, core.systemClock)
    return [...core.examineAccounts(businesses), ...core.examineBooks(businesses)]
  })
  const webhooks = await Promise.all([
    tried('webhook-live', () => reachWebhook(admin, 'live', businesses)),
    tried('webhook-test', () => reachWebhook(admin, 'test', businesses)),
  ])
  const timezones = core.zonesOf(businesses)
  const zones = await tried('zones', () => core.examineZones(admin, core.systemClock, timezones))
  return [...work, ...webhooks.flat(), ...salons, ...zones]
}

/** A check that cannot be made is a finding too; the others go on. */
async function tried(
  check: string,
  look: () => Promise<core.Finding | core.Finding[]>,
  fix = 'Mend that, then ask again.',
): Promise<core.Finding[]> {
  try {
    return [await look()].flat()
  } catch (error) {
    return [core.wrong(check, `This could not be looked at: ${toldProblem(error).message}`, fix)]
  }
}

const hasProblem = (findings: readonly core.Finding[]) => findings.some(({ state }) => state === 'problem')
