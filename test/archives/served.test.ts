import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCalendarFeed, unseal } from '@silla/core'
import { openPool } from '@silla/db'
import { openApi } from '../support/api.ts'
import { assertError, dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { newSecret } from '../support/event-endpoints.ts'
import { openSalon } from '../support/salon.ts'
import { staffOf } from '../support/staff.ts'
import { archived, otherSecretsKeys, restored } from './archived.ts'
import { openLivelySalon } from './lively-salon.ts'
import { openReceiver } from './receiver.ts'

const { admin } = await testDatabase()

test('a restored salon is served with its keys, codes, sessions, calendars and secrets', async (t) => {
  const salon = await openLivelySalon()
  const booked = dataOf(await salon.guest.book('Ana', '13:00'), 201)
  const customer = await salon.customer({ nombre: 'Iris Sol', email: 'iris@example.com' })
  const { token } = await createCalendarFeed(await staffOf(salon), null)
  const receiver = await openReceiver(t)
  await restored(receiver.admin, await archived(admin, salon))
  const api = await openApi(receiver.urls.api, { secretsKeys: otherSecretsKeys })
  receiver.atEnd(api.close)

  const guest = salon.guestAt(api.url)
  const found = dataOf(await guest.get(`/reservas/codigo/${booked.codigo}/`))
  assert.equal(found.id, booked.id)
  assertError(await guest.book('Ana', '13:00'), 'SLOT_NOT_AVAILABLE')
  const bearer = { authorization: `Bearer ${customer.token}` }
  assert.equal(dataOf(await guest.get('/cliente/perfil/', bearer)).email, 'iris@example.com')
  const calendar = await fetch(new URL(`/calendarios/${token}.ics`, api.url))
  assert.deepEqual([calendar.status, /BEGIN:VEVENT/.test(await calendar.text())], [200, true])
  const [endpoint] = await receiver.witness<{ id: number; sealedSecret: Buffer }[]>`
    select id, sealed_secret from app.event_endpoints`
  assert.ok(endpoint)
  assert.equal(
    unseal(endpoint.sealedSecret, otherSecretsKeys, `event-endpoint:${endpoint.id}`),
    newSecret(endpoint.id),
  )
  const [note] = await receiver.witness<{ id: number; sealedBody: Buffer }[]>`
    select id, sealed_body from app.customer_notes where sealed_body is not null`
  assert.ok(note)
  assert.equal(unseal(note.sealedBody, otherSecretsKeys, `customer-note:${note.id}`), 'Nuez')
})

test('a session that has drawn numbers before draws none that a restored event has', async (t) => {
  const salon = await openSalon({ professionals: ['Ana'] })
  for (const time of ['10:00', '11:00', '12:00']) dataOf(await salon.guest.book('Ana', time), 201)
  const { witness } = await testDatabase()
  const events = await witness<{ id: number }[]>`
    select id from app.events where business_id = ${salon.businessId} order by id`
  const ids = events.map(({ id }) => id)
  const [first = 0] = ids
  const receiver = await openReceiver(t)
  await receiver.witness`select setval('app.events_id_seq', ${first}, false)`
  const session = openPool({ url: receiver.urls.cli, max: 1, name: 'silla-test-session' })
  receiver.atEnd(() => session.end({ timeout: 1 }))
  const draw = async () => {
    const [drawn] = await session<{ id: number }[]>`select nextval('app.events_id_seq') as id`
    return drawn?.id ?? 0
  }
  assert.equal(await draw(), first)

  await restored(receiver.admin, await archived(admin, salon))
  const next = await draw()
  assert.ok(next > (ids.at(-1) ?? 0) && next > first + 31, `${next} after ${ids}`)
})
