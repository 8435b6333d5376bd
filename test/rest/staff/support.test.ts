import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  deactivateStaff,
  endSupport,
  enterSupport,
  listLiveSupport,
  requestSupport,
  resumeBusiness,
  suspendBusiness,
} from '@silla/core'
import { openApi, testApi } from '../../support/api.ts'
import { assertError, dataOf } from '../../support/assertions.ts'
import { type Client, client } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { emailsTo } from '../../support/emails.ts'
import { queryGraphql } from '../../support/graphql.ts'
import { openSalon, type StaffClient, type TestSalon } from '../../support/salon.ts'
import { browserOf } from '../../support/signed-in-staff.ts'
import { staffOf } from '../../support/staff.ts'
import { enteredSupport, requestedSupport } from '../../support/support-access.ts'
import { until } from '../../support/until.ts'

const { admin, witness } = await testDatabase()
const now = '2030-03-04T10:00'
let salon: TestSalon
let owner: StaffClient
let url: string

before(async () => {
  salon = await openSalon({ professionals: ['Ana'], now })
  owner = await salon.staff('owner', { name: 'Lola Gil' })
  url = (await testApi()).url
})

const bearer = (token: string, at = url): Client => client(at, { authorization: `Bearer ${token}` })
const block = (professional = salon.id('Ana'), day = '2030-03-05') => ({
  ...{ peluquero_id: professional, motivo: 'Curso' },
  ...{ desde: `${day}T10:00`, hasta: `${day}T11:00` },
})
const later = (at: TestSalon, minutes: number) =>
  at.clock.set(new Date(at.clock.now().getTime() + minutes * 60_000))

test('D66: an owner lets support in for an hour; until then there is no token', async () => {
  const id = await requestedSupport(salon)
  const [mail] = await emailsTo(salon, owner.email)
  assert.equal(mail?.kind, 'support_requested')
  assert.equal(mail?.payload.reason, 'Bookings of Monday overlap')
  await assert.rejects(enterSupport(await staffOf(salon), id), /waits for an owner/)

  const listed = dataOf(await owner.get('/soporte/')).items[0]
  assert.deepEqual(
    [listed.id, listed.estado, listed.alcance, listed.solicitado_por, listed.aprobado_por],
    [id, 'solicitado', 'lectura', 'silla_admin', null],
  )
  assert.equal(listed.caduca_en, '2030-03-05T09:00:00.000Z')

  const approved = dataOf(await owner.post(`/soporte/${id}/aprobar/`))
  assert.deepEqual(
    [approved.estado, approved.aprobado_por, approved.caduca_en],
    ['aprobado', 'Lola Gil', '2030-03-04T10:00:00.000Z'],
  )
  const { token } = await enterSupport(await staffOf(salon), id)
  await assert.rejects(enterSupport(await staffOf(salon), id), /was shown already/)
  const [stored] = await witness`
    select token_hash from support_accesses where id = ${id}`
  assert.equal(stored?.tokenHash.length, 32)

  const support = bearer(token)
  dataOf(await support.get('/reservas/'))
  dataOf(await support.post('/graphql', { query: '{ bloqueos { pagination { total_items } } }' }))
  assertError(await support.post('/bloqueos/', block()), 'SUPPORT_NOT_ALLOWED')
  const { codes } = await queryGraphql(
    support,
    'mutation ($entrada: NuevoBloqueo!) { crear_bloqueo(entrada: $entrada) { id } }',
    { entrada: block() },
  )
  assert.deepEqual(codes, ['SUPPORT_NOT_ALLOWED'])

  later(salon, 59)
  dataOf(await support.get('/reservas/'))
  later(salon, 1)
  assertError(await support.get('/reservas/'), 'SESSION_ENDED')
  salon.setTime(now)
})

test('D66: what support changes is in the audit log as a change by support', async () => {
  const { id, token } = await enteredSupport(salon, { canWrite: true })
  const { id: blockId } = dataOf(await bearer(token).post('/bloqueos/', block()), 201)
  dataOf(await bearer(token).put('/ajustes/reglas/', { antelacion_minima_minutos: 15 }))
  dataOf(await bearer(token).delete(`/bloqueos/${blockId}/`))
  const { items } = dataOf(await owner.get('/auditoria/?desde=2030-03-04&limite=3'))
  assert.deepEqual(
    items.map((one: { quien: object; operacion: string }) => [one.quien, one.operacion]),
    ['blocks.delete', 'settings.update', 'blocks.create'].map((operation) => [
      { tipo: 'soporte', id, nombre: 'silla_admin' },
      operation,
    ]),
  )
  await endSupport(await staffOf(salon), id)
})

test('D66: either side ends an access, in every process within a second', async (t) => {
  const { urls } = await testDatabase()
  const second = await openApi(urls.api, { clock: salon.clock })
  t.after(second.close)
  for (const end of [
    async (id: number) => void dataOf(await owner.post(`/soporte/${id}/terminar/`)),
    async (id: number) => void (await endSupport(await staffOf(salon), id)),
  ]) {
    const { id, token } = await enteredSupport(salon)
    const processes = [bearer(token), bearer(token, second.url)]
    // in the cache of each
    for (const process of processes) dataOf(await process.get('/reservas/'))
    await end(id)
    // by the notification, because the clock that a cached access ages by stands still
    for (const process of processes)
      await until(async () => (await process.get('/reservas/')).error?.code === 'SESSION_ENDED')
    const again = dataOf(await owner.post(`/soporte/${id}/terminar/`))
    assert.equal(again.estado, 'terminado', 'a second click changes nothing')
    assertError(await owner.post(`/soporte/${id}/aprobar/`), 'SUPPORT_DECIDED')
  }
})

test('D66: without the database support is refused as unavailable, not as ended, and nothing is decided', async (t) => {
  const { urls } = await testDatabase()
  const away = await openApi(urls.api.replace(/:\d+\//, ':1/'), {
    databaseLimits: {},
    clock: salon.clock,
  })
  t.after(away.close)
  const { id, token } = await enteredSupport(salon)
  const requested = await requestedSupport(salon)
  const ownerAway = client(away.url, { authorization: `Bearer ${owner.token}` })
  for (const answer of [
    await bearer(token, away.url).get('/reservas/'),
    await ownerAway.get('/soporte/'),
    await ownerAway.post(`/soporte/${requested}/aprobar/`),
    await ownerAway.post(`/soporte/${id}/terminar/`),
  ])
    assert.deepEqual([answer.status, answer.error?.code], [503, 'SERVICE_UNAVAILABLE'])
  dataOf(await bearer(token).get('/reservas/'))
  const { items } = dataOf(await owner.get('/soporte/'))
  const stateOf = (wanted: number) => items.find((one: { id: number }) => one.id === wanted)?.estado
  assert.deepEqual([stateOf(id), stateOf(requested)], ['aprobado', 'solicitado'])
  for (const one of [id, requested]) await endSupport(await staffOf(salon), one)
})

test('D66: a list of all salons reads those in which somebody may be let in, and no other', async () => {
  const [quiet, busy] = [await openSalon({ now }), await openSalon({ now })]
  await busy.staff('owner')
  const statesIn = async ({ slug }: TestSalon) => {
    const found = await listLiveSupport(admin, busy.clock)
    return found.find((one) => one.slug === slug)?.accesses.map(({ state }) => state) ?? []
  }
  assert.deepEqual(await statesIn(busy), [])
  const id = await requestedSupport(busy)
  assert.deepEqual(await statesIn(busy), ['requested'])
  // as if it had not been requested: the salon is not read
  await witness`
    insert into support_accesses (
      business_id, requested_by, reason, can_write, is_emergency, requested_at, expires_at)
    select ${quiet.businessId}, requested_by, reason, can_write, is_emergency, requested_at, expires_at
    from support_accesses where business_id = ${busy.businessId}`
  assert.deepEqual(await statesIn(quiet), [])
  // as late as one can last: approved in the last minute of a day
  later(busy, 24 * 60 - 1)
  const late = await busy.staff('owner')
  dataOf(await late.post(`/soporte/${id}/aprobar/`))
  later(busy, 59)
  assert.deepEqual(await statesIn(busy), ['approved'])
  later(busy, 1)
  assert.deepEqual(await statesIn(busy), [])
  busy.setTime(now)
})

test('D66: nothing is written after an access has ended, whatever the request has begun', async () => {
  const { id, token } = await enteredSupport(salon, { canWrite: true })
  const support = bearer(token)
  dataOf(await support.get('/reservas/'))
  // as when the end comes between the check of the token and the write: no notification, a cached token
  await witness`update support_accesses set ended_at = ${salon.clock.now()} where id = ${id}`
  for (const attempt of [
    () => support.post('/bloqueos/', block(salon.id('Ana'), '2030-03-12')),
    () => support.put('/ajustes/reglas/', { antelacion_minima_minutos: 30 }),
    () =>
      support.post('/reservas/crear/', {
        ...{ servicio_ids: [salon.id('Corte')], peluquero_id: salon.id('Ana') },
        ...{ fecha: '2030-03-12', hora_inicio: '10:00', nombre: 'Eva', email: 'e@example.com' },
      }),
  ])
    assertError(await attempt(), 'SESSION_ENDED')
  const { items } = dataOf(await salon.backend.get('/bloqueos/?desde=2030-03-12&hasta=2030-03-12'))
  assert.deepEqual(items, [])
  assert.equal(dataOf(await salon.backend.get('/reservas/?desde=2030-03-12')).items.length, 0)
})

test('D66: an access to read cannot write, even where a request passes for another', async () => {
  const { id } = await enteredSupport(salon)
  const write = witness`
    select app.insert_audit_entry(${salon.businessId}, ${witness.json({
      ...{ supportId: id, action: 'blocks.create', detail: {}, at: salon.clock.now() },
    } as never)}, null)`
  await assert.rejects(write, { code: 'SU001' })
  await endSupport(await staffOf(salon), id)
})

test('D66: requests are refused, expire after a day, and are decided once', async () => {
  const refused = await requestedSupport(salon)
  assert.equal(dataOf(await owner.post(`/soporte/${refused}/rechazar/`)).estado, 'rechazado')
  assert.equal(dataOf(await owner.post(`/soporte/${refused}/rechazar/`)).estado, 'rechazado')
  assertError(await owner.post(`/soporte/${refused}/aprobar/`), 'SUPPORT_DECIDED')
  await assert.rejects(enterSupport(await staffOf(salon), refused), /was refused/)

  const approved = await requestedSupport(salon)
  const first = dataOf(await owner.post(`/soporte/${approved}/aprobar/`))
  later(salon, 10)
  const second = dataOf(await owner.post(`/soporte/${approved}/aprobar/`))
  assert.deepEqual(second, first, 'the hour does not begin again')
  const { items } = dataOf(await owner.get(`/auditoria/?recurso=soporte&recurso_id=${approved}`))
  assert.deepEqual(
    items.map(({ operacion }: { operacion: string }) => operacion),
    ['support.approve'],
    'a second click is no change',
  )
  assertError(await owner.post(`/soporte/${approved}/rechazar/`), 'SUPPORT_DECIDED')
  await endSupport(await staffOf(salon), approved)
  await assert.rejects(enterSupport(await staffOf(salon), approved), /has ended/)

  salon.setTime(now)
  const late = await requestedSupport(salon)
  later(salon, 24 * 60)
  const tomorrow = await salon.staff('owner')
  assertError(await tomorrow.post(`/soporte/${late}/aprobar/`), 'SUPPORT_DECIDED')
  await assert.rejects(enterSupport(await staffOf(salon), late), /within 24 hours/)
  const { items: listed } = dataOf(await tomorrow.get('/soporte/?page_size=100'))
  const expired = listed.find((access: { id: number }) => access.id === late)
  assert.equal(expired.estado, 'caducado')
  salon.setTime(now)
})

test('D66: only owners decide, with a passkey to let somebody in, and only about their own salon', async () => {
  const id = await requestedSupport(salon)
  const [manager, byCode] = [
    await salon.staff('manager'),
    await salon.staff('owner', { method: 'code' }),
  ]
  const other = await openSalon({ now })
  const stranger = await other.staff('owner')
  for (const verb of ['aprobar', 'rechazar', 'terminar']) {
    const path = `/soporte/${id}/${verb}/`
    assertError(await manager.post(path), 'OWNER_REQUIRED')
    assertError(await salon.backend.post(path), 'INSUFFICIENT_SCOPE')
    assertError(await stranger.post(path), 'SUPPORT_NOT_FOUND')
  }
  assertError(await byCode.post(`/soporte/${id}/aprobar/`), 'STEP_UP_REQUIRED')
  await assert.rejects(endSupport(await staffOf(other), id), { code: 'SUPPORT_NOT_FOUND' })
  // refusing needs no passkey
  assert.equal(dataOf(await byCode.post(`/soporte/${id}/rechazar/`)).estado, 'rechazado')

  const { token } = await enteredSupport(salon)
  const [, , secret = ''] = token.split('.')
  for (const wrong of [`soporte.${other.businessId}.${secret}`, `${token.slice(0, -4)}AAAA`])
    assertError(await bearer(wrong).get('/reservas/'), 'SESSION_ENDED')
  const asCookie = client(url, browserOf({ token }))
  assertError(await asCookie.get('/reservas/'), 'SESSION_ENDED')
  assertError(await bearer(token).get('/sesion/'), 'AUTHENTICATION_REQUIRED')
})

test('D66: who was deactivated while they decide lets nobody in', async () => {
  const small = await openSalon({ now })
  const [first, second] = [await small.staff('owner'), await small.staff('owner')]
  const id = await requestedSupport(small)
  await deactivateStaff(await staffOf(small), second.staffId)
  await until(async () => (await second.get('/soporte/')).error?.code === 'SESSION_ENDED')
  assertError(await second.post(`/soporte/${id}/aprobar/`), 'SESSION_ENDED')
  assert.equal(dataOf(await first.get('/soporte/')).items[0].estado, 'solicitado')
})

test('D66: a salon without an owner is entered in an emergency only, and informed', async () => {
  const small = await openSalon({ now })
  await assert.rejects(requestedSupport(small), { code: 'NO_OWNER' })
  await witness`
    update businesses set email = 'hola@small.example', catalog_version = catalog_version + 1
    where business_id = ${small.businessId}`
  const { token } = await emergency(small)
  dataOf(await bearer(token).get('/reservas/'))
  assert.deepEqual(
    (await emailsTo(small, 'hola@small.example')).map(({ kind }) => kind),
    ['support_entered'],
  )
  const [one, two] = [await small.staff('owner'), await small.staff('owner')]
  await emergency(small)
  for (const { email } of [one, two])
    assert.deepEqual(
      (await emailsTo(small, email)).map(({ kind }) => kind),
      ['support_entered'],
    )
  const { items } = dataOf(await one.get('/soporte/'))
  assert.deepEqual(
    items.map((access: { emergencia: boolean; estado: string; aprobado_por: string | null }) => [
      ...[access.emergencia, access.estado, access.aprobado_por],
    ]),
    Array(2).fill([true, 'aprobado', null]),
  )
})

test('D66: two of support are in the salon at once, and everybody there sees both', async () => {
  const small = await openSalon({ now })
  const receptionist = await small.staff('receptionist')
  const [reader, writer] = [
    await enteredSupport(small),
    await enteredSupport(small, { canWrite: true }),
  ]
  const waiting = await requestedSupport(small)
  const { soporte } = dataOf(await receptionist.get('/sesion/'))
  assert.deepEqual(
    soporte.map((access: { id: number; alcance: string }) => [access.id, access.alcance]).sort(),
    [
      [reader.id, 'lectura'],
      [writer.id, 'escritura'],
    ].sort(),
  )
  await endSupport(await staffOf(small), reader.id)
  dataOf(await bearer(writer.token).get('/reservas/'))
  const { soporte: left } = dataOf(await receptionist.get('/sesion/'))
  assert.deepEqual(
    left.map(({ id }: { id: number }) => id),
    [writer.id],
  )
  assert.notEqual(waiting, writer.id)

  for (let live = 2; live < 5; live++) await requestedSupport(small)
  await assert.rejects(requestedSupport(small), { code: 'SUPPORT_NOT_READY' })
})

test('D66: a suspended salon lets nobody in', async () => {
  const small = await openSalon({ now })
  const { token } = await enteredSupport(small)
  dataOf(await bearer(token).get('/reservas/'))
  await suspendBusiness(admin, small.slug, small.clock)
  await until(
    async () => (await bearer(token).get('/reservas/')).error?.code === 'BUSINESS_SUSPENDED',
  )
  await assert.rejects(emergency(small), { code: 'BUSINESS_SUSPENDED' })
  await resumeBusiness(admin, small.slug, small.clock)
  await until(async () => (await bearer(token).get('/reservas/')).error === undefined)
})

test('D66: the roles that serve requests make no access', async () => {
  const [rights] = await witness`
    select has_table_privilege('silla_api', 'app.support_accesses', 'insert') as inserts,
      has_table_privilege('silla_api', 'app.support_accesses', 'delete') as deletes,
      has_table_privilege('silla_worker', 'app.support_accesses', 'insert') as worker_inserts`
  assert.deepEqual(rights, { inserts: false, deletes: false, workerInserts: false })
})

async function emergency(at: TestSalon): Promise<{ token: string }> {
  const { token } = await requestSupport(await staffOf(at, 'support.open'), {
    ...{ reason: 'Guests cannot book', canWrite: false, isEmergency: true },
  })
  return { token: token ?? assert.fail('an emergency has a token at once') }
}
