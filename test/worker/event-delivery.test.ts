import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliverEvents, eventRef, nightlyMaintenance, positionEvents } from '@silla/core'
import { openEventSender } from '@silla/worker'
import { Webhook } from 'standardwebhooks'
import { testDatabase } from '../support/database.ts'
import { emailsTo } from '../support/emails.ts'
import {
  deliveriesTo,
  endpointRow,
  insertEndpoint,
  newSecret,
  sealedFor,
} from '../support/event-endpoints.ts'
import { openEventReceiver } from '../support/event-receiver.ts'
import { jobsDatabase, runJobs } from '../support/jobs.ts'
import { requestContextFor } from '../support/request-context.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import type { SalonFixture } from '../support/salon-fixture.ts'
import { testSecrets } from '../support/secrets.ts'

const { witness } = await testDatabase()

/**
 * Receivers verify that a message was sent less than five minutes ago or from now. In the future,
 * so that no attempt becomes due by the clock of the queue.
 */
const now = Temporal.Now.zonedDateTimeISO('Europe/Madrid').add({ minutes: 4 })
const openSalonNow = (fixture: SalonFixture = {}) =>
  openSalon({
    professionals: ['Ana'],
    now: now.toPlainDateTime().round('second').toString(),
    ...fixture,
  })
const inAWeek = now
  .add({ days: now.dayOfWeek === 7 ? 8 : 7 })
  .toPlainDate()
  .toString()
const book = (salon: TestSalon, ...times: string[]) =>
  times.reduce<Promise<unknown>>(
    (earlier, time) => earlier.then(() => salon.guest.book('Ana', time, { date: inAWeek })),
    Promise.resolve(),
  )

const advance = ({ clock }: TestSalon, seconds: number) =>
  clock.set(new Date(clock.now().getTime() + seconds * 1000))

const statesOf = (deliveries: Awaited<ReturnType<typeof deliveriesTo>>) =>
  deliveries.map(({ state, attempts }) => [state, ...attempts.map(({ status }) => status)])

test('D42: events are delivered in their order, signed, in the shape of the API', async () => {
  const salon = await openSalonNow()
  const receiver = await openEventReceiver()
  const endpoint = await insertEndpoint(salon, receiver)
  receiver.answer((response) => response.end('received'))
  await book(salon, '10:00', '11:00', '12:00')
  await runJobs(salon)
  const stored = await witness<{ id: number; position: number }[]>`
    select id, position from events where business_id = ${salon.businessId} order by position`
  assert.deepEqual(
    receiver.received.map(({ headers, event }) => [
      headers['webhook-id'],
      event.id,
      event.posicion,
    ]),
    stored.map(({ id, position }) => {
      const ref = eventRef(salon.businessId, id)
      return [ref, ref, position]
    }),
  )
  for (const { headers, body } of receiver.received)
    new Webhook(endpoint.secret).verify(body, headers)
  assert.equal(receiver.received[0]?.event.tipo, 'reserva.creada')
  assert.equal(receiver.received[0]?.event.datos.hora_inicio, '10:00')
  const deliveries = await deliveriesTo(endpoint)
  assert.deepEqual(
    deliveries.map(({ state, attempts: [attempt] }) => [state, attempt?.status, attempt?.response]),
    [
      ['delivered', 200, 'received'],
      ['delivered', 204, ''],
      ['delivered', 204, ''],
    ],
  )
  await runJobs(salon)
  assert.equal(receiver.received.length, 3, 'nothing is delivered twice')
})

test('D42: a receiver that echoes what it gets leaves no personal data in the log', async () => {
  const salon = await openSalonNow()
  const receiver = await openEventReceiver()
  const endpoint = await insertEndpoint(salon, receiver)
  const body = () => receiver.received.at(-1)?.body.toString() ?? ''
  receiver.answer(
    (response) => response.end(body()),
    (response) => response.end(JSON.stringify({ hint: 'telefono missing', got: escaped(body()) })),
    (response) => response.end(encodeURIComponent(body().slice(body().indexOf('"cliente"')))),
    (response) => response.end('Gracias, NOOR: te esperamos'),
  )
  const contact = { nombre: 'Noor Núñez', email: 'noor@example.com', telefono: '612345678' }
  for (const time of ['10:00', '11:00', '12:00', '13:00'])
    await salon.guest.book('Ana', time, { date: inAWeek, notas: 'Alergia', ...contact })
  await runJobs(salon)
  const responses = (await deliveriesTo(endpoint)).map(({ attempts }) => attempts[0]?.response)
  for (const response of responses)
    assert.doesNotMatch(response ?? '', /noor|núñez|n\\u00fa|%C3|612345678|alergia/i)
  assert.match(responses[0] ?? '', /"nombre":"\*\*\* \*\*\*"/)
  assert.match(responses[1] ?? '', /telefono missing/)
  assert.equal(responses[3], 'Gracias, ***: te esperamos')
})

/** As serializers do that write ASCII only. */
const escaped = (text: string) =>
  text.replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

test('D42: a delivery that fails does not hold up the following ones, and is attempted again', async () => {
  const salon = await openSalonNow()
  const receiver = await openEventReceiver()
  const endpoint = await insertEndpoint(salon, receiver)
  receiver.answer(500)
  await book(salon, '10:00', '11:00')
  await runJobs(salon)
  assert.deepEqual(statesOf(await deliveriesTo(endpoint)), [
    ['pending', 500],
    ['delivered', 204],
  ])
  advance(salon, 6)
  await runJobs(salon)
  assert.deepEqual(statesOf(await deliveriesTo(endpoint)), [
    ['delivered', 500, 204],
    ['delivered', 204],
  ])
  const [first, , again] = receiver.received
  assert.equal(again?.headers['webhook-id'], first?.headers['webhook-id'])
  assert.equal(again?.body, first?.body)
  assert.notEqual(again?.headers['webhook-timestamp'], first?.headers['webhook-timestamp'])
  assert.equal((await endpointRow(endpoint))?.failingSince, null)
})

test('D42: a delivery is attempted eight times within a day, then it has failed', async () => {
  const salon = await openSalonNow()
  const receiver = await openEventReceiver()
  const endpoint = await insertEndpoint(salon, receiver)
  receiver.answer(500, 500, 500, 500, 500, 500, 500, 500)
  await book(salon, '10:00')
  await runJobs(salon)
  for (const seconds of [5, 60, 600, 3600, 3 * 3600, 8 * 3600, 11 * 3600]) {
    const [pending] = await deliveriesTo(endpoint)
    assert.equal(pending?.state, 'pending')
    const delay = ((pending?.nextAttemptAt?.getTime() ?? 0) - salon.clock.now().getTime()) / 1000
    assert.ok(Math.abs(delay / seconds - 1) <= 0.1, `${delay} s instead of ${seconds} s`)
    advance(salon, Math.ceil(delay) - 1)
    await runJobs(salon)
    advance(salon, 1)
    await runJobs(salon)
  }
  const [failed] = await deliveriesTo(endpoint)
  assert.deepEqual([failed?.state, failed?.attempts.length], ['failed', 8])
  advance(salon, 24 * 3600)
  await runJobs(salon)
  assert.equal(receiver.received.length, 8)
})

test('D42: the log contains what went wrong in each attempt', async () => {
  const salon = await openSalonNow()
  const receiver = await openEventReceiver()
  const endpoint = await insertEndpoint(salon, receiver)
  const internal = await openEventReceiver()
  receiver.answer(
    'reset',
    (response) => response.writeHead(302, { location: internal.url }).end('moved'),
    (response) => response.writeHead(400).end('\0bad'),
    (response) => response.writeHead(503).end('x'.repeat(5000)),
    'never',
  )
  await book(salon, '10:00', '11:00', '12:00', '13:00', '16:00')
  const sender = openEventSender({ loopbackEndpoints: true })
  const impatient = openEventSender({ loopbackEndpoints: true }, { timeoutMilliseconds: 1000 })
  // only the last one gets no response; a busy machine may need long for the others
  const send: typeof sender.send = (...message) =>
    (receiver.received.length < 4 ? sender : impatient).send(...message)
  await runJobs(salon, { deliveries: { sender: { ...sender, send } } })
  for (const each of [sender, impatient]) each.close()
  assert.deepEqual(
    (await deliveriesTo(endpoint)).map(({ attempts: [attempt] }) => [
      attempt?.status,
      attempt?.error,
      attempt?.response,
    ]),
    [
      [null, 'connection_closed', ''],
      [302, null, 'moved'],
      [400, null, '\ufffdbad'],
      [503, null, 'x'.repeat(1024)],
      [null, 'timeout', ''],
    ],
  )
  assert.equal(internal.received.length, 0)
  advance(salon, 6)
  await runJobs(salon)
  assert.ok((await deliveriesTo(endpoint)).every(({ state }) => state === 'delivered'))
})

test('D42: a host that resolves to another address than when it was saved gets nothing', async () => {
  const salon = await openSalonNow()
  const receiver = await openEventReceiver()
  const endpoint = await insertEndpoint(salon, receiver)
  await book(salon, '10:00')
  const sender = openEventSender(
    { loopbackEndpoints: false },
    { resolve: async () => ({ problem: 'not_public' }) },
  )
  await runJobs(salon, { deliveries: { sender } })
  sender.close()
  const [delivery] = await deliveriesTo(endpoint)
  assert.deepEqual(
    [delivery?.state, delivery?.attempts.map(({ status, error }) => [status, error])],
    ['pending', [[null, 'address_not_allowed']]],
  )
  assert.equal(receiver.received.length, 0)
})

test('D42: an endpoint gets the events of its types and counts the others as done', async () => {
  const salon = await openSalonNow()
  const [all, some, none] = [
    await openEventReceiver(),
    await openEventReceiver(),
    await openEventReceiver(),
  ]
  const endpoints = [
    await insertEndpoint(salon, all),
    await insertEndpoint(salon, { ...some, types: ['reserva.cancelada'] }),
    await insertEndpoint(salon, { ...none, types: ['resena.creada', 'pago.completado'] }),
  ]
  const { data: booking } = await salon.guest.book('Ana', '10:00', { date: inAWeek })
  await salon.guest.cancel(booking)
  await runJobs(salon)
  assert.deepEqual(
    [all, some, none].map(({ received }) => received.map(({ event }) => event.tipo)),
    [['reserva.creada', 'reserva.cancelada'], ['reserva.cancelada'], []],
  )
  for (const endpoint of endpoints) assert.equal((await endpointRow(endpoint))?.position, 2)
})

test('D42: more events than one batch are delivered in their order', async () => {
  const salon = await openSalonNow()
  const receiver = await openEventReceiver()
  const endpoint = await insertEndpoint(salon, { ...receiver, types: ['cliente.registrado'] })
  await witness`
    insert into events (business_id, type, occurred_at, payload)
    select ${salon.businessId}, case when n % 4 = 0 then 'otro' else 'cliente.registrado' end,
      ${salon.clock.now()}::timestamptz + n * interval '1 ms', '{"id": 1}'
    from generate_series(1, 240) n`
  await book(salon, '10:00')
  await runJobs(salon)
  const positions = receiver.received.map(({ event }) => event.posicion)
  assert.equal(positions.length, 180)
  assert.deepEqual(
    positions,
    positions.toSorted((one, other) => one - other),
  )
  assert.equal((await endpointRow(endpoint))?.position, 241)
})

test('D42: while a secret is rotated, messages carry a signature for each', async () => {
  const salon = await openSalonNow()
  const receiver = await openEventReceiver()
  const endpoint = await insertEndpoint(salon, receiver)
  const next = newSecret(200)
  const ends = new Date(salon.clock.now().getTime() + 60_000)
  await witness`
    update event_endpoints set sealed_previous_secret = sealed_secret,
      previous_secret_ends_at = ${ends}, sealed_secret = ${sealedFor(endpoint.id, next)}
    where id = ${endpoint.id}`
  await book(salon, '10:00')
  await runJobs(salon)
  const [first] = receiver.received
  for (const secret of [endpoint.secret, next])
    new Webhook(secret).verify(first?.body ?? '', first?.headers ?? {})
  advance(salon, 60)
  await book(salon, '11:00')
  await runJobs(salon)
  const second = receiver.received[1]
  new Webhook(next).verify(second?.body ?? '', second?.headers ?? {})
  assert.throws(() =>
    new Webhook(endpoint.secret).verify(second?.body ?? '', second?.headers ?? {}),
  )
})

test('D42: an event above 64 KiB is delivered without its data', async () => {
  const salon = await openSalonNow()
  const receiver = await openEventReceiver()
  await insertEndpoint(salon, receiver)
  await book(salon, '10:00')
  await witness`
    update events set payload = jsonb_set(payload, '{notes}', to_jsonb(repeat('ñ', 40000)))
    where business_id = ${salon.businessId}`
  await runJobs(salon)
  const [{ event, body } = { event: null, body: '' }] = receiver.received
  assert.deepEqual([event.posicion, event.datos, event.demasiado_grande], [1, null, true])
  assert.ok(body.length < 1000)
})

test('D42: what is delivered later contains nothing of a customer who was erased meanwhile', async () => {
  const salon = await openSalonNow()
  const receiver = await openEventReceiver()
  await insertEndpoint(salon, receiver)
  receiver.answer(500)
  const marta = await salon.customer({ nombre: 'Marta Gil', email: 'marta@example.com' })
  await marta.book('Ana', '10:00', { date: inAWeek, nombre: 'Marta Gil', email: marta.email })
  await runJobs(salon)
  assert.match(receiver.received[0]?.body ?? '', /marta@example\.com/)
  await marta.delete('/cliente/perfil/')
  advance(salon, 6)
  await runJobs(salon)
  const [first, ...later] = receiver.received
  const again = later.find(({ event }) => event.id === first?.event.id)
  assert.ok(again, 'it is attempted again')
  assert.doesNotMatch(later.map(({ body }) => body).join(), /marta/i)
})

test('D42: an endpoint that was deleted while its jobs were waiting gets nothing, and they end', async () => {
  const salon = await openSalonNow()
  const receiver = await openEventReceiver()
  const endpoint = await insertEndpoint(salon, receiver)
  receiver.answer(500)
  await book(salon, '10:00')
  await runJobs(salon)
  await witness`delete from event_deliveries where endpoint_id = ${endpoint.id}`
  await witness`delete from event_endpoints where id = ${endpoint.id}`
  advance(salon, 6)
  await book(salon, '11:00')
  await runJobs(salon)
  assert.equal(receiver.received.length, 1)
})

test('D42: an endpoint that was deleted during an attempt leaves nothing', async () => {
  const salon = await openSalonNow()
  const receiver = await openEventReceiver()
  const endpoint = await insertEndpoint(salon, receiver)
  receiver.answer(async (response) => {
    await witness`delete from event_endpoints where id = ${endpoint.id}`
    response.end()
  })
  await book(salon, '10:00')
  await runJobs(salon)
  assert.equal((await deliveriesTo(endpoint)).length, 0)
  assert.equal(receiver.received.length, 1)
})

test('D42: the events of a suspended business are delivered, as its emails are sent', async () => {
  const salon = await openSalonNow()
  const receiver = await openEventReceiver()
  await insertEndpoint(salon, receiver)
  await book(salon, '10:00')
  await witness`
    update registry.businesses set status = 'suspended' where business_id = ${salon.businessId}`
  await runJobs(salon)
  assert.equal(receiver.received.length, 1)
})

test('D42: three days without a success switch an endpoint off, with one email', async () => {
  const salon = await openSalonNow()
  const receiver = await openEventReceiver()
  const endpoint = await insertEndpoint(salon, receiver)
  receiver.answer(...Array.from({ length: 60 }, () => 500))
  for (const [day, time] of ['10:00', '11:00', '12:00', '13:00'].entries()) {
    assert.equal((await endpointRow(endpoint))?.isActive, true, `on day ${day}`)
    await book(salon, time)
    await runJobs(salon)
    if (day < 3) advance(salon, 24 * 3600)
  }
  const off = await endpointRow(endpoint)
  assert.equal(off?.isActive, false)
  const states = new Set((await deliveriesTo(endpoint)).map(({ state }) => state))
  assert.deepEqual([...states], ['failed'])
  const [owner] = await witness<{ email: string }[]>`
    select email from businesses where business_id = ${salon.businessId}`
  const mails = (await emailsTo(salon, owner?.email ?? '')).filter(
    ({ kind }) => kind === 'endpoint_disabled',
  )
  assert.deepEqual(
    mails.map(({ language, payload }) => [language, payload.url]),
    [['es', receiver.url]],
  )
  const attempts = receiver.received.length
  advance(salon, 24 * 3600)
  await book(salon, '16:00')
  await runJobs(salon)
  assert.equal(receiver.received.length, attempts, 'nothing is attempted any more')
})

test('D42: an endpoint that answers slowly is counted as slow until it is fast again', async () => {
  const salon = await openSalonNow()
  const receiver = await openEventReceiver()
  const endpoint = await insertEndpoint(salon, receiver)
  const jobs = await jobsDatabase()
  const queues: unknown[] = []
  const sender = openEventSender({ loopbackEndpoints: true })
  const durations = [1500, 20]
  const slow: typeof sender = {
    ...sender,
    async send(...message) {
      const [job] = await jobs`
        select queue.queue_name from jobs._private_jobs job
        join jobs._private_job_queues queue on queue.id = job.job_queue_id
        where job.payload ->> 'endpointId' = ${String(endpoint.id)} and job.locked_at is not null`
      queues.push(job?.queueName)
      const durationMilliseconds = durations.shift() ?? 20
      return { ...(await sender.send(...message)), durationMilliseconds }
    },
  }
  for (const time of ['10:00', '11:00', '12:00']) {
    await book(salon, time)
    await runJobs(salon, { deliveries: { sender: slow } })
  }
  sender.close()
  const own = `${salon.businessId}:deliver-events:${endpoint.id}`
  assert.equal(queues[0], own)
  assert.match(String(queues[1]), /^slow-endpoints:[0-7]$/)
  assert.equal(queues[2], own)
})

test('D42: an attempt whose outcome could not be stored is made again with the same id', async () => {
  const salon = await openSalonNow()
  const receiver = await openEventReceiver()
  const endpoint = await insertEndpoint(salon, receiver)
  await witness`alter table event_deliveries rename to event_deliveries_gone`
  receiver.answer(204)
  await book(salon, '10:00')
  await runJobs(salon, { mayFail: true })
  await witness`alter table event_deliveries_gone rename to event_deliveries`
  await runJobs(salon, { again: true })
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  assert.equal(ids.length, 2)
  assert.equal(ids[0], ids[1])
  assert.deepEqual(statesOf(await deliveriesTo(endpoint)), [['delivered', 204]])
})

test('D42: the secret before a rotation is left out of the signatures when its key was lost', async () => {
  const salon = await openSalonNow()
  const receiver = await openEventReceiver()
  const endpoint = await insertEndpoint(salon, receiver)
  await witness`
    update event_endpoints
    set sealed_previous_secret = 'encrypted with a lost key',
      previous_secret_ends_at = ${new Date(salon.clock.now().getTime() + 3_600_000)}
    where business_id = ${salon.businessId} and id = ${endpoint.id}`
  await book(salon, '10:00')
  await runJobs(salon)
  assert.deepEqual(statesOf(await deliveriesTo(endpoint)), [['delivered', 204]])
})

test('D42: a worker that stops aborts its attempt, and the next one makes it again', async () => {
  const salon = await openSalonNow()
  const receiver = await openEventReceiver()
  const stopping = new AbortController()
  receiver.answer(204, 'never')
  await book(salon, '10:00', '11:00')
  await runJobs(salon)
  const endpoint = await insertEndpoint(salon, receiver)
  const sender = openEventSender({ loopbackEndpoints: true })
  const parts = {
    sender,
    secretsKeys: testSecrets.secretsKeys,
    stopping: stopping.signal,
    metrics: { onAttempt() {} },
    log: { warn() {} },
  }
  const running = deliverEvents(await requestContextFor(salon), parts, endpoint.id)
  await receiver.until(2)
  stopping.abort(new Error('the worker is stopping'))
  await running
  sender.close()
  assert.deepEqual(statesOf(await deliveriesTo(endpoint)), [['delivered', 204]])
  await runJobs(salon)
  assert.deepEqual(statesOf(await deliveriesTo(endpoint)), [
    ['delivered', 204],
    ['delivered', 204],
  ])
  assert.equal(receiver.received.length, 3)
})

test('D42: an event that cannot be rendered holds nobody up, and staff is warned', async () => {
  const salon = await openSalonNow()
  const receiver = await openEventReceiver()
  const endpoint = await insertEndpoint(salon, receiver)
  await book(salon, '10:00', '11:00')
  await witness`
    update events set type = 'reserva.desconocida' where business_id = ${salon.businessId}
      and id = (select min(id) from events where business_id = ${salon.businessId})`
  const warnings: object[] = []
  await runJobs(salon, { onWarning: (line) => warnings.push(line) })
  assert.equal(receiver.received.length, 1)
  assert.equal(warnings.length, 1)
  const states = (await deliveriesTo(endpoint)).map(({ attempts: [attempt] }) => attempt?.error)
  assert.deepEqual(states, ['internal_error', null])
  assert.equal((await endpointRow(endpoint))?.failingSince, null)
})

test('D42: nightly maintenance enqueues deliveries again whose jobs were lost', async () => {
  const salon = await openSalonNow()
  const receiver = await openEventReceiver()
  const endpoint = await insertEndpoint(salon, receiver)
  const jobs = await jobsDatabase()
  receiver.answer(500)
  await book(salon, '10:00')
  await runJobs(salon)
  await book(salon, '11:00')
  await positionEvents(await requestContextFor(salon))
  await jobs`select jobs.relay(1000)`
  await jobs`
    delete from jobs._private_jobs
    where payload ->> 'endpointId' = ${String(endpoint.id)} and locked_at is null`
  advance(salon, 3600)
  await runJobs(salon)
  assert.equal(receiver.received.length, 1)
  await nightlyMaintenance(await requestContextFor(salon))
  await runJobs(salon)
  assert.deepEqual(statesOf(await deliveriesTo(endpoint)), [
    ['delivered', 500, 204],
    ['delivered', 204],
  ])
})

test('D42: a test is delivered once, whether it succeeds or not', async () => {
  const salon = await openSalonNow()
  const receiver = await openEventReceiver()
  const endpoint = await insertEndpoint(salon, receiver)
  receiver.answer(500)
  await witness`
    insert into event_deliveries (business_id, endpoint_id, type, state, attempts, next_attempt_at,
      created_at)
    values (${salon.businessId}, ${endpoint.id}, 'webhook.prueba', 'pending', '[]',
      ${salon.clock.now()}, ${salon.clock.now()})`
  const jobs = await jobsDatabase()
  const payload = JSON.stringify({ businessId: salon.businessId, endpointId: endpoint.id })
  await jobs`select jobs.add_job('retry-deliveries', ${payload}::text::json)`
  await runJobs(salon)
  const [delivery] = await deliveriesTo(endpoint)
  assert.deepEqual([delivery?.state, delivery?.attempts.length], ['failed', 1])
  const [message] = receiver.received
  assert.deepEqual(
    { ...message?.event, id: '', creado_en: '' },
    { posicion: null, id: '', tipo: 'webhook.prueba', creado_en: '', version: '1', datos: {} },
  )
  new Webhook(endpoint.secret).verify(message?.body ?? '', message?.headers ?? {})
  assert.equal((await endpointRow(endpoint))?.failingSince, null)
})
