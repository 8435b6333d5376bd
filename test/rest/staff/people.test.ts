import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '../../support/api.ts'
import { assertError, dataOf } from '../../support/assertions.ts'
import { atEnd } from '../../support/at-end.ts'
import { type ApiResponse, client } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { emailsTo } from '../../support/emails.ts'
import { queryGraphql } from '../../support/graphql.ts'
import { openSalon, type StaffClient, type TestSalon } from '../../support/salon.ts'
import { until } from '../../support/until.ts'
import { untilWaiting } from '../../support/until-waiting.ts'

const { witness } = await testDatabase()

type Id = number | string
const ofPerson = ({ staffId }: { staffId: number }) => `/personal/${staffId}/`
const invitationOf = (id: Id) => `/personal/${id}/invitacion/`
const sessionsOf = (id: Id) => `/personal/${id}/sesiones/`
const sessionOf = (id: Id, session: Id) => `/personal/${id}/sesiones/${session}/`
let people = 0
/** Another address each time: one gets an invitation an hour. */
const invitation = (more: object = {}) => ({
  ...{ nombre: 'Omar Haddad', email: `omar.${++people}@example.com`, rol: 'recepcion', ...more },
})

/** Later, with a passkey that each member of staff has just used. */
async function minutesLater({ businessId, clock }: TestSalon, minutes: number): Promise<void> {
  clock.set(new Date(clock.now().getTime() + minutes * 60_000))
  await witness`
    update staff_sessions set passkey_at = ${clock.now()} where business_id = ${businessId}`
  // what is cached of a session lasts a second
  clock.set(new Date(clock.now().getTime() + 1000))
}

test('D66: people are invited, listed, changed, deactivated and brought back', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Bea'] })
  const owner = await salon.staff('owner', { name: 'Lola Gil', email: 'lola@example.com' })
  const professional = { rol: 'profesional', peluquero_id: salon.id('Ana'), idioma: 'en' }
  const invited = dataOf(await owner.post('/personal/', invitation(professional)), 201)
  assert.deepEqual(
    [invited.rol, invited.estado, invited.peluquero_nombre, invited.idioma, invited.version],
    ['profesional', 'invitada', 'Ana', 'en', 1],
  )
  assert.equal(invited.invitacion_caduca_en, '2030-03-11T07:00:00.000Z')
  assert.equal((await emailsTo(salon, invited.email)).length, 1)
  const { items, pagination } = dataOf(await owner.get('/personal/'))
  assert.deepEqual(
    [items.map(({ nombre }: { nombre: string }) => nombre), pagination.total_items],
    [['Lola Gil', 'Omar Haddad'], 2],
  )
  const path = `/personal/${invited.id}/`
  const changed = dataOf(
    await owner.put(path, {
      ...{ nombre: 'Omar', rol: 'recepcion', peluquero_id: salon.id('Bea'), version: 1 },
      ...{ permisos_extra: ['caja.descuento'], permisos_retirados: ['caja.cobrar'] },
    }),
  )
  assert.deepEqual(dataOf(await owner.get(path)), changed)
  assert.deepEqual(
    [changed.nombre, changed.rol, changed.peluquero_id, changed.idioma, changed.version],
    ['Omar', 'recepcion', salon.id('Bea'), 'en', 2],
  )
  assert.ok(changed.permisos.includes('caja.descuento'))
  assert.ok(!changed.permisos.includes('caja.cobrar'))
  assertError(await owner.put(path, { nombre: 'Omar H.', version: 1 }), 'VERSION_CONFLICT')

  // the invitation that is sent again has what was changed
  assertError(await owner.post(invitationOf(invited.id)), 'RATE_LIMIT_EXCEEDED')
  await minutesLater(salon, 60)
  const again = dataOf(await owner.post(invitationOf(invited.id)))
  assert.deepEqual(
    [again.estado, again.rol, again.permisos_extra, again.invitacion_caduca_en],
    ['invitada', 'recepcion', ['caja.descuento'], '2030-03-11T08:00:01.000Z'],
  )
  assert.equal((await emailsTo(salon, invited.email)).at(-1)?.payload.role, 'receptionist')

  const removed = dataOf(await owner.put(path, { quitar: ['peluquero_id'], permisos_extra: [] }))
  assert.deepEqual([removed.peluquero_id, removed.permisos_extra], [null, []])
  const deactivated = dataOf(await owner.delete(path))
  assert.deepEqual([deactivated.estado, deactivated.invitacion_caduca_en], ['desactivada', null])
  assert.deepEqual(dataOf(await owner.delete(path)), deactivated, 'a second click')
  assertError(await owner.put(path, { nombre: 'Omar' }), 'STAFF_NOT_FOUND')
  assert.equal(dataOf(await owner.get('/personal/')).pagination.total_items, 1)
  const gone = dataOf(await owner.get('/personal/?estado=desactivada')).items
  assert.deepEqual(gone, [deactivated])
  await minutesLater(salon, 60)
  const back = dataOf(await owner.post(invitationOf(invited.id)))
  assert.deepEqual(
    [back.id, back.estado, back.rol, back.permisos_retirados],
    [invited.id, 'invitada', 'recepcion', []],
  )
})

test('D19: an invitation that is repeated with its key sends one email', async () => {
  const salon = await openSalon()
  const owner = await salon.staff('owner')
  const key = { 'idempotency-key': 'una vez' }
  const body = invitation()
  const first = dataOf(await owner.post('/personal/', body, key), 201)
  const second = await owner.post('/personal/', body, key)
  assert.deepEqual(
    [dataOf(second, 201), second.headers.get('idempotent-replayed')],
    [first, 'true'],
  )
  assertError(
    await owner.post('/personal/', invitation({ nombre: 'Otro' }), key),
    'IDEMPOTENCY_KEY_REUSED',
  )
  assert.equal((await emailsTo(salon, body.email)).length, 1)
})

test('what is sent has to fit', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  const other = await openSalon({ professionals: ['Zoe'] })
  const owner = await salon.staff('owner', { email: 'lola@example.com' })
  const person = await salon.staff('receptionist', { professional: 'Ana' })
  const foreign = await other.staff('receptionist')
  const path = ofPerson(person)
  for (const body of [
    invitation({ rol: 'jefe' }),
    invitation({ rol: null }),
    invitation({ email: 'omar' }),
    invitation({ nombre: ' ' }),
    invitation({ peluquero_id: '1' }),
    invitation({ permisos_extra: ['caja.anular'] }),
  ])
    assertError(await owner.post('/personal/', body), 'VALIDATION_ERROR')
  for (const body of [
    { permisos_extra: 'caja.anular' },
    { permisos_extra: ['caja.todo'] },
    { permisos_extra: ['caja.anular', 'caja.anular'] },
    { permisos_extra: ['caja.anular'], permisos_retirados: ['caja.anular'] },
    { peluquero_id: salon.id('Ana'), quitar: ['peluquero_id'] },
    { version: 0 },
    { email: 'otro@example.com' },
  ])
    assertError(await owner.put(path, body), 'VALIDATION_ERROR')
  assertError(await owner.get('/personal/?estado=x'), 'VALIDATION_ERROR')
  assertError(await owner.get('/personal/?page=0'), 'INVALID_PAGINATION')
  const taken = invitation({ email: 'LOLA@example.com' })
  assertError(await owner.post('/personal/', taken), 'STAFF_EMAIL_TAKEN')
  assertError(await owner.post(invitationOf(person.staffId)), 'STAFF_EMAIL_TAKEN')
  const linked = { peluquero_id: salon.id('Ana') }
  assertError(await owner.put(ofPerson(owner), linked), 'PROFESSIONAL_ALREADY_LINKED')
  assert.equal(dataOf(await owner.put(path, linked)).peluquero_nombre, 'Ana', 'it is theirs')
  for (const peluquero_id of [other.id('Zoe'), 1])
    assertError(await owner.put(path, { peluquero_id }), 'PROFESSIONAL_NOT_FOUND')
  for (const id of [foreign.staffId, 1, 'x']) {
    const unknown = `/personal/${id}/`
    for (const answer of [
      await owner.get(unknown),
      await owner.put(unknown, { nombre: 'X' }),
      await owner.delete(unknown),
      await owner.post(invitationOf(id)),
      await owner.get(sessionsOf(id)),
      await owner.delete(sessionsOf(id)),
      await owner.delete(sessionOf(id, foreign.sessionId)),
    ])
      assertError(answer, 'STAFF_NOT_FOUND')
  }
  assertError(await owner.delete(sessionOf(person.staffId, foreign.sessionId)), 'SESSION_NOT_FOUND')
  dataOf(await foreign.get('/reservas/'))
})

test('D65: managers give what they have, and leave owners and their own role alone', async () => {
  const salon = await openSalon()
  const owner = await salon.staff('owner')
  const manager = await salon.staff('manager')
  const person = await salon.staff('receptionist')
  const refusedOf = async (path: string, body: object) => {
    const { error } = await manager.put(path, body)
    return [error?.code, error?.permiso]
  }
  const lacks = ['PERMISSION_REQUIRED', 'integraciones']
  assert.deepEqual(await refusedOf(ofPerson(person), { permisos_extra: ['integraciones'] }), lacks)
  assert.deepEqual(await refusedOf(ofPerson(manager), { permisos_extra: ['integraciones'] }), lacks)
  const onlyOwners = ['OWNER_REQUIRED', undefined]
  assert.deepEqual(await refusedOf(ofPerson(person), { rol: 'propietario' }), onlyOwners)
  assert.deepEqual(await refusedOf(ofPerson(owner), { rol: 'recepcion' }), onlyOwners)
  assert.deepEqual(await refusedOf(ofPerson(owner), { nombre: 'Lola' }), onlyOwners)
  assert.deepEqual(await refusedOf(ofPerson(manager), { rol: 'propietario' }), onlyOwners)
  for (const answer of [
    await manager.delete(ofPerson(owner)),
    await manager.get(sessionsOf(owner.staffId)),
    await manager.delete(sessionsOf(owner.staffId)),
    await manager.delete(sessionOf(owner.staffId, owner.sessionId)),
    await manager.post('/personal/', invitation({ rol: 'propietario' })),
  ])
    assertError(answer, 'OWNER_REQUIRED')
  dataOf(await owner.get('/reservas/'))

  // what an owner has given stays, and nothing is added to it
  dataOf(await owner.put(ofPerson(person), { permisos_extra: ['integraciones'] }))
  const changed = dataOf(await manager.put(ofPerson(person), { rol: 'encargado' }))
  assert.deepEqual([changed.rol, changed.permisos_extra], ['encargado', ['integraciones']])

  // a receptionist who manages people does not become a manager by themselves
  const own = await salon.staff('receptionist', {
    permissionsAdded: [
      ...(['customers.health', 'customers.export', 'till.discount', 'till.void'] as const),
      ...(['reports.own', 'reports.salon', 'settings.schedule', 'settings.catalog'] as const),
      ...(['settings.business', 'staff.manage'] as const),
    ],
  })
  assertError(await own.put(ofPerson(own), { rol: 'encargado' }), 'OWNER_REQUIRED')
  assert.equal(dataOf(await own.put(ofPerson(own), { rol: 'profesional' })).rol, 'profesional')

  const before = { permisos_retirados: ['caja.anular'] }
  assertError(await owner.put(ofPerson(owner), before), 'OWNER_PERMISSIONS_FIXED')
  const raised = dataOf(await owner.put(ofPerson(person), { rol: 'propietario' }))
  assert.deepEqual([raised.permisos_extra, raised.permisos.length], [[], 19])
})

test('D65: a person gets an email when their role or permissions change, once, and for nothing else', async () => {
  const salon = await openSalon()
  const owner = await salon.staff('owner')
  const person = await salon.staff('receptionist', { name: 'Inés Prat' })
  const mails = async () =>
    (await emailsTo(salon, person.email)).filter(({ kind }) => kind === 'staff_role_changed')
  for (const same of [{ nombre: 'Inés P.' }, { idioma: 'en' }, { rol: 'recepcion' }])
    dataOf(await owner.put(ofPerson(person), same))
  // to give what the role has already changes nothing
  dataOf(await owner.put(ofPerson(person), { permisos_extra: ['caja.cobrar'] }))
  assert.deepEqual(await mails(), [])

  const key = { 'idempotency-key': 'click' }
  for (const _ of ['first', 'second'])
    dataOf(await owner.put(ofPerson(person), { rol: 'encargado' }, key))
  dataOf(await owner.put(ofPerson(person), { permisos_retirados: ['informes.salon'] }))
  assert.deepEqual(
    (await mails()).map(({ language, payload }) => [language, payload.name, payload.role]),
    Array(2).fill(['en', 'Inés P.', 'manager']),
  )
  // a change that is refused, and somebody who has only been invited: their invitation says it
  const stale = { rol: 'recepcion', version: 1 }
  assertError(await owner.put(ofPerson(person), stale), 'VERSION_CONFLICT')
  assert.equal((await mails()).length, 2)
  const invited = dataOf(await owner.post('/personal/', invitation()), 201)
  dataOf(await owner.put(`/personal/${invited.id}/`, { rol: 'encargado' }))
  assert.deepEqual(
    (await emailsTo(salon, invited.email)).map(({ kind }) => kind),
    ['staff_invitation'],
  )
})

test('D65: sessions have a new role within a second, in every process', async () => {
  const salon = await openSalon()
  const another = await openApi()
  atEnd(another.close)
  const owner = await salon.staff('owner')
  const person = await salon.staff('receptionist')
  const elsewhere = client(another.url, { authorization: `Bearer ${person.token}` })
  for (const who of [person, elsewhere]) dataOf(await who.get('/clientes/?q=x'))
  const body = { permisos_retirados: ['clientes.ver', 'clientes.contacto'] }
  dataOf(await owner.put(ofPerson(person), body))
  // the notification can come after the answer
  for (const who of [person, elsewhere])
    await until(async () => (await who.get('/clientes/?q=x')).error?.permiso === 'clientes.ver')
})

test('D65: a role that changes while a request runs: it ends with its rights, unless it changes people', async () => {
  const salon = await openSalon()
  const owner = await salon.staff('owner')
  const person = await salon.staff('owner')
  const customer = dataOf(await salon.backend.post('/clientes/', { nombre: 'Rosa' }), 201)
  let change: Promise<ApiResponse> | undefined
  await witness.begin(async (tx) => {
    await tx`
      select from customers where business_id = ${salon.businessId} and id = ${customer.id} for update`
    change = person.put(`/clientes/${customer.id}/`, { nombre: 'Rosa Gil' })
    await untilWaiting(1)
    dataOf(await owner.put(ofPerson(person), { rol: 'encargado' }))
  })
  assert.equal(dataOf(await (change ?? assert.fail())).nombre, 'Rosa Gil')

  const manager = await salon.staff('manager')
  let raise: Promise<ApiResponse> | undefined
  await witness.begin(async (tx) => {
    await tx`
      select from business_settings where business_id = ${salon.businessId} for no key update`
    raise = manager.put(ofPerson(person), { rol: 'recepcion' })
    await untilWaiting(1)
    await tx`
      update staff set permissions_removed = '{staff.manage}'
      where business_id = ${salon.businessId} and id = ${manager.staffId}`
  })
  const refused = await (raise ?? assert.fail())
  assert.deepEqual(
    [refused.error?.code, refused.error?.permiso],
    ['PERMISSION_REQUIRED', 'personal.gestionar'],
  )
  assert.equal(dataOf(await owner.get(ofPerson(person))).rol, 'encargado')
})

test('D65: an owner who has accepted always stays, also when two change each other at once', async () => {
  const salon = await openSalon()
  const [one, two] = [await salon.staff('owner'), await salon.staff('owner')]
  const demote = (by: StaffClient, whom: StaffClient) =>
    by.put(ofPerson(whom), { rol: 'encargado' })
  const codesOf = (answers: ApiResponse[]) =>
    answers.map(({ error }) => error?.code ?? 'done').sort()
  assert.deepEqual(codesOf(await Promise.all([demote(one, two), demote(two, one)])), [
    'OWNER_REQUIRED',
    'done',
  ])
  const others = await openSalon()
  const [three, four] = [await others.staff('owner'), await others.staff('owner')]
  assert.deepEqual(codesOf(await Promise.all([demote(three, three), demote(four, four)])), [
    'LAST_OWNER',
    'done',
  ])
  const small = await openSalon()
  const last = await small.staff('owner')
  dataOf(await last.post('/personal/', invitation({ rol: 'propietario' })), 201)
  assertError(await demote(last, last), 'LAST_OWNER')
  assertError(await last.delete(ofPerson(last)), 'LAST_OWNER')
})

test('D62: the sessions of people are listed and ended, one or all', async () => {
  const salon = await openSalon()
  const manager = await salon.staff('manager')
  const person = await salon.staff('receptionist')
  const path = sessionsOf(person.staffId)
  const own = sessionOf(person.staffId, person.sessionId)
  const { items, pagination } = dataOf(await manager.get(path))
  assert.deepEqual(
    [items[0].id, items[0].dispositivo, items[0].actual, pagination.total_items],
    [person.sessionId, 'Firefox, Linux', false, 1],
  )
  assert.equal(dataOf(await manager.get(sessionsOf(manager.staffId))).items[0].actual, true)
  assert.equal(dataOf(await manager.delete(own)).id, person.sessionId)
  assertError(await manager.delete(own), 'SESSION_NOT_FOUND')
  await until(async () => (await person.get('/reservas/')).error?.code === 'SESSION_ENDED')
  assert.deepEqual(dataOf(await manager.get(path)).items, [])
  const again = await salon.staff('professional')
  const ofAgain = sessionsOf(again.staffId)
  assert.deepEqual(dataOf(await manager.delete(ofAgain)), { cerradas: 1 })
  assert.deepEqual(dataOf(await manager.delete(ofAgain)), { cerradas: 0 })
  await until(async () => (await again.get('/reservas/')).error?.code === 'SESSION_ENDED')
})

test('GraphQL does the same', async () => {
  const salon = await openSalon()
  const owner = await salon.staff('owner')
  const { data } = await queryGraphql(
    owner,
    'mutation ($entrada: NuevaPersona!) { invitar_persona(entrada: $entrada) { id rol estado } }',
    { entrada: invitation() },
  )
  const { id, ...rest } = data.invitar_persona
  assert.deepEqual(rest, { rol: 'recepcion', estado: 'invitada' })
  const change = `mutation { actualizar_persona(id: ${id}, entrada: {version: 9}) { id } }`
  assert.deepEqual((await queryGraphql(owner, change)).codes, ['VERSION_CONFLICT'])
  const listed = await queryGraphql(owner, '{ personal(estado: "invitada") { items { id } } }')
  assert.deepEqual(listed.data.personal.items, [{ id }])
  const byKey = await queryGraphql(salon.backend, `{ persona(id: ${id}) { id } }`)
  assert.deepEqual(byKey.codes, ['INSUFFICIENT_SCOPE'])
})
