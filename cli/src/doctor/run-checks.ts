import type { CheckedBusiness, CheckResult } from '@silla/core'
import { systemClock } from '@silla/core/clock'
import { checkOwners, checkProtection, checkRoles } from '@silla/core/health/check-access'
import { checkAccounts } from '@silla/core/health/check-accounts'
import { checkData } from '@silla/core/health/check-data'
import { checkJobs } from '@silla/core/health/check-jobs'
import { problem, skip } from '@silla/core/health/check-result'
import { checkServer } from '@silla/core/health/check-server'
import { checkClock, checkTimeZones } from '@silla/core/health/check-time'
import { checkedBusinesses, zonesOf } from '@silla/core/health/checked-businesses'
import type { Sql } from '@silla/db'
import { toErrorReport } from '../errors/report-error.ts'
import { checkDisk } from './check-disk.ts'
import { checkRedis } from './check-redis.ts'
import { checkSchema } from './check-schema.ts'
import { checkSmtp } from './check-smtp.ts'
import { checkWebhookUrl } from './check-webhook-url.ts'

/**
 * Everything the doctor looks at, in the order in which it is told. A new check goes here: beside
 * the machine's, with the database's, or, when it reads our own tables, with those that need the
 * schema.
 */
export async function runChecks(admin: Sql): Promise<CheckResult[]> {
  const machine = Promise.all([
    tried('disk', checkDisk),
    tried('smtp', checkSmtp),
    tried('redis', checkRedis),
  ])
  const server = await tried(
    'server',
    () => checkServer(admin),
    'Start it, or mend CLI_DATABASE_URL, then ask again.',
  )
  if (hasProblem(server))
    return [
      ...server,
      ...(await machine).flat(),
      skip('schema', 'Not looked at: the database comes first.'),
    ]
  const database = [
    ...server,
    ...(await tried('roles', () => checkRoles(admin))),
    ...(await tried('owners', () => checkOwners(admin))),
    ...(await tried('protection', () => checkProtection(admin))),
    ...(await tried('clock', () => checkClock(admin, systemClock))),
  ]
  const schema = await tried('schema', () => checkSchema(admin))
  const tables = hasProblem(schema)
    ? [skip('books', 'Not looked at: the schema comes first.')]
    : await records(admin)
  return [...database, ...schema, ...tables, ...(await machine).flat()]
}

/** What our own tables say. */
const records = async (admin: Sql): Promise<CheckResult[]> => [
  ...(await tried('worker', () => checkJobs(admin, systemClock))),
  ...(await tried('books', async () => salons(admin, await checkedBusinesses(admin, systemClock)))),
]

/** What they say of the salons, and the processor and the clocks of what that is about. */
async function salons(admin: Sql, businesses: readonly CheckedBusiness[]): Promise<CheckResult[]> {
  const webhooks = await Promise.all([
    tried('webhook-live', () => checkWebhookUrl(admin, 'live', businesses)),
    tried('webhook-test', () => checkWebhookUrl(admin, 'test', businesses)),
  ])
  const zones = await tried('zones', () => checkTimeZones(admin, systemClock, zonesOf(businesses)))
  return [...webhooks.flat(), ...checkAccounts(businesses), ...checkData(businesses), ...zones]
}

/** A check that cannot be made is a finding too; the others go on. */
async function tried(
  check: string,
  look: () => Promise<CheckResult | CheckResult[]>,
  fix = 'Mend that, then ask again.',
): Promise<CheckResult[]> {
  try {
    return [await look()].flat()
  } catch (error) {
    return [problem(check, `This could not be looked at: ${toErrorReport(error).message}`, fix)]
  }
}

const hasProblem = (results: readonly CheckResult[]) =>
  results.some(({ state }) => state === 'problem')
