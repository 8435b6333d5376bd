import { join } from 'node:path'
import { type DatabaseUrls, dropDatabase } from '@silla/db'
import { startFakeStripe } from '@silla/fake-stripe'
import { atEnd } from '../support/at-end.ts'
import { checkAcknowledged, checkDone, type Queried } from '../support/guests/check-acknowledged.ts'
import { type Acknowledged, type Guests, startGuests } from '../support/guests/guests.ts'
import { jobsDone } from '../support/guests/jobs-done.ts'
import { type Mailbox, openMailbox } from '../support/mailbox.ts'
import { openRandom } from '../support/random.ts'
import { testSecrets } from '../support/secrets.ts'
import { testServer, urlsOf } from '../support/test-server.ts'
import { withPool } from '../support/with-pool.ts'
import { openFleet } from './fleet.ts'
import { openLoadBalancer } from './load-balancer.ts'
import { checkOutPreviousRelease, thisCheckout } from './previous-checkout.ts'
import { type ReleasePrograms, releasePrograms } from './release-programs.ts'
import { setUpSalons, type UpgradedSalon } from './salons.ts'
import { startSignedInCustomer } from './signed-in-customer.ts'

/** What guests noticed of an upgrade and its way back, and what operators did meanwhile. */
export interface RollingUpgrade {
  before: ReleasePrograms
  after: ReleasePrograms
  salons: readonly UpgradedSalon[]
  /** The output of `silla db migrate --json`. */
  migrated: { applied: string[]; functions: string[] }
  steps: UpgradeStep[]
  /** Requests that failed or were answered otherwise than they should have been. */
  failures: string[]
  /** Acknowledged writes that are not there, and work that was not done exactly once. */
  lost: string[]
  counts: { bookings: number; requests: number; customerReads: number; emails: number }
  slowestMilliseconds: number
}

/** A change of the deployment, during which guests booked. */
export interface UpgradeStep {
  name: string
  /** Answered requests by the release whose API answered. */
  before: number
  after: number
  milliseconds: number
}

/**
 * Light enough to leave the programs time to start on two cores; and where guests pay, for the worker
 * to send one refund after the other.
 */
const loadOf = ({ account }: UpgradedSalon) =>
  account === null
    ? { concurrency: 2, pauseMilliseconds: 80 }
    : { concurrency: 1, pauseMilliseconds: 120 }

/**
 * Upgrades a deployment of the release before while guests book: the database, then one program
 * after the other; and back, one program after the other, on the database of this release.
 *
 * @param bookingsPerStep how many bookings each salon gets before the next step
 * @param onServing called between the upgrade and the way back, while both releases serve
 */
export async function upgradeAndBack(
  { bookingsPerStep, seed }: { bookingsPerStep: number; seed: number },
  onServing: (programs: Pick<RollingUpgrade, 'before' | 'after' | 'salons'>) => Promise<void>,
): Promise<RollingUpgrade> {
  const { urls, ...database } = upgradedDatabase()
  const [stripe, mailbox, balancer] = await Promise.all([
    startFakeStripe(),
    openMailbox(),
    openLoadBalancer(),
  ])
  atEnd(stripe.stop)
  const folder = checkOutPreviousRelease()
  const settings = {
    ...settingsFor(urls, mailbox),
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
    STRIPE_API_BASE: stripe.url,
  }
  const compileCache = { NODE_COMPILE_CACHE: join(folder, 'compile-cache') }
  const before = releasePrograms(folder, { ...settings, ...compileCache })
  const after = releasePrograms(thisCheckout, settings)

  await before.json('db setup')
  await before.json('db migrate')
  const salons = await setUpSalons(before, { folder, stripe, apiUrl: balancer.url, database })
  const fleet = await openFleet(before, balancer)
  const customer = await startSignedInCustomer(balancer.url, salons[0].publishableKey, mailbox)
  const guests = salons.map((salon, index) =>
    startGuests({ ...salon, apis: [balancer] }, openRandom(seed, index), loadOf(salon)),
  )

  const steps: UpgradeStep[] = []
  /** Guests book during a change of the deployment, and after it. */
  async function step(name: string, change: () => Promise<unknown>) {
    const startedAt = performance.now()
    const answered = () => [fleet.answeredBy(before), fleet.answeredBy(after)] as const
    const [countBefore, countAfter] = answered()
    await change()
    await Promise.all(guests.map((salon) => salon.moreBookings(bookingsPerStep)))
    steps.push({
      name,
      before: answered()[0] - countBefore,
      after: answered()[1] - countAfter,
      milliseconds: performance.now() - startedAt,
    })
  }
  /** The other worker is alone now: it has to do the work. */
  async function stopWorker() {
    await fleet.stopWorker()
    const count = mailbox.mails.length
    await mailbox.receive(() => mailbox.mails.length > count)
  }
  let migrated: RollingUpgrade['migrated'] = { applied: [], functions: [] }
  await step('release before', async () => {})
  await step('database migrated', async () => {
    migrated = await after.json('db migrate')
  })
  await step('first API upgraded', () => fleet.replaceApi(0, after))
  await step('second worker started', () => fleet.addWorker(after))
  await step('both CLIs used', () => onServing({ before, after, salons }))
  await step('first worker stopped', stopWorker)
  await step('second API upgraded', () => fleet.replaceApi(1, after))
  // as docs/operations.md says: this release wants events that the one before does not know
  await step('webhook updated', () => after.json(`stripe webhook setup ${balancer.url}`))
  await step('first API rolled back', () => fleet.replaceApi(0, before))
  await step('worker before started', () => fleet.addWorker(before))
  await step('worker after stopped', stopWorker)
  await step('second API rolled back', () => fleet.replaceApi(1, before))

  await Promise.all([customer.stop(), ...guests.map((salon) => salon.stop())])
  const repeated = await Promise.all(guests.map((salon) => salon.repeat(10)))
  // looks again at each payment, which guests have confirmed, and takes a second for each
  await jobsDone(database, ['check-payment'])
  const acknowledged = guests.map((salon) => salon.acknowledged)
  return {
    ...{ before, after, salons, migrated, steps },
    failures: [
      ...acknowledged.flatMap(({ failures }) => failures),
      ...guests.flatMap(unansweredOf),
      ...balancer.failures,
      ...customer.failures,
      ...repeated.flat(),
    ],
    lost: [
      ...(await lostOf(database, salons, acknowledged)),
      ...(await notMailedOnce(database, mailbox)),
    ],
    counts: {
      bookings: sum(acknowledged.map(({ bookings }) => bookings.length)),
      requests: sum(acknowledged.map(({ counts }) => counts.requests)),
      customerReads: customer.counts.reads,
      emails: mailbox.mails.length,
    },
    slowestMilliseconds: Math.max(...acknowledged.map(({ counts }) => counts.slowestMilliseconds)),
  }
}

async function lostOf(
  database: Queried,
  salons: readonly UpgradedSalon[],
  acknowledged: readonly Acknowledged[],
): Promise<string[]> {
  const lost: string[] = []
  for (const [index, { stripe, account }] of salons.entries()) {
    const list = acknowledged[index]
    const processor = stripe && account !== null ? { stripe, account } : null
    if (!list) continue
    lost.push(
      ...(await checkAcknowledged(database, list)),
      ...(await checkDone(database, processor, list)),
    )
  }
  return lost
}

/** A database of its own on the server of the run, which the release before creates. */
function upgradedDatabase(): Queried & { urls: DatabaseUrls } {
  const server = testServer()
  const database = `${server.template}_${process.pid}_upgrade`
  const urls = urlsOf(server, database)
  atEnd(() => dropDatabase({ prepareUrl: server.urls.prepare, database }))
  return { urls, query: (role, work) => withPool(urls[role], work) }
}

const settingsFor = (urls: DatabaseUrls, mailbox: Mailbox) => ({
  LOG_LEVEL: 'fatal',
  SECRETS_KEY: testSecrets.secretsKeys.current.toString('base64'),
  JWT_PRIVATE_KEYS: JSON.stringify(testSecrets.signingKeys),
  OTP_PEPPER: testSecrets.otpPepper,
  SILLA_RATE_LIMITS: 'off',
  SMTP_URL: mailbox.url,
  MAIL_FROM: 'bookings@example.com',
  PREPARE_DATABASE_URL: urls.prepare,
  MIGRATOR_DATABASE_URL: urls.migrator,
  CLI_DATABASE_URL: urls.cli,
  DATABASE_URL: urls.api,
  WORKER_DATABASE_URL: urls.worker,
})

/** Guests repeat what fails; here nothing may. */
const unansweredOf = ({ acknowledged: { counts } }: Guests) => [
  ...(counts.unanswered > 0 ? [`${counts.unanswered} requests without an answer`] : []),
  ...(counts.unavailable > 0 ? [`${counts.unavailable} requests to be repeated`] : []),
]

/** Each email that was written has arrived once, unless it waits for its time. */
async function notMailedOnce(database: Queried, { mails }: Mailbox): Promise<string[]> {
  const rows = await database.query(
    'migrator',
    (sql) => sql<{ toEmail: string; count: number }[]>`
      select to_email, count(*) filter (where send_after is null or send_after <= now())::int as count
      from mails group by to_email`,
  )
  const arrived = Map.groupBy(mails, ({ recipients }) => recipients.join())
  return rows
    .filter(({ toEmail, count }) => (arrived.get(toEmail)?.length ?? 0) !== count)
    .map(({ toEmail, count }) => {
      const found = arrived.get(toEmail)?.length ?? 0
      return `${found} of ${count} emails to ${toEmail} have arrived`
    })
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
