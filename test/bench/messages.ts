import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import {
  applySalon,
  createBooking,
  createCustomer,
  type MessageSender,
  operatorContext,
  type RequestContext,
  recordConsent,
  setMessageSender,
  systemClock,
} from '@silla/core'
import {
  type DatabaseUrls,
  jobQueries,
  migrate,
  openDatabase,
  openPool,
  openTenantDbs,
  rolePasswords,
  type Sql,
  setupDatabase,
} from '@silla/db'
import { startEmbeddedPostgres } from '@silla/embedded-postgres'
import { startFakeMessaging } from '@silla/fake-messaging'
import { openMessageSenders } from '@silla/messaging'
import { wallClock } from '@silla/slots'
import { startWorker } from '@silla/worker'
import { countOption, readOptions } from '../support/program-options.ts'
import { openReports, type Reports } from '../support/reports.ts'
import { salonFileFor } from '../support/salon-fixture.ts'
import { testSecrets } from '../support/secrets.ts'
import { openEndpoints } from './events/endpoints.ts'
import { addEndpoint } from './events/salons.ts'
import { parentOf, treeCpuMicroseconds } from './processes.ts'
import { quantile } from './statistics.ts'

// Worker, provider and endpoint are in this process; nothing is simulated.

const perSecond = 20
const probesBefore = 5
const secondsBetweenProbes = 5
const senders = { busy: '+34910000001', other: '+34910000002' }

const { reminders } = await readOptions({
  command: 'npm run bench:messages',
  about:
    'Has reminders of one salon due at the same moment, at a provider that accepts 20 messages a second, while ' +
    'customers of another salon book: how long these wait for their SMS and their email, and an endpoint for its ' +
    'event.',
  options: {
    reminders: countOption('how many; 10,000 take more than eight minutes', 10_000),
  },
})

let booked = 0
const folder = mkdtempSync(join(tmpdir(), 'silla-bench-'))
const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
try {
  await run()
} finally {
  for (const close of closers) await close()
}

async function run(): Promise<void> {
  const embedded = await startEmbeddedPostgres({ dataDir: join(folder, 'data') })
  closers.unshift(() => embedded.stop())
  const urls = await setupDatabase({
    prepareUrl: embedded.prepareUrl,
    database: 'silla_bench',
    passwords: rolePasswords(embedded.prepareUrl, folder),
  })
  await migrate(urls.migrator)
  const admin = openPool({ url: urls.cli, max: 1, name: 'silla-bench' })
  const owner = openPool({ url: urls.migrator, max: 1, name: 'silla-bench' })
  closers.unshift(() => Promise.all([admin.end(), owner.end()]))
  const [backend] = await owner<{ pid: number }[]>`select pg_backend_pid() as pid`
  const postgresPid = parentOf(backend?.pid ?? 0)
  const busy = await openSendingSalon(admin, urls, 'busy')
  const other = await openSendingSalon(admin, urls, 'other')
  const endpoints = await openEndpoints({ hanging: 0, failing: 0 })
  closers.unshift(() => endpoints.close())
  await addEndpoint(owner, { ...other, url: endpoints.urlOf(0), number: 0 })
  const fake = await startFakeMessaging()
  closers.unshift(() => fake.stop())
  fake.limitRate('twilio', perSecond + 1)
  const reports = openReports()
  const sent: Sent = { busy: 0, other: 0, refused: 0 }
  const worker = await startWorker(
    {
      databaseUrl: urls.worker,
      mail: { smtpUrl: null, from: 'citas@silla.example' },
      processor: { live: null, test: null, apiBase: null },
      secretsKeys: testSecrets.secretsKeys,
      loopbackEndpoints: true,
      publicUrl: null,
      logLevel: 'silent',
    },
    {
      messageSenders: openMessageSenders({ twilio: fake.twilio, whatsapp: null }).map((sender) =>
        counted(sender, sent),
      ),
      onAttempt: reports.add,
    },
  )
  closers.unshift(() => worker.stop())

  const probe = () => probeOnce(other, { sent, reports })
  const idle: Probe[] = []
  for (let index = 0; index < probesBefore; index++) idle.push(await probe())
  const delaysBefore = endpoints.delaysMilliseconds.splice(0)

  await book(busy, busy.agreed)
  while (sent.busy === 0) await setTimeout(5)
  await requestReminders({ owner, urls }, busy)
  const startedAt = performance.now()
  const cpuBefore = { all: process.cpuUsage(), postgres: treeCpuMicroseconds(postgresPid) }
  const left = () => reminders + 1 - sent.busy
  const during: Probe[] = []
  while (left() > 0) {
    await setTimeout(Math.min(secondsBetweenProbes, left() / perSecond) * 1000 + 10)
    if (left() > perSecond * secondsBetweenProbes) during.push(await probe())
  }
  const seconds = (performance.now() - startedAt) / 1000
  const cpu = process.cpuUsage(cpuBefore.all)
  const microseconds = {
    program: cpu.user + cpu.system,
    postgres: treeCpuMicroseconds(postgresPid) - cpuBefore.postgres,
  }
  const causes = await owner.begin(async (tx) => {
    await tx`select app.set_business(${busy.businessId})`
    return tx<{ state: string; count: number }[]>`
      select state, count(*)::int as count from app.messages
      where business_id = ${busy.businessId} and cause like 'bench:%' group by state`
  })

  console.log(
    `${reminders} reminders of one salon at one moment: ${round(seconds)} s, ` +
      `${round(reminders / seconds)} a second; ${causes.map((each) => `${each.count} ${each.state}`).join(', ')}`,
  )
  console.log(`refused by the provider, and sent later: ${sent.refused}`)
  console.log(
    `CPU per message: worker, provider and probes ${Math.round(microseconds.program / reminders)} us, ` +
      `PostgreSQL ${Math.round(microseconds.postgres / reminders)} us`,
  )
  console.table({
    'SMS of another salon, before': row(idle.map(({ smsMilliseconds }) => smsMilliseconds)),
    'SMS of another salon, during': row(during.map(({ smsMilliseconds }) => smsMilliseconds)),
    'email, before': row(idle.map(({ mailMilliseconds }) => mailMilliseconds)),
    'email, during': row(during.map(({ mailMilliseconds }) => mailMilliseconds)),
    'event at an endpoint, before': row(delaysBefore),
    'event at an endpoint, during': row(endpoints.delaysMilliseconds),
  })
}

interface SendingSalon {
  slug: string
  businessId: string
  context: RequestContext
  /** Has agreed to SMS. */
  agreed: number
  /** Has not. */
  mailed: number
}

/** A salon where it is noon now, because no phone rings at night. */
async function openSendingSalon(
  admin: Sql,
  urls: DatabaseUrls,
  slug: keyof typeof senders,
): Promise<SendingSalon> {
  const hour = new Date().getUTCHours()
  const timezone = `Etc/GMT${hour < 12 ? `-${12 - hour}` : `+${hour - 12}`}`
  const file = salonFileFor(slug, {
    ...{ timezone, hours: '00:00-24:00' },
    settings: { slotIntervalMinutes: 30, messagesPerMonth: 1_000_000 },
  })
  const { businessId } = await applySalon(admin, file)
  const database = openDatabase({ url: urls.cli, name: 'silla-bench' })
  closers.unshift(() => database.close())
  const parts = { admin, database, clock: systemClock }
  const context = await operatorContext(parts, slug, { action: 'bench.messages', detail: {} })
  await setMessageSender(context, { channel: 'sms', sender: senders[slug], registeredOn: null })
  const person = async (name: string, phone: string) => {
    const { id } = await createCustomer(context, {
      ...{ name, phone, email: `${name.toLowerCase()}@example.com`, language: 'es' as const },
    })
    return id
  }
  const agreed = await person('Marta', '+34600000001')
  const consent = {
    kind: 'sms',
    granted: true,
    means: 'in_person',
    wording: '',
    isNumberShared: false,
  } as const
  await recordConsent(context, { customerId: agreed, ...consent })
  const mailed = await person('Lola', '+34600000002')
  return { slug, businessId: businessId ?? '', context, agreed, mailed }
}

/** A visit of the days to come, each at another time. */
async function book({ context }: SendingSalon, customerId: number): Promise<void> {
  const { settings, services } = await context.tenant.catalog()
  const index = booked++
  await createBooking(context, {
    serviceIds: services.slice(0, 1).map(({ id }) => id),
    ...{ professionalId: null, lines: null, customerId, byBusiness: true },
    day: wallClock(new Date(), settings.timezone).day + 1 + Math.floor(index / 20),
    startMinute: 600 + (index % 20) * 30,
    contact: { name: '', email: '', phone: null },
    language: 'es',
    ...{ notes: '', usePoints: false },
  })
}

/** Copies of the confirmation of one visit, as reminders of so many. */
async function requestReminders(
  { owner, urls }: { owner: Sql; urls: DatabaseUrls },
  salon: SendingSalon,
): Promise<void> {
  const { businessId } = salon
  const ids = await owner.begin(async (tx) => {
    await tx`select app.set_business(${businessId})`
    return tx<{ id: number }[]>`
      insert into app.messages (
        business_id, kind, channel, customer_id, to_phone, language, payload, cause, created_at)
      select ${businessId}, 'booking_reminder', channel, customer_id, to_phone, language, payload,
        'bench:' || number, now()
      from app.messages, generate_series(1, ${reminders}) number
      where business_id = ${businessId} and kind = 'booking_confirmed'
      returning id`
  })
  const database = openDatabase({ url: urls.api, name: 'silla-bench' })
  const jobs = ids.map(({ id }) => ({ task: 'send-message', payload: { messageId: id } }))
  await openTenantDbs(database)(businessId).transaction((tx) => jobQueries.enqueueAll(tx, jobs))
  await database.close()
}

interface Sent {
  busy: number
  other: number
  refused: number
}

/** Counts what the provider has accepted, by salon. */
function counted(sender: MessageSender, sent: Sent): MessageSender {
  return {
    ...sender,
    async send(message) {
      try {
        const accepted = await sender.send(message)
        sent[message.sender === senders.busy ? 'busy' : 'other']++
        return accepted
      } catch (error) {
        sent.refused++
        throw error
      }
    },
  }
}

interface Probe {
  smsMilliseconds: number
  mailMilliseconds: number
}

/** From a booking until its SMS is at the provider, and until its email is sent. */
async function probeOnce(
  salon: SendingSalon,
  { sent, reports }: { sent: Sent; reports: Reports },
): Promise<Probe> {
  const before = sent.other
  const smsFrom = performance.now()
  await book(salon, salon.agreed)
  while (sent.other === before) await setTimeout(5)
  const smsMilliseconds = performance.now() - smsFrom
  const mails = () => reports.received.filter(({ task }) => task === 'send-mail').length
  const mailsBefore = mails()
  const mailFrom = performance.now()
  await book(salon, salon.mailed)
  await reports.until(() => mails() > mailsBefore)
  return { smsMilliseconds, mailMilliseconds: performance.now() - mailFrom }
}

function row(milliseconds: readonly number[]) {
  const sorted = Float64Array.from(milliseconds).sort()
  return {
    number: sorted.length,
    'median ms': Math.round(quantile(sorted, 0.5)),
    'most ms': Math.round(quantile(sorted, 1)),
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
