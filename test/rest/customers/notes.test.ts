import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, test } from 'node:test'
import {
  createNote,
  effectivePermissions,
  listAllergies,
  type Permission,
  type RequestContext,
} from '@silla/core'
import { checkStoredSecrets, reencryptSecrets } from '@silla/core/health/stored-secrets'
import { lockTableAndEnd } from '../../archives/lost-connection.ts'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { insertEndpoint } from '../../support/event-endpoints.ts'
import { queryGraphql } from '../../support/graphql.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { testSecrets } from '../../support/secrets.ts'
import { staffOf } from '../../support/staff.ts'

// Notes about customers, allergies and consents (D74).

const { admin, witness } = await testDatabase()
let salon: TestSalon
let neighbour: TestSalon
before(async () => {
  salon = await openSalon({ now: '2030-03-04T08:00' })
  neighbour = await openSalon()
})

const newCustomer = async (): Promise<number> =>
  dataOf(await salon.backend.post('/clientes/', { nombre: 'Lucía Prado' }), 201).id
const cardOf = async (id: number) => dataOf(await salon.backend.get(`/clientes/${id}/`))
const write = (id: number, tipo: string, texto: string) =>
  salon.backend.post(`/clientes/${id}/notas/`, { tipo, texto })
const consents = (id: number, tipo: string, otorgado: boolean) =>
  salon.backend.post(`/clientes/${id}/consentimientos/`, { tipo, otorgado, medio: 'papel' })
const allergiesOf = async (id: number) =>
  dataOf(await salon.backend.get(`/clientes/${id}/alergias/`)).items

async function withAllergy(texto = 'Parafenilendiamina'): Promise<{ id: number; note: number }> {
  const id = await newCustomer()
  dataOf(await consents(id, 'salud', true), 201)
  return { id, note: dataOf(await write(id, 'alergia', texto), 201).id }
}

test('D74: a note is written, changed and deleted, and the card has it', async () => {
  const id = await newCustomer()
  const { id: note, ...formula } = dataOf(await write(id, 'formula', ' 6.1 con 20 vol. '), 201)
  const at = '2030-03-04T07:00:00.000Z'
  assert.deepEqual(formula, {
    tipo: 'formula',
    texto: '6.1 con 20 vol.',
    created_at: at,
    updated_at: at,
  })
  salon.setTime('2030-03-04T09:00')
  const path = `/clientes/${id}/notas/${note}/`
  const changed = dataOf(await salon.backend.put(path, { texto: '6.1 con 30 vol.' }))
  assert.deepEqual((await cardOf(id)).notas, [changed])
  assert.equal(changed.updated_at, '2030-03-04T08:00:00.000Z')
  dataOf(await salon.backend.delete(path))
  assert.deepEqual((await cardOf(id)).notas, [])
  assertError(await salon.backend.delete(path), 'NOTE_NOT_FOUND')
  assertError(await salon.backend.put(path, { texto: 'x' }), 'NOTE_NOT_FOUND')
})

test('D19: a second click writes no second note, and from what is stored of an allergy none is guessed', async () => {
  const id = await newCustomer()
  const post = (tipo: string, texto = 'Una vez') =>
    salon.backend.post(`/clientes/${id}/notas/`, { tipo, texto }, { 'idempotency-key': tipo })
  const hashOf = async (tipo: string) => {
    const content = createHash('sha256')
      .update(JSON.stringify({ texto: 'Una vez', tipo }))
      .digest()
    return witness`
      select from idempotency_keys
      where business_id = ${salon.businessId} and ask_hash = ${content}`
  }
  dataOf(await consents(id, 'salud', true), 201)
  for (const tipo of ['nota', 'alergia']) {
    const first = dataOf(await post(tipo), 201)
    assert.equal(first.texto, 'Una vez')
    assert.deepEqual(dataOf(await post(tipo), 201), first)
    assertError(await post(tipo, 'Otra'), 'IDEMPOTENCY_KEY_REUSED')
  }
  const { notas, alergias } = await cardOf(id)
  assert.deepEqual([notas.length, alergias], [1, 1])
  assert.equal((await hashOf('nota')).length, 1)
  assert.equal((await hashOf('alergia')).length, 0)
})

test('D19: the request of a note that was deleted since finds none when it is repeated', async () => {
  const id = await newCustomer()
  const post = () =>
    salon.backend.post(
      `/clientes/${id}/notas/`,
      { tipo: 'nota', texto: 'Breve' },
      { 'idempotency-key': 'breve' },
    )
  const { id: note } = dataOf(await post(), 201)
  dataOf(await salon.backend.delete(`/clientes/${id}/notas/${note}/`))
  assertError(await post(), 'NOTE_NOT_FOUND')
  assert.deepEqual((await cardOf(id)).notas, [])
})

test('D74: an allergy needs consent, is not on the card, and is stored encrypted', async () => {
  const id = await newCustomer()
  assertError(await write(id, 'alergia', 'Látex'), 'CONSENT_REQUIRED')
  dataOf(await consents(id, 'salud', true), 201)
  const { id: note } = dataOf(await write(id, 'alergia', 'Látex'), 201)
  const card = await cardOf(id)
  assert.deepEqual([card.notas, card.alergias], [[], 1])
  const [{ texto, tipo }] = await allergiesOf(id)
  assert.deepEqual([tipo, texto], ['alergia', 'Látex'])
  dataOf(await salon.backend.put(`/clientes/${id}/notas/${note}/`, { texto: 'Látex y níquel' }))
  assert.equal((await allergiesOf(id))[0].texto, 'Látex y níquel')
  assert.doesNotMatch(await everyRow(), /l.tex|níquel|6cc3a1746578/i)
})

test('D74: withdrawing the consent to health data deletes the allergies', async () => {
  const { id } = await withAllergy()
  const { alergias_borradas } = dataOf(await consents(id, 'salud', false), 201)
  assert.equal(alergias_borradas, 1)
  assert.deepEqual(await allergiesOf(id), [])
  assertError(await write(id, 'alergia', 'Otra'), 'CONSENT_REQUIRED')
  dataOf(await consents(id, 'salud', true), 201)
  const { consentimientos } = await cardOf(id)
  assert.deepEqual(
    consentimientos.map(({ tipo, otorgado }: Record<string, unknown>) => [tipo, otorgado]),
    [['salud', true]],
    'the latest one counts',
  )
})

test('D74: each read of allergies has an audit entry, without a word of them', async () => {
  const { id } = await withAllergy()
  const { id: other } = await withAllergy()
  const since = (await reads()).length
  await allergiesOf(id)
  await cardOf(id)
  const { data } = await queryGraphql(
    salon.backend,
    `{ uno: alergias(id: ${id}) { items { texto } } otro: alergias(id: ${other}) { items { texto } } }`,
  )
  assert.equal(data.otro.items[0].texto, 'Parafenilendiamina')
  const entries = (await reads()).slice(since)
  assert.deepEqual(
    entries.map(({ operator, detail }) => [operator, detail.customerId]).sort(),
    [
      ['key server', id],
      ['key server', id],
      ['key server', other],
    ].sort(),
  )
  assert.doesNotMatch(JSON.stringify(await witness`select * from audit_entries`), /parafen/i)
})

test('D65: an allergy needs the permission for health data, a note that for notes', async () => {
  const { id, note } = await withAllergy()
  const context = await staffOf(salon)
  const keys = testSecrets.secretsKeys
  const as = (...permissions: Permission[]): RequestContext => ({
    ...context,
    identity: {
      ...{
        kind: 'staff',
        staffId: 1,
        sessionId: 1,
        passkeyAt: null,
        device: 'personal',
        isOwner: false,
      },
      ...{ professionalId: null, permissions: new Set(permissions) },
    },
  })
  const all = [...effectivePermissions('receptionist')]
  const allergy = { customerId: id, kind: 'allergy', text: 'Níquel' } as const
  await assert.rejects(createNote(as(...all), keys, allergy), { code: 'PERMISSION_REQUIRED' })
  await assert.rejects(listAllergies(as(...all), keys, id), { code: 'PERMISSION_REQUIRED' })
  await assert.rejects(
    createNote(as('agenda.all', 'customers.view'), keys, { ...allergy, kind: 'note' }),
    { code: 'PERMISSION_REQUIRED' },
  )
  const health = as(...all, 'customers.health')
  dataOf({ status: 200, data: await createNote(health, keys, allergy) } as never)
  assert.equal((await listAllergies(health, keys, id)).length, 2)
  await assert.rejects(createNote(health, null, allergy), { code: 'HEALTH_NOTES_NOT_CONFIGURED' })
  assert.ok(note)
})

test('allergies are encrypted again with the current key, and unreadable ones are named', async () => {
  const { id, note } = await withAllergy()
  const { secretsKeys } = testSecrets
  const other = { current: Buffer.alloc(32, 7), previous: secretsKeys.current }
  const replaced = await reencryptSecrets(admin, other, salon.clock)
  assert.ok(replaced.outdated >= 1)
  const context = await staffOf(salon)
  const [read] = await listAllergies(context, { ...other, previous: null }, id)
  assert.equal(read?.text, 'Parafenilendiamina')
  const [lost] = await allergiesOf(id)
  assert.equal(lost.texto, null, 'the API has the key before')
  const { unreadable } = await reencryptSecrets(admin, secretsKeys, salon.clock)
  assert.ok(unreadable.includes(`allergy ${note} of ${salon.slug}`))
  await reencryptSecrets(admin, { ...secretsKeys, previous: other.current }, salon.clock)
  assert.equal((await allergiesOf(id))[0].texto, 'Parafenilendiamina')
})

test('a check of stored secrets whose connection is lost counts each of them once', async () => {
  await withAllergy()
  await insertEndpoint(salon, { url: 'https://till.example/events' })
  const { secretsKeys } = testSecrets
  const before = await checkStoredSecrets(admin, secretsKeys)
  const { urls } = await testDatabase()
  const { waiting } = await lockTableAndEnd({ url: urls.prepare, table: 'app.customer_notes' })
  assert.deepEqual(await checkStoredSecrets(admin, secretsKeys), before)
  await waiting
})

test('D74: the consent to marketing is the choice of the account, and of a guest what was recorded', async () => {
  const id = await newCustomer()
  dataOf(await consents(id, 'marketing', true), 201)
  assert.equal((await cardOf(id)).acepta_marketing, true)
  const customer = await salon.customer({ nombre: 'Vera', email: 'vera@example.com' })
  dataOf(await consents(customer.id, 'marketing', true), 201)
  assert.equal(dataOf(await customer.get('/cliente/perfil/')).acepta_marketing, true)
  dataOf(await customer.put('/cliente/perfil/', { acepta_marketing: false }))
  assert.equal((await cardOf(customer.id)).acepta_marketing, false, 'their own choice counts')
})

test('D12: a customer exports notes, allergies and consents', async () => {
  const customer = await salon.customer({ nombre: 'Eva', email: 'eva@example.com' })
  dataOf(await consents(customer.id, 'salud', true), 201)
  dataOf(await write(customer.id, 'preferencia', 'Sin música'), 201)
  dataOf(await write(customer.id, 'alergia', 'Níquel'), 201)
  const { notas, consentimientos } = dataOf(await customer.get('/cliente/exportar/'))
  assert.deepEqual(notas.map(({ texto }: { texto: string }) => texto).sort(), [
    'Níquel',
    'Sin música',
  ])
  assert.deepEqual([consentimientos.length, consentimientos[0].medio], [1, 'papel'])
})

test('D19: a consent that is sent twice is recorded once, and the response is the first', async () => {
  const { id } = await withAllergy()
  const withdraw = () =>
    salon.backend.post(
      `/clientes/${id}/consentimientos/`,
      { tipo: 'salud', otorgado: false, medio: 'telefono', texto: 'Por teléfono' },
      { 'idempotency-key': 'withdraws' },
    )
  const first = dataOf(await withdraw(), 201)
  assert.deepEqual([first.alergias_borradas, first.texto], [1, 'Por teléfono'])
  dataOf(await consents(id, 'salud', true), 201)
  dataOf(await write(id, 'alergia', 'Níquel'), 201)
  assert.deepEqual(dataOf(await withdraw(), 201), first)
  assert.deepEqual(
    [(await allergiesOf(id)).length, (await cardOf(id)).consentimientos[0].otorgado],
    [1, true],
  )
  const [{ count }] = await witness<[{ count: number }]>`
    select count(*)::int as count from app.customer_consents where customer_id = ${id}`
  assert.equal(count, 3)
  const [{ answers }] = await witness<[{ answers: string }]>`
    select coalesce(string_agg(answer::text, ' '), '') as answers from app.idempotency_keys`
  assert.doesNotMatch(answers, /Por teléfono/)
})

test('D77: a consent is stored with who recorded it', async () => {
  const id = await newCustomer()
  const person = await salon.staff('receptionist')
  const consent = { tipo: 'marketing', otorgado: true, medio: 'papel' }
  dataOf(await person.post(`/clientes/${id}/consentimientos/`, consent), 201)
  dataOf(await consents(id, 'salud', true), 201)
  const rows = await witness`
    select recorded_by, staff_id from customer_consents
    where business_id = ${salon.businessId} and customer_id = ${id} order by kind`
  assert.deepEqual(
    [...rows].map(({ recordedBy, staffId }) => [recordedBy, staffId]),
    [
      ['business', null],
      ['business', person.staffId],
    ],
  )
})

test('notes and consents of others are not found, and errors name the field', async () => {
  const id = await newCustomer()
  const other = await newCustomer()
  const { id: note } = dataOf(await write(id, 'nota', 'Suya'), 201)
  const paths = [`/clientes/${other}/notas/${note}/`, `/clientes/${id}/notas/x/`]
  for (const path of paths) {
    assertError(await salon.backend.put(path, { texto: 'x' }), 'NOTE_NOT_FOUND')
    assertError(await salon.backend.delete(path), 'NOTE_NOT_FOUND')
  }
  const theirs = neighbour.backend
  for (const answer of [
    await theirs.post(`/clientes/${id}/notas/`, { tipo: 'nota', texto: 'x' }),
    await theirs.put(`/clientes/${id}/notas/${note}/`, { texto: 'x' }),
    await theirs.delete(`/clientes/${id}/notas/${note}/`),
    await theirs.get(`/clientes/${id}/alergias/`),
    await theirs.post(`/clientes/${id}/consentimientos/`, {
      ...{ tipo: 'salud', otorgado: true, medio: 'web' },
    }),
  ])
    assertError(answer, 'CUSTOMER_NOT_FOUND')
  assertInvalid(await write(id, 'otra', 'x'), 'tipo')
  assertInvalid(await write(id, 'nota', ' '), 'texto')
  assertInvalid(await write(id, 'nota', 'x'.repeat(2001)), 'texto')
  assertInvalid(
    await salon.backend.post(`/clientes/${id}/consentimientos/`, { tipo: 'fotos' }),
    'tipo',
    'otorgado',
    'medio',
  )
  assert.equal((await cardOf(id)).notas[0].texto, 'Suya')
})

const reads = async () => [
  ...(await witness<{ operator: string; detail: Record<string, unknown> }[]>`
    select operator, detail from audit_entries
    where business_id = ${salon.businessId} and action = 'customers.notes.read-allergies'
    order by occurred_at`),
]

/** All that the salon's tables hold, as one text. */
async function everyRow(): Promise<string> {
  const tables = await witness<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'app'::regnamespace and relkind in ('r', 'p') and not relispartition`
  const rows = tables.map(
    ({ name }) => witness`
      select to_jsonb(t)::text as row from ${witness(name)} t where business_id = ${salon.businessId}`,
  )
  return JSON.stringify(await Promise.all(rows))
}
