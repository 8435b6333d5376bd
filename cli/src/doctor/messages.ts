import type {
  CheckResult,
  MessageFault,
  OkFacts,
  Outcome,
  PrepaymentBlocker,
  ProblemFacts,
  SkippedFacts,
  WebhookFault,
} from '@silla/core'
import { connectionsTooFewMessage } from '@silla/core/health/connection-need'
import { formatList } from '@silla/core/text'
import { pluralize } from '../format/pluralize.ts'
import { formatLocalTime } from '../text/values.ts'
import { type Finding, ok, problem, skip } from './finding.ts'

/** What a result of the core's checks means, and how to fix a problem. */
export function findingOf(result: CheckResult): Finding {
  switch (result.status) {
    case 'ok':
      return ok(result.check, okMessage(result))
    case 'problem': {
      const [message, fix] = problemMessage(result)
      return problem(result.check, message, fix)
    }
    case 'skipped':
      return skip(result.check, skippedMessage(result))
  }
}

const okMessage = <Code extends keyof OkFacts>({
  code,
  facts,
}: Outcome<'ok', OkFacts, Code>): string => okMessages[code](facts)

const okMessages: { [Code in keyof OkFacts]: (facts: OkFacts[Code]) => string } = {
  accountsReady: ({ onboarding }) =>
    `Every connected account can charge cards${
      onboarding.length === 0
        ? ''
        : ', except those connected within seven days, which are still being onboarded: ' +
          `${formatList(onboarding, 'salons')}`
    }.`,
  clocksAgree: ({ differenceMilliseconds }) =>
    `The clocks of this machine and the database agree (${seconds(differenceMilliseconds)} apart).`,
  eventsReadable: ({ days }) =>
    `Every signed webhook delivery of the last ${days} days could be read.`,
  jobsOnTime: () => 'No job waits or runs longer than it should.',
  mailKeyStored: () => 'Emails are counted by recipient, with one key.',
  messagesReady: ({ count }) => `Messages to phones are set up for ${pluralize(count, 'salon')}.`,
  movesFinished: () => 'No salon has been between two deployments for a day.',
  noFailedJobs: () => 'No job has failed repeatedly or was given up.',
  ownersCorrect: () => 'Owners and privileges are those that the migrations set.',
  pagesHaveKeys: ({ count }) =>
    count === 1
      ? 'The one booking page has a usable key.'
      : `The ${count} booking pages have a usable key.`,
  parentsExist: () => 'Every row that another one refers to exists.',
  partitionsReady: () => 'Every table that is kept by the month has this month and the next one.',
  prepaymentPossible: ({ onboarding }) =>
    `Every salon that requires prepayment can take it${
      onboarding ? ', or will once it is onboarded' : ''
    }.`,
  readInFull: ({ total }) =>
    `All rows of ${pluralize(total, 'business')} that are compared were read now.`,
  readSinceCheck: ({ total, earlier, oldest, newest }) =>
    `${earlier} of ${pluralize(total, 'business')}: all rows were read between ` +
    `${utcMinute(oldest)} and ${utcMinute(newest)}, and agreed; since then, those that Silla has ` +
    'changed. silla db doctor --full reads all of them now.',
  rolesRestricted: () => 'The roles have only the attributes they need.',
  previousKeyUnneeded: ({ count }) =>
    `Every stored secret (${count}) is encrypted with SECRETS_KEY: SECRETS_KEY_PREVIOUS is not ` +
    'needed any more, and can be removed from all programs.',
  sequencesAhead: () => 'The next ids come after those of all rows.',
  secretsReadable: ({ count }) => `Every stored secret (${count}) can be decrypted.`,
  serverReachable: serverMessage,
  tablesProtected: () => 'Row-level security is in force on every tenant table.',
  timeZonesKnown: ({ count }) =>
    `Node supports ${count === 1 ? 'the one time zone in use' : `the ${count} time zones in use`}.`,
  walletsOffered: ({ count }) =>
    `Wallets are offered on every page that takes payments (${pluralize(count, 'domain')}).`,
  rightsComplete: ({ tried, untried }) =>
    `The processor's key has the rights that can be tried (${tried})` +
    (untried.length === 0 ? '.' : `; not tried: ${untried.join(', ')}.`),
  webhookDelivers: ({ urls }) => `The processor delivers events to ${urls.join(', ')}.`,
  workersRunning: ({ count }) =>
    count === 1 ? 'One worker is running.' : `${count} workers are running.`,
}

const problemMessage = <Code extends keyof ProblemFacts>({
  code,
  facts,
}: Outcome<'problem', ProblemFacts, Code>): [message: string, fix: string] =>
  problemMessages[code](facts)

const problemMessages: {
  [Code in keyof ProblemFacts]: (facts: ProblemFacts[Code]) => [message: string, fix: string]
} = {
  accountsNotReady: ({ accounts }) => [
    `Connected accounts cannot charge cards: ${formatList(
      accounts.map(
        ({ slug, cardPayments, checkedAt }) =>
          `${slug} (${cardPayments}, as of ${checkedAt ? utcMinute(checkedAt) : 'never'})`,
      ),
      'salons',
    )}.`,
    'Run silla stripe status SLUG to check again, silla stripe connect SLUG for the link ' +
      'where the salon completes onboarding, or silla stripe disconnect SLUG.',
  ],
  clocksDiffer: ({ differenceMilliseconds }) => [
    `The clocks of this machine and the database are ${seconds(differenceMilliseconds)} apart.`,
    'Synchronize both with NTP: timedatectl set-ntp true.',
  ],
  connectionsExhausted: (facts) => [
    serverMessage(facts),
    'Find out who uses them (pg_stat_activity), or add a connection pooler: docs/scaling.md.',
  ],
  connectionsTooFew: connectionsTooFewMessage,
  eventsUnreadable: ({ days, events }) => [
    `Signed webhook deliveries of the last ${days} days could not be read: ${formatList(
      events.map(({ eventRef, fault }) => `${eventRef} (${fault})`),
      'events',
    )}.`,
    'Their payments are fetched again after ten minutes. Run silla stripe webhook verify: the ' +
      'endpoint may have another API version.',
  ],
  failedJobs: ({ dead, failing }) => [
    `Jobs that were given up: ${dead}; that fail repeatedly: ${failing}.`,
    'Run silla jobs list for the errors, fix the cause, then run silla jobs retry ID.',
  ],
  lateJobs: ({ late, longRunning }) => [
    `Jobs that should have started: ${late}; that have been running too long: ${longRunning}.`,
    'If a worker is running, it is overloaded: start another one, and read its log. silla ' +
      'jobs list lists the jobs.',
  ],
  mailKeyLost: ({ count }) => [
    count === 0
      ? 'registry.mail_hash_keys has no row: emails are not counted by recipient, and some are not sent.'
      : `registry.mail_hash_keys has ${count} rows instead of one.`,
    'Run as silla_migrator: delete from registry.mail_hash_keys; insert into registry.mail_hash_keys (key) values ' +
      "(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'))); " +
      'Then restart the API. The counts of the last hour begin again.',
  ],
  loginsNotRetired: ({ logins }) => [
    `Several logins of the same role can be used: ${formatList(logins)}.`,
    'A rotation of the database passwords is under way. When all programs have the new URLs, run silla ' +
      'db passwords retire with the old logins; silla db passwords list shows which are in use.',
  ],
  movesUnfinished: ({ moves }) => [
    `Salons began to move to another deployment more than a day ago, and have not arrived: ${formatList(
      moves.map(({ slug, url, startedAt }) => `${slug} (${url}, since ${utcMinute(startedAt)})`),
      'salons',
    )}.`,
    'Run the command of the move again, which continues it: silla businesses move SLUG --to URL. With --abort ' +
      'instead, the salon stays: docs/archives.md.',
  ],
  ownersChanged: ({ owned, rights }) => [
    `Not as the migrations set it: ${formatList([
      ...owned.map(({ name, owner }) => `${name} is owned by ${owner}`),
      ...rights,
    ])}.`,
    'Run alter table (or function) NAME owner to silla_owner, in the schema jobs to ' +
      'silla_worker; revoke PRIVILEGE on NAME from ROLE.',
  ],
  messagesIncomplete: ({ faults }) => [
    `Messages to phones do not go out, or soon will not: ${formatList(
      faults.map(({ slug, fault }) => `${slug} (${messageFaults[fault]})`),
      'salons',
    )}.`,
    'Customers get emails meanwhile. silla messages senders list SLUG and silla messages list SLUG show ' +
      'the details; docs/messages.md has what to do.',
  ],
  pageKeysMissing: ({ slugs }) => [
    `Booking pages have no usable key, and take no bookings: ${formatList(slugs, 'salons')}.`,
    'Run silla businesses update SLUG --online-page, which creates one. silla keys list SLUG ' +
      '--all shows what became of the last one. If it is active, its stored hash is that of another key: revoke it ' +
      'first with silla keys revoke SLUG ID.',
  ],
  walletsNotOffered: ({ domains }) => [
    `No Apple Pay and Google Pay at ${formatList(
      domains.map(({ slug, domain }) => `${domain} (${slug})`),
      'domains',
    )}.`,
    'The worker registers domains when a page, a key or the account changes, and verifies them each ' +
      'night: look for failed jobs with silla jobs list, and whether the domain is reachable by HTTPS.',
  ],
  parentsMissing: ({ tableName, constraintName, parentName, listing, businesses }) => [
    `Rows of ${tableName} refer to rows of ${parentName} that do not exist (${constraintName}): ${formatList(
      businesses.map(({ name, count }) => (name === null ? String(count) : `${name} (${count})`)),
      'salons',
    )}.`,
    'Somebody has written while foreign keys were switched off. Restore the rows that are missing from a backup; what ' +
      `cannot be restored has to be deleted or changed, after looking at what else belongs to it. As silla_migrator: ${listing};`,
  ],
  partitionsMissing: ({ faults }) => [
    `Tables that are kept by the month: ${formatList(
      faults.map(({ table, fault }) => `${table} ${partitionFaults[fault]}`),
      'tables',
    )}.`,
    'Run silla db migrate, which adds or attaches them, and find out why the worker, which does so every night, did ' +
      'not: silla jobs list. Without a month of their own, rows go into the default partition. Rows of months that are ' +
      "far ahead get this month, as silla_migrator: update TABLE set partition_month = date_trunc('month', now()) " +
      "where partition_month > now() + interval '3 months'.",
  ],
  prepaymentImpossible: ({ businesses }) => [
    `Salons that require prepayment accept bookings without it: ${formatList(
      businesses.map(({ slug, reason }) => `${slug} (${prepaymentBlockers[reason]})`),
      'salons',
    )}.`,
    'Run silla stripe connect SLUG and set online_payments: true in its file, or run silla ' +
      'businesses update SLUG --no-prepayment.',
  ],
  processorFailed: ({ message }) => [
    `The processor cannot be queried (${message}).`,
    'Check that this machine can reach it, and that STRIPE_SECRET_KEY and ' +
      'STRIPE_TEST_SECRET_KEY are the keys of the platform.',
  ],
  processorKeysMissing: ({ mode, slugs }) => [
    `The processor has no ${mode} keys here, and these salons are connected to it: ` +
      `${formatList(slugs, 'salons')}.`,
    `Set ${
      mode === 'live'
        ? 'a live STRIPE_SECRET_KEY'
        : 'a test STRIPE_SECRET_KEY, or STRIPE_TEST_SECRET_KEY next to a live one,'
    } with its publishable key, here as for the API and the worker.`,
  ],
  rolesUnsafe: ({ roles }) => [
    `Roles are not as they have to be: ${roles
      .map(({ name, fault }) => `${name} ${fault}`)
      .join(', ')}.`,
    'Run alter role NAME nosuperuser nobypassrls nocreaterole nocreatedb noreplication, and ' +
      'revoke the roles that it is a member of: a login such as silla_api_a has only silla_api. silla ' +
      'db setup creates a missing role.',
  ],
  secretsOutdated: ({ count, outdated }) => [
    `${outdated} of ${pluralize(count, 'stored secret')} need SECRETS_KEY_PREVIOUS.`,
    'Run silla db reencrypt when all programs have the new SECRETS_KEY.',
  ],
  secretsUnreadable: ({ unreadable }) => [
    `Stored secrets were encrypted with another SECRETS_KEY, so that events are not verified or ` +
      `not delivered, or allergies not readable: ${formatList(unreadable, 'secrets')}.`,
    'Set SECRETS_KEY_PREVIOUS to the key before it, in all programs, and run silla db reencrypt. If ' +
      'it is lost, create the secrets again: silla stripe webhook setup URL, silla webhooks ' +
      'endpoints rotate SLUG ID; allergies have to be written again.',
  ],
  sequencesBehind: ({ sequences }) => [
    `Rows have ids that will be given again, so that inserts fail: ${sequences
      .map(({ name, next, highest }) => `${name} gives ${next}, and the highest id is ${highest}`)
      .join(', ')}.`,
    `Run as silla_migrator: ${sequences
      .map(({ name, highest }) => {
        const restart = `alter sequence ${name} restart with ${highest + 1}`
        // the jobs belong to silla_worker
        return name.startsWith('jobs.')
          ? `set role silla_worker; ${restart}; set role silla_owner`
          : restart
      })
      .join('; ')};`,
  ],
  serverReadOnly: () => [
    'The database cannot be written to.',
    'It is a standby, or default_transaction_read_only is on: connect to the primary, or turn it off.',
  ],
  serverUnsupported: ({ version, supported }) => [
    `This is PostgreSQL ${version}.`,
    `Use one of the supported versions, ${supported.from} to ${supported.to}.`,
  ],
  setupChanged: ({ faults }) => [
    `Not as silla db setup makes it: ${faults.map(({ name, fault }) => `${name} ${fault}`).join(', ')}.`,
    'Run silla db setup, which makes what is missing and keeps data and passwords. A setting that nobody ' +
      'may have: alter role NAME reset SETTING, and alter role NAME in database DATABASE reset SETTING, ' +
      'or alter database NAME reset SETTING. Limits: alter role NAME connection limit -1 valid until ' +
      "'infinity', and alter database NAME connection limit -1. Then restart the programs.",
  ],
  tablesUnprotected: ({ tables }) => [
    `Row-level security is missing on ${tables.join(', ')}.`,
    'Find out who removed it. Then run, as silla_owner, alter table NAME enable row level ' +
      'security, force row level security; ' +
      'if the policies tenant and maintenance are missing too, drop the one that is left ' +
      'and run select app.protect(NAME).',
  ],
  timeZonesUnknown: ({ businesses }) => [
    `This version of Node does not support the time zone of ${formatList(
      businesses.map(({ slug, timezone }) => `${slug} (${timezone})`),
      'salons',
    )}.`,
    'If it is the name of a time zone, update Node on every machine. Otherwise correct it with silla ' +
      'businesses update SLUG --timezone ZONE.',
  ],
  rightsMissing: ({ missing, needed }) => [
    `The processor's key lacks rights: ${missing.join(', ')}.`,
    `Give them to the restricted key in Stripe's dashboard. It needs: ${needed.join(', ')}.`,
  ],
  webhookFaults: ({ faults }) => {
    const texts = faults.map(webhookFault)
    const fixes = [...new Set(texts.map(([, fix]) => fix))]
    return [
      `${texts.map(([message]) => message).join('; ')}.`,
      `${fixes.join(' ')} Then test it: silla stripe webhook verify.`,
    ]
  },
  workersMissing: ({ silentMilliseconds, dueJobs }) => [
    `${
      silentMilliseconds === null
        ? 'No worker has ever run'
        : `No worker has been running for ${duration(silentMilliseconds)}`
    }; jobs that are due: ${dueJobs}.`,
    'Start one: node_modules/.bin/node services/worker/bin/worker.js, with ' +
      'WORKER_DATABASE_URL; npm start includes one.',
  ],
}

const messageFaults: Record<MessageFault, string> = {
  sender_not_registered: 'the name that SMS come from is not known to be registered',
  templates_not_approved: 'WhatsApp has not approved every template in the main language',
  templates_unreadable: 'WhatsApp does not say which templates it has approved',
  ceiling_near: 'the ceiling of the month is near or reached',
  time_zone_unknown: 'the ceiling is not checked, because Node does not support its time zone',
}

const partitionFaults = {
  months: 'has no partition for this month or the next one',
  default: 'has no default partition',
  partitions: 'is not partitioned',
  detached: 'has detached partitions, whose rows nobody sees',
  future: 'has rows of months that are far ahead, which nothing deletes',
}

const prepaymentBlockers: Record<PrepaymentBlocker, string> = {
  not_connected: 'not connected',
  cannot_charge: 'cannot charge cards',
  online_payments_off: 'online_payments is off',
}

function webhookFault(fault: WebhookFault): [message: string, fix: string] {
  switch (fault.kind) {
    case 'not_set_up':
      return [
        'No webhook endpoint is set up',
        'Run silla stripe webhook setup https://..., with the public address of the API.',
      ]
    case 'secrets_key_missing':
      return [
        'SECRETS_KEY is not set here, so that the webhook secret cannot be checked',
        'Set SECRETS_KEY to the value that the API uses.',
      ]
    case 'thin_missing':
      return [
        `No endpoint delivers the thin events of accounts to ${fault.url}`,
        `Run silla stripe webhook setup ${new URL(fault.url).origin}, which corrects that.`,
      ]
    case 'broken':
      return [
        `${fault.endpointRef} for ${fault.url}: ${fault.detail}`,
        `Run silla stripe webhook setup ${new URL(fault.url).origin}, which corrects that.`,
      ]
    case 'foreign':
      return [
        `${fault.endpointRef} also delivers to ${fault.url} but was not created by Silla, ` +
          'so that its events are rejected',
        `Delete ${fault.endpointRef} in the dashboard of the processor.`,
      ]
    case 'not_deleted':
      return [
        `${fault.endpointRef} should have been deleted at the processor long ago`,
        'The worker does so every night: check that it is running. silla stripe webhook ' +
          `setup ${new URL(fault.url).origin} does it immediately.`,
      ]
  }
}

const skippedMessage = <Code extends keyof SkippedFacts>({
  code,
  facts,
}: Outcome<'skipped', SkippedFacts, Code>): string => skippedMessages[code](facts)

const skippedMessages: { [Code in keyof SkippedFacts]: (facts: SkippedFacts[Code]) => string } = {
  noPaymentDomains: () => 'No page of an account that can charge has a domain for wallets.',
  foreignKeysOfCluster: () =>
    'Whether rows exist that others refer to is read on a cluster by silla db doctor --full only.',
  foreignKeysOfLargeTables: ({ tables }) =>
    `Large tables were not searched for rows that refer to none: ${formatList(tables, 'tables')}. silla db doctor ` +
    '--full reads them.',
  noPages: () => 'No active salon has a booking page.',
  sequencesOfNodes: () => 'Each node of the cluster numbers its own rows.',
  secretsKeyMissing: () => 'SECRETS_KEY is not set here, so that stored secrets are not checked.',
  noMessageSenders: () => 'No salon sends messages to phones.',
  noConnectedAccounts: () => 'No active salon is connected to the processor.',
  processorKeysNotNeeded: ({ mode }) =>
    `The processor has no ${mode} keys here, and no salon needs them.`,
}

function serverMessage({ version, connections, maxConnections }: OkFacts['serverReachable']) {
  const total = pluralize(maxConnections, 'connection')
  return `PostgreSQL ${version} responds; ${connections} of ${total} are in use.`
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

/** In the largest unit that fits: `3 h`, `12 days`. */
function duration(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000)
  if (minutes < 120) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`
}

const utcMinute = (at: Date) => `${formatLocalTime(at, 'UTC')} UTC`
