import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setMessageSender } from '@silla/core'
import { jobQueries, messagePaceQueries, openDatabase, openTenantDbs } from '@silla/db'
import { startWorker } from '@silla/worker'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { patientLimits } from '../support/in-time.ts'
import { jobsDatabase } from '../support/jobs.ts'
import { testSms } from '../support/message-providers.ts'
import { openReports } from '../support/reports.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { staffOf } from '../support/staff.ts'

const { urls, witness } = await testDatabase()
const database = openDatabase({ url: urls.api, name: 'silla-test-storm' })
after(() => database.close())
const tenantDbs = openTenantDbs(database, patientLimits)
const perSecond = 20
/** It lasts long enough for a busy machine to serve another salon meanwhile. */
const stormLength = 400

/** Where it is noon now: the worker of this test has the time of this machine, and keeps quiet at night. */
const hour = new Date().getUTCHours()
const timezone = hour === 12 ? 'Etc/GMT' : `Etc/GMT${hour < 12 ? `-${12 - hour}` : `+${hour - 12}`}`

async function openSendingSalon(sender: string): Promise<TestSalon> {
  const salon = await openSalon({
    ...{ professionals: ['Ana'], timezone },
    settings: {
      ...{ ownerNotifications: 'each', ownerMessages: 'sms', ownerMessagesPhone: '+34600112233' },
    },
  })
  await setMessageSender(await staffOf(salon), { channel: 'sms', sender, registeredOn: null })
  return salon
}

/** Messages that are due at once, as many as a salon has reminders at one minute, in this order. */
async function requestMessages({ businessId }: TestSalon, count: number): Promise<void> {
  const created = await witness<{ id: number }[]>`
    insert into messages (
      business_id, kind, channel, to_phone, language, payload, cause, created_at)
    select ${businessId}, 'owner_booking_created', 'sms', '+34600112233', 'es', mail.payload,
      'storm:' || number || ':' || gen_random_uuid(), now()
    from mails mail, generate_series(1, ${count}) number
    where mail.business_id = ${businessId} and mail.kind = 'owner_booking_created'
    order by number returning id`
  const jobs = created.map(({ id }) => ({ task: 'send-message', payload: { messageId: id } }))
  await tenantDbs(businessId).transaction((tx) => jobQueries.enqueueAll(tx, jobs))
}

test('D77: behind a storm of one salon another salon gets its first message within two seconds, and emails do not wait', async () => {
  const stormy = await openSendingSalon('+34910000001')
  const calm = await openSendingSalon('+34910000002')
  for (const salon of [stormy, calm]) dataOf(await salon.guest.book('Ana', '10:00'), 201)
  await witness`delete from messages`
  await requestMessages(stormy, stormLength)
  const reports = openReports()
  const times: { sender: string; at: number }[] = []
  const early = Promise.withResolvers<void>()
  const calmSent = Promise.withResolvers<void>()
  const provider = {
    ...testSms,
    async send(message: Parameters<typeof testSms.send>[0]) {
      times.push({ sender: message.sender, at: performance.now() })
      if (times.length === perSecond) early.resolve()
      if (message.sender === '+34910000002') calmSent.resolve()
      return testSms.send(message)
    },
  }
  const startedAt = performance.now()
  const worker = await startWorker(
    {
      databaseUrl: urls.worker,
      mail: { smtpUrl: null, from: 'citas@silla.example' },
      processor: { live: null, test: null, apiBase: null },
      secretsKeys: null,
      loopbackEndpoints: false,
      publicUrl: null,
      logLevel: 'silent',
    },
    { messageSenders: [provider], onAttempt: reports.add },
  )
  try {
    await early.promise
    dataOf(await calm.guest.book('Ana', '11:00'), 201)
    await requestMessages(calm, 3)
    const sentBefore = times.length
    await calmSent.promise
    const sentMeanwhile = times.findIndex(({ sender }) => sender === '+34910000002') - sentBefore
    assert.ok(sentMeanwhile <= 2 * perSecond, `${sentMeanwhile} messages of the storm came first`)
    await reports.first(({ task }) => task === 'send-mail')
    assert.ok(times.length < stormLength, 'the email was sent during the storm')
    // any message may be sent late, the first one too; a first second contains the first turn and twenty more
    const seconds = ((times.at(-1)?.at ?? 0) - startedAt) / 1000
    assert.ok(times.length <= perSecond * seconds + 2, `${times.length} in ${seconds} s`)
  } finally {
    await worker.stop()
  }
})

test('D77: all workers share the pace of a provider', async () => {
  const jobs = await jobsDatabase()
  // a message every hundred seconds
  const reserve = (provider: string, messages: number) =>
    messagePaceQueries.reservePace(jobs, { provider, messages, perSecond: 0.01 })
  assert.equal(await reserve('shared', 3), 0)
  const seconds = Math.ceil((await reserve('shared', 1)) / 1000)
  assert.ok(seconds > 200 && seconds <= 300, `${seconds} s`)
  assert.equal(await reserve('another', 1), 0)
})
