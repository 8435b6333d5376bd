import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  checkSecrets,
  createCalendarFeed,
  moveSalon,
  openTenants,
  sendRefund,
  setupWebhook,
  unseal,
} from '@silla/core'
import { clockDifference } from '@silla/core/moves/assert-movable'
import { businessMoveQueries, openDatabase, openListener } from '@silla/db'
import type { FaultHandle } from '@silla/fake-stripe'
import { otherSecretsKeys } from '../archives/archived.ts'
import { openLivelySalon } from '../archives/lively-salon.ts'
import { testApi } from '../support/api.ts'
import { assertError, dataOf } from '../support/assertions.ts'
import { client } from '../support/client.ts'
import { testDatabase } from '../support/database.ts'
import { newSecret } from '../support/event-endpoints.ts'
import { testProcessors } from '../support/processor.ts'
import { requestContextFor } from '../support/request-context.ts'
import { openSalon } from '../support/salon.ts'
import { staffOf } from '../support/staff.ts'
import { until } from '../support/until.ts'
import {
  jobsIn,
  leads,
  openSmallSalon,
  refuses,
  rowsIn,
  served,
  statusOf,
  untilAnswers,
} from './both-places.ts'
import { moveOptions, receiverOrigin } from './move-options.ts'
import { moved, otherDeployment } from './moving-salon.ts'

const { admin, witness } = await testDatabase()
const other = await otherDeployment()

test('a salon that is moved is served there with all it has, and leads there from here', async () => {
  const salon = await openLivelySalon()
  await setupWebhook(
    other.admin,
    { processors: testProcessors, secretsKeys: otherSecretsKeys },
    { baseUrl: new URL(other.api.url).origin, rotate: false, onlyThis: false },
    salon.clock,
  )
  other.api.clock.set(salon.clock.now())
  const booked = dataOf(await salon.guest.book('Ana', '13:00'), 201)
  const customer = await salon.customer({ nombre: 'Iris Sol', email: 'iris@example.com' })
  const { token } = await createCalendarFeed(await staffOf(salon), null)
  const [before, jobs] = [
    await rowsIn(witness, salon.businessId),
    await jobsIn(witness, salon.businessId),
  ]

  const result = await moved(salon.slug, { clock: salon.clock })
  assert.equal(result.url, receiverOrigin)
  assert.ok((result.rows ?? 0) > 100, `${result.rows} rows`)

  const there = salon.guestAt(other.api.url)
  const found = dataOf(await there.get(`/reservas/codigo/${booked.codigo}/`))
  assert.equal(found.id, booked.id)
  assertError(await there.book('Ana', '13:00'), 'SLOT_NOT_AVAILABLE')
  const bearer = { authorization: `Bearer ${customer.token}` }
  assert.equal(dataOf(await there.get('/cliente/perfil/', bearer)).email, 'iris@example.com')
  const calendar = await fetch(new URL(`/calendarios/${token}.ics`, other.api.url))
  assert.deepEqual([calendar.status, /BEGIN:VEVENT/.test(await calendar.text())], [200, true])
  const [endpoint] = await other.witness<{ id: number; sealedSecret: Buffer }[]>`
    select id, sealed_secret from app.event_endpoints where business_id = ${salon.businessId}`
  assert.ok(endpoint)
  assert.equal(
    unseal(endpoint.sealedSecret, otherSecretsKeys, `event-endpoint:${endpoint.id}`),
    newSecret(endpoint.id),
  )
  const { 'app.audit_entries': auditsBefore = 0, ...rows } = before
  const { 'app.audit_entries': auditsAfter, ...copied } = await rowsIn(
    other.witness,
    salon.businessId,
  )
  assert.deepEqual(copied, rows)
  assert.equal(auditsAfter, auditsBefore + 1)
  assert.deepEqual(await jobsIn(other.witness, salon.businessId), jobs)

  await until(async () => (await salon.guest.get('/servicios/')).status === 421)
  const answer = await salon.guest.get('/servicios/')
  assert.equal(answer.headers.get('location'), receiverOrigin)
  const { url } = await testApi()
  const led = await fetch(new URL(`/calendarios/${token}.ics`, url), { redirect: 'manual' })
  assert.deepEqual(
    [led.status, led.headers.get('location')],
    [308, `${receiverOrigin}/calendarios/${token}.ics`],
  )
  const left = await rowsIn(witness, salon.businessId)
  assert.deepEqual(Object.keys(left), [
    'app.audit_entries',
    'registry.deleted_businesses',
    'registry.moved_businesses',
    'registry.moved_hashes',
  ])
  assert.deepEqual(await jobsIn(witness, salon.businessId), [])
  // an id that is drawn there now is above all that were copied
  dataOf(await there.book('Bea', '13:00'), 201)
  const again = await moved(salon.slug)
  assert.deepEqual([again.url, again.rows], [receiverOrigin, null])
})

test('pages and calendars are served in one place at most, and are led on as soon as the salon is given up', async () => {
  const salon = await openSalon({ professionals: ['Ana'], settings: { onlinePage: true } })
  const { token } = await createCalendarFeed(await staffOf(salon), null)
  const { url } = await testApi()
  const paths = [`/s/${salon.slug}`, `/s/${salon.slug}/r/7K2MP9QRST`, `/calendarios/${token}.ics`]
  const answer = (place: string, path: string) =>
    fetch(new URL(path, place), { redirect: 'manual' }).then(({ status }) => status)
  const answers = async () => {
    const [here, there] = await Promise.all(
      [url, other.api.url].map((place) => Promise.all(paths.map((path) => answer(place, path)))),
    )
    return `${here} ${there}`
  }
  await moved(salon.slug, {
    async onStep(step) {
      if (step === 'closed') assert.equal(await answers(), '200,404,200 503,503,503')
      if (step === 'left') await until(async () => (await answers()) === '308,308,308 503,503,503')
      if (step === 'arrived')
        await until(async () => (await answers()) === '308,308,308 200,404,200')
    },
  })
})

test('changes, deletions and secrets since the copy are followed', async () => {
  const salon = await openLivelySalon()
  const { items: bookings } = dataOf(await salon.backend.get('/reservas/'))
  await moved(salon.slug, {
    clock: salon.clock,
    async onStep(step) {
      if (step !== 'copied') return
      // of the receiver, which has a copy that nobody can change
      assert.equal((await checkSecrets(other.admin, otherSecretsKeys)).status, 'ok')
      dataOf(await salon.guest.book('Ana', '19:00', { date: '2030-03-07' }), 201)
      await witness`delete from app.reviews where business_id = ${salon.businessId}`
      await witness`
        update app.event_endpoints set sealed_previous_secret = sealed_secret, previous_secret_ends_at = now()
        where business_id = ${salon.businessId}`
      await witness`
        update app.customers set name = name || ' II' where business_id = ${salon.businessId}`
    },
  })
  const [counted] = await other.witness<Record<string, number>[]>`
    select
      (select count(*)::int from app.bookings where business_id = ${salon.businessId}) as bookings,
      (select count(*)::int from app.reviews where business_id = ${salon.businessId}) as reviews,
      (select count(*)::int from app.customers
        where business_id = ${salon.businessId} and name not like '% II') as unchanged,
      (select count(*)::int from app.event_endpoints
        where business_id = ${salon.businessId} and sealed_previous_secret is null) as unsealed`
  const { bookings: all, ...rest } = counted ?? {}
  assert.ok((all ?? 0) > bookings.length)
  assert.deepEqual(rest, { reviews: 0, unchanged: 0, unsealed: 0 })
})

test('a row is deleted although others referred to it when it was copied', async () => {
  const salon = await openSmallSalon()
  // of a row that does not change: a copy that is made again has another one
  const copiedBy = () => other.witness<{ transaction: string }[]>`
    select xmin::text as transaction from app.professionals where business_id = ${salon.businessId}`
  let before: object = []
  await moved(salon.slug, {
    async onStep(step) {
      if (step !== 'copied') return
      before = [...(await copiedBy())]
      await witness`
        with added as (
          insert into app.categories (business_id, handle, name, position)
          select business_id, 'other', name, 9 from app.categories
          where business_id = ${salon.businessId} limit 1
          returning id)
        update app.services set category_id = (select id from added) where business_id = ${salon.businessId}`
      await witness`
        delete from app.categories where business_id = ${salon.businessId} and handle <> 'other' and kind = 'service'`
    },
  })
  const handles = await other.witness<{ handle: string }[]>`
    select handle from app.categories where business_id = ${salon.businessId}`
  assert.deepEqual(
    handles.map(({ handle }) => handle),
    ['other'],
  )
  assert.deepEqual([...(await copiedBy())], before)
})

test('what two values have exchanged since the copy starts it again', async () => {
  const salon = await openSmallSalon()
  for (const [time, email] of [
    ['10:00', 'a@example.com'],
    ['11:00', 'b@example.com'],
  ] as const)
    dataOf(await salon.guest.book('Ana', time, { email }), 201)
  await moved(salon.slug, {
    async onStep(step) {
      if (step !== 'copied') return
      await witness`
        update app.customers set email = 'c@example.com', email_key = 'c@example.com'
        where business_id = ${salon.businessId} and email_key = 'a@example.com'`
      await witness`
        update app.customers set email = 'a@example.com', email_key = 'a@example.com'
        where business_id = ${salon.businessId} and email_key = 'b@example.com'`
      await witness`
        update app.customers set email = 'b@example.com', email_key = 'b@example.com'
        where business_id = ${salon.businessId} and email_key = 'c@example.com'`
    },
  })
  await untilAnswers(salon, [leads, served])
})

test('a salon moves there and back, with the audit log of both places', async () => {
  const salon = await openSmallSalon()
  dataOf(await salon.guest.book('Ana', '09:00'), 201)
  await moved(salon.slug)
  const { urls } = await testDatabase()
  const { close, ...back } = moveOptions(other.urls, urls)
  const keys = { sourceKeys: back.receiverKeys, receiverKeys: back.sourceKeys }
  await moveSalon(salon.slug, {
    ...{ ...back, ...keys },
    async onStep(step) {
      // the copy here is not the place to which requests are led yet
      if (step === 'copied') assert.equal(statusOf(await salon.guest.get('/servicios/')), leads)
      // and not back and forth, while no place serves
      if (step === 'left') await untilAnswers(salon, [refuses, leads])
    },
  }).finally(close)
  await until(async () => (await salon.guest.get('/servicios/')).status === 200)
  const actions = await witness<{ action: string }[]>`
    select action from app.audit_entries where business_id = ${salon.businessId}
      and action like 'businesses.%' order by id`
  const count = (action: string) => actions.filter((each) => each.action === action).length
  assert.deepEqual([count('businesses.move'), count('businesses.delete')], [2, 1])
  dataOf(await salon.guest.book('Ana', '12:00'), 201)
})

test('clocks that differ are noticed, and the time between two queries is not', () => {
  assert.equal(clockDifference(1000, 1400, 1500), 0)
  assert.equal(clockDifference(1000, 4000, 1500), 2500)
  assert.equal(clockDifference(1000, -2000, 1500), 3000)
})

test('two moves of one salon at once: the second is refused', async () => {
  const salon = await openSmallSalon()
  await moved(salon.slug, {
    async onStep(step) {
      if (step === 'parked') await assert.rejects(moved(salon.slug), { code: 'MOVE_RUNNING' })
    },
  })
})

test('another release, a slug that is taken and no webhook are refused', async () => {
  const salon = await openSmallSalon()
  await other.witness`update registry.schema_release set release = '9.9.9'`
  await assert.rejects(moved(salon.slug), { code: 'MOVE_VERSIONS_DIFFER' })
  await other.witness`update registry.schema_release set release = '0.3.0'`
  await other.witness`
    insert into registry.businesses (business_id, slug, mode, created_at)
    values (gen_random_uuid(), ${salon.slug}, 'test', now())`
  await assert.rejects(moved(salon.slug), { code: 'MOVE_CONFLICT' })
  await other.witness`delete from registry.businesses where slug = ${salon.slug}`
  await other.witness`update registry.webhook_endpoints set retires_at = now()`
  const paid = await openSalon({ professionals: ['Ana'], payments: true })
  await assert.rejects(moved(paid.slug), { code: 'MOVE_WEBHOOK_MISSING' })
  await other.witness`update registry.webhook_endpoints set retires_at = null`
  for (const { businessId } of [salon, paid])
    assert.equal(await businessMoveQueries.findMove(admin, businessId), null)
})

test('an event of the processor that comes during a move is repeated, and applied once', async () => {
  const services = [{ name: 'Corte', priceCents: 2000 }]
  const salon = await openSalon({ professionals: ['Ana'], services, payments: true })
  other.api.clock.set(salon.clock.now())
  const intent = await salon.guest.createIntent(dataOf(await salon.guest.book('Ana', '10:00'), 201))
  salon.stripe.pay(intent)
  const event = salon.stripe.fake
    .events(salon.stripe.account)
    .find(({ type }) => type === 'payment_intent.succeeded')
  assert.ok(event)
  const deliver = async () => (await salon.stripe.fake.webhooks.deliver(event.id)).sort()
  await moved(salon.slug, {
    async onStep(step) {
      if (step === 'closed' || step === 'left') assert.deepEqual(await deliver(), [503, 503], step)
    },
  })
  for (let time = 0; time < 2; time++) assert.deepEqual(await deliver(), [200, 200])
  const [paid] = await other.witness<{ received: number; events: number }[]>`
    select
      (select received_cents::int from app.payments where business_id = ${salon.businessId}) as received,
      (select count(*)::int from app.processor_events
        where business_id = ${salon.businessId}) as events`
  assert.deepEqual(paid, { received: 2000, events: 1 })
})

test('a refund that is in flight at the switch is sent again there with its key, and is paid back once', async (t) => {
  const services = [{ name: 'Corte', priceCents: 2000 }]
  const salon = await openSalon({ professionals: ['Ana'], services, payments: true })
  const { fake, account } = salon.stripe
  other.api.clock.set(salon.clock.now())
  const booked = dataOf(await salon.guest.book('Ana', '18:00', { date: '2030-03-08' }), 201)
  const intent = await salon.guest.createIntent(booked)
  salon.stripe.pay(intent)
  dataOf(await salon.guest.confirmPayment(intent, { codigo: booked.codigo }))
  let refundId = 0
  let sending: Promise<void> | undefined
  let held: FaultHandle | undefined
  await moved(salon.slug, {
    clock: salon.clock,
    async onStep(step) {
      if (step === 'followed') {
        dataOf(await salon.guest.cancel(booked))
        const [refund] = await witness<{ id: number }[]>`
          select id from app.refunds where business_id = ${salon.businessId}`
        refundId = refund?.id ?? 0
        held = fake.fault({ kind: 'hold', when: 'after', method: 'POST', path: '/v1/refunds' })
        sending = sendRefund(await requestContextFor(salon), testProcessors, refundId)
        sending.catch(() => {})
        await held.reached
      }
      if (step !== 'left') return
      held?.release()
      // the processor has paid it back, and nothing of it can be written here any more
      await assert.rejects(sending ?? Promise.resolve(), { code: 'BUSINESS_MOVING' })
    },
  })
  assert.equal(fake.refunds(account).length, 1)
  const state = async () => {
    const [refund] = await other.witness<{ state: string }[]>`
      select state from app.refunds where business_id = ${salon.businessId}`
    return refund?.state
  }
  assert.equal(await state(), 'pending')
  const jobs = await jobsIn(other.witness, salon.businessId)
  assert.ok(jobs.some((job) => job.includes('send-refund')))

  const database = openDatabase({ url: other.urls.worker, name: 'silla-test-worker' })
  const notices = await openListener(other.urls.worker)
  t.after(() => Promise.all([database.close(), notices.close()]))
  const { clock, slug, businessId } = salon
  const tenant = openTenants({ database, notices, clock }).tenant(businessId, slug)
  await sendRefund({ tenant, clock, realClock: clock }, testProcessors, refundId)
  assert.equal(await state(), 'completed')
  assert.equal(fake.refunds(account).length, 1)
})

test('staff and customers stay signed in, whatever the clock of the command, and while the clocks differ by seconds', async () => {
  const salon = await openSmallSalon()
  const owner = await salon.staff('owner')
  const customer = await salon.customer({ nombre: 'Iris Sol', email: 'iris@example.com' })
  const visit = { servicio_ids: [salon.id('Corte')], peluquero_id: salon.id('Ana') }
  const start = { fecha: salon.today, hora_inicio: '17:00' }
  const hold = dataOf(await salon.guest.post('/retenciones/', { ...visit, ...start }), 201)
  const yesterday = { now: () => new Date(salon.clock.now().getTime() - 86_400_000) }
  await moved(salon.slug, {
    clock: yesterday,
    async onStep(step) {
      // nothing of the row says when it was changed
      if (step === 'copied')
        await witness`
          update app.customers set name = 'Iris Luna' where business_id = ${salon.businessId}`
    },
  })

  other.api.clock.set(new Date(salon.clock.now().getTime() - 2000))
  const there = client(other.api.url, { authorization: `Bearer ${owner.token}` })
  dataOf(await there.get('/soporte/'))
  // with the passkey that was used before the switch
  dataOf(
    await there.post('/personal/', { nombre: 'Eva', email: 'eva@example.com', rol: 'recepcion' }),
    201,
  )
  const bearer = { authorization: `Bearer ${customer.token}` }
  const guest = salon.guestAt(other.api.url)
  assert.equal(dataOf(await guest.get('/cliente/perfil/', bearer)).nombre, 'Iris Luna')
  dataOf(await guest.post(`/retenciones/${hold.id}/prolongar/`, { token: hold.token }))
})
