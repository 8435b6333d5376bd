import type { CheckedBusiness, IncompleteBusiness, UnavailableBusiness } from '@silla/core'
import { systemClock } from '@silla/core/clock'
import { checkOwners, checkProtection, checkRoles } from '@silla/core/health/check-access'
import { checkAccounts } from '@silla/core/health/check-accounts'
import { checkCoverage } from '@silla/core/health/check-coverage'
import { checkData } from '@silla/core/health/check-data'
import { checkEvents } from '@silla/core/health/check-events'
import { checkForeignKeys } from '@silla/core/health/check-foreign-keys'
import { checkJobs } from '@silla/core/health/check-jobs'
import { checkMailKey } from '@silla/core/health/check-mail-key'
import { checkMessages } from '@silla/core/health/check-messages'
import { checkMoves } from '@silla/core/health/check-moves'
import { checkPages } from '@silla/core/health/check-pages'
import { checkPartitions } from '@silla/core/health/check-partitions'
import { checkRegistry } from '@silla/core/health/check-registry'
import { checkRights } from '@silla/core/health/check-rights'
import { checkSecrets } from '@silla/core/health/check-secrets'
import { checkSequences } from '@silla/core/health/check-sequences'
import { checkServer } from '@silla/core/health/check-server'
import { checkClock, checkTimeZones } from '@silla/core/health/check-time'
import { checkWallets } from '@silla/core/health/check-wallets'
import { checkWebhook } from '@silla/core/health/check-webhook'
import { checkedBusinesses } from '@silla/core/health/checked-businesses'
import type { Sql } from '@silla/db'
import { messageSenders } from '../db/message-senders.ts'
import { processors, secretsKeys } from '../db/processor.ts'
import { publicUrl } from '../db/public-url.ts'
import { toErrorReport } from '../errors/report-error.ts'
import { checkDisk } from './check-disk.ts'
import { checkDrift, registryFindings } from './check-drift.ts'
import { checkPublicUrl } from './check-public-url.ts'
import { checkRedis } from './check-redis.ts'
import { checkSchema } from './check-schema.ts'
import { checkSmtp } from './check-smtp.ts'
import { checkStaffUrl } from './check-staff-url.ts'
import { dataFindingOf } from './data-messages.ts'
import { failedNodes } from './failed-nodes.ts'
import { type Finding, problem, skip } from './finding.ts'
import { findingOf } from './messages.ts'

/**
 * Runs all checks, in the order in which they are printed. Add a check of the machine or of the
 * database here; one that reads Silla's own tables goes into `checkTables`, because it needs the
 * schema.
 *
 * @param options.full read all rows of every business
 */
export async function runChecks(admin: Sql, options: { full: boolean }): Promise<Finding[]> {
  const machine = Promise.all([
    attempt('disk', checkDisk),
    attempt('smtp', checkSmtp),
    attempt('redis', checkRedis),
    attempt('public-url', checkPublicUrl),
    attempt('staff-url', checkStaffUrl),
  ])
  const server = await attempt(
    'server',
    async () => findingOf(await checkServer(admin)),
    'Start it, or correct CLI_DATABASE_URL, then run this command again.',
  )
  if (hasProblem(server))
    return [
      ...server,
      ...(await machine).flat(),
      skip('schema', 'Not checked: fix the database first.'),
    ]
  const database = [
    ...server,
    ...(await attempt('roles', async () => findingOf(await checkRoles(admin)))),
    ...(await attempt('owners', async () => findingOf(await checkOwners(admin)))),
    ...(await attempt('protection', async () => findingOf(await checkProtection(admin)))),
    ...(await attempt('clock', async () => findingOf(await checkClock(admin, systemClock)))),
  ]
  const schema = await attempt('schema', () => checkSchema(admin))
  const tables = hasProblem(schema)
    ? [skip('data', 'Not checked: fix the schema first.')]
    : await checkTables(admin, options)
  return [...database, ...schema, ...tables, ...(await machine).flat()]
}

const checkTables = async (admin: Sql, options: { full: boolean }): Promise<Finding[]> => [
  ...(await attempt('schema-drift', () => checkDrift(admin))),
  ...(await attempt('partitions', async () => findingOf(await checkPartitions(admin)))),
  ...(await attempt('sequences', async () => findingOf(await checkSequences(admin)))),
  ...(await attempt('foreign-keys', async () =>
    (await checkForeignKeys(admin, options)).map(findingOf),
  )),
  ...(await attempt('mail-key', async () => findingOf(await checkMailKey(admin)))),
  ...(await attempt('moves', async () => findingOf(await checkMoves(admin, systemClock)))),
  ...(await attempt('worker', async () => (await checkJobs(admin, systemClock)).map(findingOf))),
  ...(await attempt('data', async () => {
    const unavailable: UnavailableBusiness[] = []
    const onUnavailable = unavailable.push.bind(unavailable)
    const incomplete: IncompleteBusiness[] = []
    const onIncomplete = incomplete.push.bind(incomplete)
    const callbacks = { onUnavailable, onIncomplete }
    const checked = await checkedBusinesses(admin, systemClock, { ...options, ...callbacks })
    const registry = await attempt('registry', async () =>
      registryFindings(await checkRegistry(admin, incomplete)),
    )
    return [...failedNodes(unavailable), ...registry, ...(await checkBusinesses(admin, checked))]
  })),
]

async function checkBusinesses(
  admin: Sql,
  businesses: readonly CheckedBusiness[],
): Promise<Finding[]> {
  const webhook = (mode: 'live' | 'test') =>
    attempt(`webhook-${mode}`, async () => {
      const input = { processors: processors(), secretsKeys: secretsKeys(), businesses }
      return findingOf(await checkWebhook(admin, mode, input, systemClock))
    })
  const webhooks = await Promise.all([webhook('live'), webhook('test')])
  const rights = (mode: 'live' | 'test') =>
    attempt(`processor-rights-${mode}`, async () =>
      findingOf(await checkRights(mode, { processors: processors(), businesses })),
    )
  const processorRights = await Promise.all([rights('live'), rights('test')])
  const secrets = await attempt('secrets', async () =>
    findingOf(await checkSecrets(admin, secretsKeys())),
  )
  const zones = await attempt('zones', async () => findingOf(checkTimeZones(businesses)))
  return [
    ...webhooks.flat(),
    ...processorRights.flat(),
    ...secrets,
    ...(await attempt('webhook-events', async () =>
      findingOf(await checkEvents(admin, systemClock)),
    )),
    ...checkAccounts(businesses).map(findingOf),
    findingOf(checkPages(businesses)),
    ...(await attempt('wallets', async () => findingOf(checkWallets(businesses, publicUrl())))),
    ...(await attempt('messages', async () =>
      findingOf(await checkMessages(admin, systemClock, messageSenders())),
    )),
    findingOf(checkCoverage(businesses)),
    ...checkData(businesses).map(dataFindingOf),
    ...zones,
  ]
}

/** A check that throws is a problem too; the others continue. */
async function attempt(
  check: string,
  run: () => Promise<Finding | Finding[]>,
  fix = 'Fix that, then run this command again.',
): Promise<Finding[]> {
  try {
    return [await run()].flat()
  } catch (error) {
    return [problem(check, `The check failed: ${toErrorReport(error).message}`, fix)]
  }
}

const hasProblem = (findings: readonly Finding[]) =>
  findings.some(({ state }) => state === 'problem')
