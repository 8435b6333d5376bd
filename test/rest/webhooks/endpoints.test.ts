import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '../../support/api.ts'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { insertDeliveries } from '../../support/deliveries.ts'
import { jobsDatabase } from '../../support/jobs.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { assertWritesNothing } from '../../support/writes.ts'

const url = 'https://till.example/events'

const create = (salon: TestSalon, more: object = {}) =>
  salon.backend.post('/webhooks/endpoints/', { url, ...more })

const endpointOf = async (salon: TestSalon, more: object = {}) =>
  dataOf(await create(salon, more), 201)

/** What is stored of an endpoint, besides what the API shows. */
async function storedEndpoint({ businessId }: TestSalon) {
  const { witness } = await testDatabase()
  const [row] = await witness<StoredEndpoint[]>`
    select sealed_secret, sealed_previous_secret, previous_secret_ends_at, position
    from event_endpoints where business_id = ${businessId}`
  assert.ok(row)
  return row
}

interface StoredEndpoint {
  sealedSecret: Buffer
  sealedPreviousSecret: Buffer | null
  previousSecretEndsAt: Date | null
  position: number
}

test('D42: an endpoint is created with a secret that is shown once', async () => {
  const salon = await openSalon()
  const { secreto, ...endpoint } = dataOf(
    await create(salon, { tipos: ['reserva.creada', 'pago.completado'], descripcion: ' Caja ' }),
    201,
  )
  assert.match(secreto, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.deepEqual(endpoint, {
    id: endpoint.id,
    url,
    tipos: ['reserva.creada', 'pago.completado'],
    descripcion: 'Caja',
    activo: true,
    fallando_desde: null,
    desactivado_en: null,
    creado_en: '2030-03-04T07:00:00.000Z',
    actualizado_en: '2030-03-04T07:00:00.000Z',
  })
  assert.deepEqual(dataOf(await salon.backend.get(`/webhooks/endpoints/${endpoint.id}/`)), endpoint)
  const list = dataOf(await salon.backend.get('/webhooks/endpoints/'))
  assert.deepEqual(list.items, [endpoint])
  assert.equal(list.pagination.total_items, 1)

  const { sealedSecret } = await storedEndpoint(salon)
  assert.ok(!sealedSecret.includes(secreto) && !sealedSecret.includes(secreto.slice(6)))
})

test('D42: without types, and with none, an endpoint gets events of every type', async () => {
  const salon = await openSalon()
  assert.deepEqual((await endpointOf(salon)).tipos, [])
  const { id } = await endpointOf(salon, { tipos: [] })
  const set = (tipos: string[]) => salon.backend.put(`/webhooks/endpoints/${id}/`, { tipos })
  assert.deepEqual(dataOf(await set(['resena.creada'])).tipos, ['resena.creada'])
  assert.deepEqual(dataOf(await set([])).tipos, [])
})

test('D42: the body of an endpoint is validated', async () => {
  const salon = await openSalon()
  const { post } = salon.backend
  assertInvalid(await post('/webhooks/endpoints/', {}), 'url')
  assertInvalid(await post('/webhooks/endpoints/', { url: 7 }), 'url')
  assertInvalid(await create(salon, { url: `https://till.example/${'a'.repeat(2048)}` }), 'url')
  assertInvalid(await create(salon, { tipos: 'reserva.creada' }), 'tipos')
  assertInvalid(await create(salon, { tipos: ['reserva.creada', 'reserva.x'] }), 'tipos[1]')
  assertInvalid(await create(salon, { tipos: ['webhook.prueba'] }), 'tipos[0]')
  assertInvalid(await create(salon, { tipos: ['resena.creada', 'resena.creada'] }), 'tipos')
  assertInvalid(await create(salon, { descripcion: 'a'.repeat(201) }), 'descripcion')
  assertInvalid(await create(salon, { secreto: 'whsec_' }), 'secreto')
})

test('D42: a URL to which nothing may be delivered is INVALID_URL with the reason', async () => {
  const salon = await openSalon()
  const { id } = await endpointOf(salon)
  const reasons = {
    'till.example': /web address/,
    'http://till.example/': /https/,
    'https://till.example:8443/': /443/,
    'https://user:word@till.example/': /user name/,
    'https://unknown.example/': /does not exist/,
    'https://internal.example/': /public/,
    'https://half-internal.example/': /public/,
    'https://169.254.169.254/latest/meta-data/': /public/,
  }
  for (const [wrong, reason] of Object.entries(reasons)) {
    for (const request of [
      () =>
        salon.backend.post(
          `/webhooks/endpoints/?lang=en`,
          { url: wrong },
          { 'accept-language': 'en' },
        ),
      () =>
        salon.backend.put(
          `/webhooks/endpoints/${id}/`,
          { url: wrong },
          { 'accept-language': 'en' },
        ),
    ]) {
      const refused = await assertWritesNothing(salon, request)
      assertError(refused, 'INVALID_URL')
      const [{ campo, problema }] = refused.error.detalles
      assert.equal(campo, 'url')
      assert.match(problema, reason, wrong)
    }
  }
})

test('D42: in development loopback is allowed, elsewhere it is not', async () => {
  const salon = await openSalon()
  const local = 'http://localhost:4000/events'
  assert.equal((await endpointOf(salon, { url: local })).url, local)
  const api = await openApi(undefined, { loopbackEndpoints: false })
  try {
    const response = await fetch(`${api.url}/webhooks/endpoints/`, {
      method: 'POST',
      headers: { 'x-api-key': salon.secretKey, 'content-type': 'application/json' },
      body: JSON.stringify({ url: local }),
    })
    assert.match(await response.text(), /"INVALID_URL"/)
  } finally {
    await api.close()
  }
})

test('D42: ten endpoints can exist, also when fifteen are created at once', async () => {
  const salon = await openSalon()
  const answers = await Promise.all(Array.from({ length: 15 }, () => create(salon)))
  const refused = answers.filter(({ status }) => status !== 201)
  assert.equal(refused.length, 5)
  for (const answer of refused) assertError(answer, 'ENDPOINT_LIMIT_REACHED')
  const { items } = dataOf(await salon.backend.get('/webhooks/endpoints/'))
  assert.equal(items.length, 10)
  dataOf(await salon.backend.delete(`/webhooks/endpoints/${items[0].id}/`))
  dataOf(await create(salon), 201)

  const all = dataOf(await salon.backend.get('/webhooks/endpoints/')).items
  const page = dataOf(await salon.backend.get(`/webhooks/endpoints/?page=2&page_size=4`))
  assert.deepEqual(page.items, all.slice(4, 8))
  assert.equal(page.pagination.total_items, 10)
})

test('D42: a change leaves absent fields as they are', async () => {
  const salon = await openSalon()
  const { secreto: _, ...before } = await endpointOf(salon, {
    tipos: ['reserva.creada'],
    descripcion: 'Caja',
  })
  salon.setTime('2030-03-04T09:00')
  const put = (body: object) => salon.backend.put(`/webhooks/endpoints/${before.id}/`, body)
  const moved = { ...before, actualizado_en: '2030-03-04T08:00:00.000Z' }
  assert.deepEqual(dataOf(await put({})), moved)
  assert.deepEqual(dataOf(await put({ url: 'https://bücher.example' })), {
    ...moved,
    url: 'https://xn--bcher-kva.example/',
  })
  assert.deepEqual(dataOf(await put({ url, descripcion: 'Puerta' })), {
    ...moved,
    descripcion: 'Puerta',
  })
  assertInvalid(await put({ activo: 'no' }), 'activo')
  assertInvalid(await put({ tipos: ['otra'] }), 'tipos[0]')
})

test('D42: switched on again, an endpoint continues with new events', async () => {
  const salon = await openSalon()
  const { witness } = await testDatabase()
  await giveLastPosition(salon, 7)
  const { id } = await endpointOf(salon)
  assert.equal((await storedEndpoint(salon)).position, 7)
  await witness`
    insert into event_deliveries (
      business_id, endpoint_id, type, state, attempts, next_attempt_at, created_at)
    values (
      ${salon.businessId}, ${id}, 'webhook.prueba', 'pending', '[]', now(), now())`
  const put = async (body: object) =>
    dataOf(await salon.backend.put(`/webhooks/endpoints/${id}/`, body))

  assert.equal((await put({ activo: false })).activo, false)
  const { items } = dataOf(await salon.backend.get(`/webhooks/endpoints/${id}/entregas/`))
  assert.deepEqual([items[0].estado, items[0].proximo_intento], ['fallida', null])
  await giveLastPosition(salon, 12)
  await put({ descripcion: 'still off' })
  assert.equal((await storedEndpoint(salon)).position, 7)

  await witness`
    update event_endpoints set failing_since = now(), disabled_at = now()
    where business_id = ${salon.businessId}`
  assert.notEqual((await put({ descripcion: 'off by Silla' })).desactivado_en, null)
  const on = await put({ activo: true })
  assert.deepEqual([on.activo, on.desactivado_en, on.fallando_desde], [true, null, null])
  assert.equal((await storedEndpoint(salon)).position, 12)

  await giveLastPosition(salon, 20)
  await put({ activo: true })
  assert.equal((await storedEndpoint(salon)).position, 12, 'it was on')
})

async function giveLastPosition({ businessId }: TestSalon, position: number) {
  const { witness } = await testDatabase()
  await witness`
    insert into event_positions (business_id, last_position) values (${businessId}, ${position})
    on conflict (business_id) do update set last_position = excluded.last_position`
}

test('a deleted endpoint is gone with its deliveries and its jobs', async () => {
  const salon = await openSalon()
  const { id } = await endpointOf(salon)
  dataOf(await salon.backend.post(`/webhooks/endpoints/${id}/probar/`), 201)
  assert.deepEqual(dataOf(await salon.backend.delete(`/webhooks/endpoints/${id}/`)), {
    id,
    borrado_en: '2030-03-04T07:00:00.000Z',
  })
  assertError(await salon.backend.get(`/webhooks/endpoints/${id}/`), 'ENDPOINT_NOT_FOUND')
  assertError(await salon.backend.delete(`/webhooks/endpoints/${id}/`), 'ENDPOINT_NOT_FOUND')
  assert.deepEqual(dataOf(await salon.backend.get('/webhooks/endpoints/')).items, [])
  const { witness } = await testDatabase()
  const [left] = await witness<{ count: number }[]>`
    select count(*)::int from event_deliveries where business_id = ${salon.businessId}`
  assert.deepEqual([left?.count, await retryJobs(salon)], [0, []])
})

test('D42: after a rotation the previous secret is valid for 24 hours, and only that one', async () => {
  const salon = await openSalon()
  const { id, secreto } = await endpointOf(salon)
  const first = await storedEndpoint(salon)
  const rotate = async () => dataOf(await salon.backend.post(`/webhooks/endpoints/${id}/rotar/`))
  const rotated = await rotate()
  assert.match(rotated.secreto, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.notEqual(rotated.secreto, secreto)
  assert.deepEqual(rotated, {
    id,
    secreto: rotated.secreto,
    anterior_valido_hasta: '2030-03-05T07:00:00.000Z',
  })
  const second = await storedEndpoint(salon)
  assert.deepEqual(second.sealedPreviousSecret, first.sealedSecret)
  assert.equal(second.previousSecretEndsAt?.toISOString(), '2030-03-05T07:00:00.000Z')
  await rotate()
  assert.deepEqual((await storedEndpoint(salon)).sealedPreviousSecret, second.sealedSecret)
})

test('D42: an Idempotency-Key is ignored, because responses with secrets are not stored', async () => {
  const salon = await openSalon()
  const key = { 'idempotency-key': 'same' }
  const first = dataOf(await salon.backend.post('/webhooks/endpoints/', { url }, key), 201)
  const second = dataOf(await salon.backend.post('/webhooks/endpoints/', { url }, key), 201)
  assert.notEqual(first.id, second.id)
  const rotar = `/webhooks/endpoints/${first.id}/rotar/`
  const rotations = [
    await salon.backend.post(rotar, {}, key),
    await salon.backend.post(rotar, {}, key),
  ]
  const [one, other] = rotations.map((answer) => dataOf(answer).secreto)
  assert.notEqual(one, other)
})

test('without SECRETS_KEY nothing is stored, and the error says so', async () => {
  const salon = await openSalon()
  const { id } = await endpointOf(salon)
  const api = await openApi(undefined, { secretsKeys: null })
  try {
    const post = async (to: string, body: object) => {
      const response = await fetch(api.url + to, {
        method: 'POST',
        headers: { 'x-api-key': salon.secretKey, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const { error } = (await response.json()) as { error: { code: string } }
      return { status: response.status, code: error.code }
    }
    const refused = { status: 400, code: 'ENDPOINTS_NOT_CONFIGURED' }
    assert.deepEqual(await post('/webhooks/endpoints/', { url }), refused)
    assert.deepEqual(await post(`/webhooks/endpoints/${id}/rotar/`, {}), refused)
  } finally {
    await api.close()
  }
  assert.equal(dataOf(await salon.backend.get('/webhooks/endpoints/')).items.length, 1)
})

test('D42: only the secret key manages endpoints, and only those of its salon', async () => {
  const salon = await openSalon()
  const other = await openSalon()
  const { id } = await endpointOf(salon)
  const delivery = dataOf(await salon.backend.post(`/webhooks/endpoints/${id}/probar/`), 201)
  const requests = (who: TestSalon['guest']) => [
    () => who.get(`/webhooks/endpoints/${id}/`),
    () => who.put(`/webhooks/endpoints/${id}/`, { activo: false }),
    () => who.delete(`/webhooks/endpoints/${id}/`),
    () => who.post(`/webhooks/endpoints/${id}/rotar/`),
    () => who.post(`/webhooks/endpoints/${id}/probar/`),
    () => who.get(`/webhooks/endpoints/${id}/entregas/`),
    () => who.post(`/webhooks/endpoints/${id}/entregas/${delivery.id}/reenviar/`),
  ]
  const customer = await salon.customer({ nombre: 'Lucía', email: 'lucia@example.com' })
  for (const who of [salon.guest, customer]) {
    for (const request of requests(who))
      assertError(await assertWritesNothing(salon, request), 'INSUFFICIENT_SCOPE')
    assertError(await who.get('/webhooks/endpoints/'), 'INSUFFICIENT_SCOPE')
    assertError(await who.post('/webhooks/endpoints/', { url }), 'INSUFFICIENT_SCOPE')
  }
  for (const request of requests(other.backend))
    assertError(await assertWritesNothing(salon, request), 'ENDPOINT_NOT_FOUND')
  for (const wrong of ['0', '-1', 'x', '9007199254740993'])
    assertError(await salon.backend.get(`/webhooks/endpoints/${wrong}/`), 'ENDPOINT_NOT_FOUND')
})

test('D42: a test creates a delivery that is due at once', async () => {
  const salon = await openSalon()
  const { id } = await endpointOf(salon)
  const delivery = dataOf(await salon.backend.post(`/webhooks/endpoints/${id}/probar/`), 201)
  assert.match(delivery.evento_id, /^evt_[0-9a-v]{26}$/)
  assert.deepEqual(delivery, {
    id: delivery.id,
    evento_id: delivery.evento_id,
    tipo: 'webhook.prueba',
    estado: 'pendiente',
    intentos: [],
    proximo_intento: '2030-03-04T07:00:00.000Z',
    creado_en: '2030-03-04T07:00:00.000Z',
  })
  assert.deepEqual(await retryJobs(salon), [{ endpointId: id }])
  // the second click
  const again = dataOf(await salon.backend.post(`/webhooks/endpoints/${id}/probar/`), 201)
  assert.notEqual(again.evento_id, delivery.evento_id)
  assert.equal((await retryJobs(salon)).length, 1)
})

/** The endpoints whose deliveries are to be attempted again now. */
async function retryJobs({ businessId, clock }: TestSalon) {
  const sql = await jobsDatabase()
  await sql`select jobs.relay(10000)`
  const jobs = await sql<{ endpointId: number }[]>`
    select (job.payload ->> 'endpointId')::bigint as endpoint_id
    from jobs._private_jobs job join jobs._private_tasks task on task.id = job.task_id
    where task.identifier = 'retry-deliveries' and job.payload ->> 'businessId' = ${businessId}
      and job.run_at <= ${clock.now()}`
  return [...jobs]
}

test('D42: the log of deliveries is listed in pages, latest first, and filtered by state', async () => {
  const salon = await openSalon()
  const { id } = await endpointOf(salon)
  await insertDeliveries(salon, id)
  const list = async (query = '') =>
    dataOf(await salon.backend.get(`/webhooks/endpoints/${id}/entregas/${query}`))
  const states = ({ items }: { items: { estado: string }[] }) => items.map(({ estado }) => estado)
  const all = await list()
  assert.deepEqual(states(all), ['fallida', 'entregada', 'pendiente'])
  assert.deepEqual(all.items[0].intentos, [
    {
      fecha: '2030-03-03T10:00:00.000Z',
      status: 500,
      error: null,
      duracion_ms: 41,
      respuesta: 'oops',
    },
    {
      fecha: '2030-03-03T10:00:05.000Z',
      status: null,
      error: 'timeout',
      duracion_ms: 10_000,
      respuesta: '',
    },
  ])
  assert.deepEqual(states(await list('?estado=entregada')), ['entregada'])
  const page = await list('?page=2&page_size=2')
  assert.deepEqual(states(page), ['pendiente'])
  assert.equal(page.pagination.total_items, 3)
  assertInvalid(
    await salon.backend.get(`/webhooks/endpoints/${id}/entregas/?estado=pending`),
    'estado',
  )
  assertError(
    await salon.backend.get(`/webhooks/endpoints/${id}/entregas/?page=0`),
    'INVALID_PAGINATION',
  )
  const other = await endpointOf(salon)
  assert.deepEqual(
    dataOf(await salon.backend.get(`/webhooks/endpoints/${other.id}/entregas/`)).items,
    [],
  )
})

test('D42: a delivery is sent again in every state, but not to an endpoint that is off', async () => {
  const salon = await openSalon()
  const { id } = await endpointOf(salon)
  await insertDeliveries(salon, id)
  const { items } = dataOf(await salon.backend.get(`/webhooks/endpoints/${id}/entregas/`))
  const resend = (delivery: number) =>
    salon.backend.post(`/webhooks/endpoints/${id}/entregas/${delivery}/reenviar/`)
  for (const delivery of items) {
    const sent = dataOf(await resend(delivery.id))
    assert.deepEqual(sent, {
      ...delivery,
      estado: 'pendiente',
      proximo_intento: '2030-03-04T07:00:00.000Z',
    })
  }
  assert.deepEqual(await retryJobs(salon), [{ endpointId: id }])

  const other = await endpointOf(salon)
  const elsewhere = `/webhooks/endpoints/${other.id}/entregas/${items[0].id}/reenviar/`
  assertError(await salon.backend.post(elsewhere), 'DELIVERY_NOT_FOUND')
  assertError(await resend(1), 'DELIVERY_NOT_FOUND')
  assertError(
    await salon.backend.post(`/webhooks/endpoints/${id}/entregas/x/reenviar/`),
    'DELIVERY_NOT_FOUND',
  )

  dataOf(await salon.backend.put(`/webhooks/endpoints/${id}/`, { activo: false }))
  assertError(await assertWritesNothing(salon, () => resend(items[0].id)), 'ENDPOINT_DISABLED')
  const tried = () => salon.backend.post(`/webhooks/endpoints/${id}/probar/`)
  assertError(await assertWritesNothing(salon, tried), 'ENDPOINT_DISABLED')
})
