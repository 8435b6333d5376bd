import type { partitionQueries } from '@silla/db'
import type { ConnectionNeed } from './connection-need.ts'

/** What a check found: a code, and the facts that a message about it needs. */
export type CheckResult =
  | Outcome<'ok', OkFacts>
  | Outcome<'problem', ProblemFacts>
  | Outcome<'skipped', SkippedFacts>

export type Outcome<Status, Facts, Code extends keyof Facts = keyof Facts> = {
  [Each in Code]: {
    /** The check: `clock`, `points-drift`. */
    check: string
    /** `skipped`: there is nothing to check. */
    status: Status
    code: Each
    facts: Facts[Each]
  }
}[Code]

export interface OkFacts {
  accountsReady: { onboarding: string[] }
  clocksAgree: { differenceMilliseconds: number }
  eventsReadable: { days: number }
  jobsOnTime: NoFacts
  /** How many salons send messages. */
  messagesReady: { count: number }
  mailKeyStored: NoFacts
  movesFinished: NoFacts
  noFailedJobs: NoFacts
  ownersCorrect: NoFacts
  pagesHaveKeys: { count: number }
  parentsExist: NoFacts
  partitionsReady: NoFacts
  /** onboarding: some of the salons are still being onboarded */
  prepaymentPossible: { onboarding: boolean }
  /** Every secret is sealed with SECRETS_KEY: SECRETS_KEY_PREVIOUS can be removed. */
  previousKeyUnneeded: { count: number }
  readInFull: { total: number }
  /** earlier: businesses that were read in full between `oldest` and `newest` */
  readSinceCheck: { total: number; earlier: number; oldest: Date; newest: Date }
  /** tried: how many; untried: their names */
  rightsComplete: { tried: number; untried: string[] }
  rolesRestricted: NoFacts
  secretsReadable: { count: number }
  sequencesAhead: NoFacts
  serverReachable: ServerFacts
  tablesProtected: NoFacts
  timeZonesKnown: { count: number }
  walletsOffered: { count: number }
  webhookDelivers: { urls: string[] }
  workersRunning: { count: number }
}

export interface ProblemFacts {
  accountsNotReady: { accounts: { slug: string; cardPayments: string; checkedAt: Date | null }[] }
  clocksDiffer: { differenceMilliseconds: number }
  connectionsExhausted: ServerFacts
  connectionsTooFew: ConnectionNeed
  /** events: signed deliveries of the last days, the newest first */
  eventsUnreadable: {
    days: number
    events: { eventRef: string; livemode: boolean; fault: string; receivedAt: Date }[]
  }
  failedJobs: { dead: number; failing: number }
  messagesIncomplete: { faults: { slug: string; fault: MessageFault }[] }
  lateJobs: { late: number; longRunning: number }
  /** How many keys there are instead of one. */
  mailKeyLost: { count: number }
  movesUnfinished: { moves: { slug: string; url: string; startedAt: Date }[] }
  /** Two of each role. */
  loginsNotRetired: { logins: string[] }
  ownersChanged: { owned: { name: string; owner: string }[]; rights: string[] }
  pageKeysMissing: { slugs: string[] }
  /** Rows of a table that refer to rows which do not exist, by salon; `listing` is a query of them. */
  parentsMissing: {
    tableName: string
    constraintName: string
    parentName: string
    listing: string
    /** `name`: the slug, or the id of one that is not registered; null: of no salon */
    businesses: { name: string | null; count: number }[]
  }
  partitionsMissing: { faults: partitionQueries.PartitionFault[] }
  /** Domains at which no wallets are offered: not registered at the processor, or not active. */
  walletsNotOffered: { domains: { slug: string; domain: string }[] }
  prepaymentImpossible: { businesses: { slug: string; reason: PrepaymentBlocker }[] }
  processorFailed: { message: string }
  processorKeysMissing: { mode: 'live' | 'test'; slugs: string[] }
  /** As the processor calls them. */
  rightsMissing: { missing: string[]; needed: string[] }
  rolesUnsafe: { roles: { name: string; fault: string }[] }
  secretsOutdated: { count: number; outdated: number }
  /** Names of the secrets that no key opens. */
  secretsUnreadable: { unreadable: string[] }
  /** The next number of each, and the highest id of a row. */
  sequencesBehind: { sequences: { name: string; next: number; highest: number }[] }
  serverReadOnly: NoFacts
  serverUnsupported: { version: string; supported: { from: number; to: number } }
  setupChanged: { faults: { name: string; fault: string }[] }
  tablesUnprotected: { tables: string[] }
  timeZonesUnknown: { businesses: { slug: string; timezone: string }[] }
  webhookFaults: { faults: WebhookFault[] }
  /** silentMilliseconds: since a worker last reported; null: none ever did */
  workersMissing: { silentMilliseconds: number | null; dueJobs: number }
}

export interface SkippedFacts {
  foreignKeysOfCluster: NoFacts
  foreignKeysOfLargeTables: { tables: string[] }
  noConnectedAccounts: NoFacts
  noPaymentDomains: NoFacts
  noMessageSenders: NoFacts
  noPages: NoFacts
  processorKeysNotNeeded: { mode: 'live' | 'test' }
  secretsKeyMissing: NoFacts
  sequencesOfNodes: NoFacts
}

/** Why messages to phones do not go out, or soon will not. */
export type MessageFault =
  | 'sender_not_registered'
  | 'templates_not_approved'
  | 'templates_unreadable'
  | 'ceiling_near'
  /** The month of the ceiling begins in the time zone of the salon. */
  | 'time_zone_unknown'

/** Why a salon that requires prepayment cannot take it. */
export type PrepaymentBlocker = 'not_connected' | 'cannot_charge' | 'online_payments_off'

export type WebhookFault =
  | { kind: 'not_set_up' }
  | { kind: 'secrets_key_missing' }
  /** No endpoint delivers the thin events of accounts to this address. */
  | { kind: 'thin_missing'; url: string }
  /** `detail`: why the endpoint does not deliver, or its secret cannot be used */
  | { kind: 'broken'; endpointRef: string; url: string; detail: string }
  /** Silla did not create it, so its deliveries are rejected. */
  | { kind: 'foreign'; endpointRef: string; url: string }
  /** Its grace period is long over. */
  | { kind: 'not_deleted'; endpointRef: string; url: string }

type NoFacts = Record<string, never>

interface ServerFacts {
  version: string
  connections: number
  maxConnections: number
}

export const ok = <Code extends keyof OkFacts>(
  check: string,
  code: Code,
  facts: OkFacts[Code],
): Outcome<'ok', OkFacts, Code> => ({ check, status: 'ok', code, facts })

export const problem = <Code extends keyof ProblemFacts>(
  check: string,
  code: Code,
  facts: ProblemFacts[Code],
): Outcome<'problem', ProblemFacts, Code> => ({ check, status: 'problem', code, facts })

export const skip = <Code extends keyof SkippedFacts>(
  check: string,
  code: Code,
  facts: SkippedFacts[Code],
): Outcome<'skipped', SkippedFacts, Code> => ({ check, status: 'skipped', code, facts })
