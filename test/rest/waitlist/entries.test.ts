import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '../../support/api.ts'
import { atEnd } from '../../support/at-end.ts'
import type { ApiResponse } from '../../support/client.ts'
import { runJobs } from '../../support/jobs.ts'
import { openSalon, type SalonClient, type TestSalon } from '../../support/salon.ts'
import { assertWritesNothing } from '../../support/writes.ts'

const fixture = { hours: '10:00-10:30', professionals: ['Ana'], now: '2030-03-04T08:00' }

// with rate limits the API knows the address of a caller
const api = await openApi(undefined, {
  limits: { redisUrl: null, trustedProxies: ['127.0.0.1'] },
})
atEnd(api.close)

const join = (
  salon: TestSalon,
  { who = salon.guest, ...body }: { who?: SalonClient; [field: string]: unknown } = {},
  headers: Record<string, string> = {},
): Promise<ApiResponse> =>
  who.post(
    '/lista-espera/',
    {
      servicio_ids: [salon.id('Corte')],
      desde: '2030-03-06',
      hasta: '2030-03-08',
      nombre: 'Eva',
      email: 'eva@example.com',
      ...body,
    },
    headers,
  )

const resultOf = ({ status, error }: ApiResponse) => (status < 300 ? status : error.code)

test('D40: an entry is shown to its customer, to the salon, and masked to who has its code', async () => {
  const salon = await openSalon(fixture)
  const marta = await salon.customer({ nombre: 'Marta', email: 'marta@example.com' })
  const joined = await join(salon, {
    who: marta,
    peluquero_id: salon.id('Ana'),
    hora_desde: '09:30',
    telefono: '+34600000001',
    notas: 'Alergia',
  })
  assert.equal(joined.status, 201, joined.text)
  const { id, codigo } = joined.data
  const path = `/lista-espera/${id}/`
  const own = await marta.get(path)
  assert.deepEqual(own.data, {
    id,
    codigo,
    estado: 'esperando',
    servicios: [{ id: salon.id('Corte'), nombre: 'Corte' }],
    profesional: { id: salon.id('Ana'), nombre: 'Ana' },
    lineas: null,
    desde: '2030-03-06',
    hasta: '2030-03-08',
    hora_desde: '09:30',
    hora_hasta: null,
    cliente: { nombre: 'Marta', email: 'marta@example.com', telefono: '+34600000001' },
    notas: 'Alergia',
    oferta: null,
    reserva_id: null,
    created_at: '2030-03-04T07:00:00.000Z',
    updated_at: '2030-03-04T07:00:00.000Z',
  })
  assert.deepEqual((await salon.backend.get(path)).data, own.data)
  assert.deepEqual((await salon.backend.get('/lista-espera/')).data.items, [own.data])
  assert.deepEqual((await marta.get('/cliente/lista-espera/')).data.items, [own.data])
  const byCode = await salon.guest.get(path, { 'x-reserva-codigo': codigo.toLowerCase() })
  assert.deepEqual(byCode.data.cliente, {
    nombre: 'Marta',
    email: 'm***@e***.com',
    telefono: '***001',
  })
  assert.equal(byCode.data.notas, '***')

  const leo = await salon.customer({ nombre: 'Leo', email: 'leo@example.com' })
  const wrong = { 'x-reserva-codigo': '0123456789' }
  for (const [answer, code] of [
    [await salon.guest.get(path), 'AUTHENTICATION_REQUIRED'],
    [await salon.guest.get(path, wrong), 'WAITLIST_NOT_FOUND'],
    [await leo.get(path), 'WAITLIST_NOT_FOUND'],
    [await leo.delete(path), 'WAITLIST_NOT_FOUND'],
    [await salon.guest.delete(path, wrong), 'WAITLIST_NOT_FOUND'],
    [await salon.guest.post(`${path}aceptar/`, { codigo: '0123456789' }), 'WAITLIST_NOT_FOUND'],
    [await salon.guest.post(`${path}aceptar/`, {}), 'AUTHENTICATION_REQUIRED'],
    [await salon.guest.get('/lista-espera/'), 'INSUFFICIENT_SCOPE'],
    [await salon.guest.get('/cliente/lista-espera/'), 'AUTHENTICATION_REQUIRED'],
    [await salon.backend.get('/lista-espera/x/'), 'WAITLIST_NOT_FOUND'],
  ] as const)
    assert.equal(resultOf(answer), code)
})

test('D40: what is refused writes nothing', async () => {
  const salon = await openSalon({
    ...fixture,
    services: [{ name: 'Corte' }, { name: 'Mechas', bookableOnline: false }, { name: 'Tinte' }],
    professionals: [{ name: 'Ana', services: ['Corte', 'Mechas'] }],
  })
  const refusals: [Record<string, unknown>, string][] = [
    [{ desde: '2030-02-30' }, 'INVALID_DATE'],
    [{ hora_desde: '25:00' }, 'INVALID_TIME'],
    [{ desde: '2030-03-09' }, 'INVALID_RANGE'],
    [{ hasta: '2030-04-07' }, 'INVALID_RANGE'],
    [{ hora_desde: '12:00', hora_hasta: '12:00' }, 'INVALID_RANGE'],
    [{ desde: '2030-03-03' }, 'DATE_IN_PAST'],
    [{ desde: '2031-03-06', hasta: '2031-03-06' }, 'DATE_TOO_FAR'],
    [{ servicio_ids: [987_654_321] }, 'SERVICE_NOT_FOUND'],
    [{ servicio_ids: [salon.id('Mechas')] }, 'SERVICE_NOT_BOOKABLE'],
    [{ servicio_ids: [salon.id('Tinte')] }, 'SERVICE_NOT_OFFERED'],
    [{ peluquero_id: 987_654_321 }, 'PROFESSIONAL_NOT_FOUND'],
    // the visit takes half an hour
    [{ hora_desde: '12:00', hora_hasta: '12:25' }, 'INVALID_RANGE'],
    [{ hora_hasta: '00:25' }, 'INVALID_RANGE'],
    [{ servicio_ids: [] }, 'VALIDATION_ERROR'],
    [{ servicio_ids: undefined }, 'VALIDATION_ERROR'],
    [{ lineas: [{ servicio_id: salon.id('Corte') }] }, 'VALIDATION_ERROR'],
    [{ email: undefined }, 'VALIDATION_ERROR'],
    [{ peluquero_id: -1 }, 'VALIDATION_ERROR'],
    [{ extra: 1 }, 'VALIDATION_ERROR'],
  ]
  for (const [body, code] of refusals) {
    const answer = await assertWritesNothing(salon, () => join(salon, body))
    assert.equal(resultOf(answer), code, JSON.stringify(body))
  }
})

test('D40: hours that the clocks skip on the only day are refused, and on other days are not', async () => {
  const salon = await openSalon(fixture)
  const answer = async (from: string, to: string, days: { desde: string; hasta: string }) =>
    resultOf(await join(salon, { hora_desde: from, hora_hasta: to, ...days }))
  // in Madrid, 03:00 follows 01:59
  const spring = { desde: '2030-03-31', hasta: '2030-03-31' }
  assert.equal(await answer('02:00', '03:00', spring), 'INVALID_RANGE')
  assert.equal(await answer('01:45', '03:10', spring), 'INVALID_RANGE')
  assert.equal(await answer('01:45', '03:15', spring), 201)
  assert.equal(await answer('02:00', '03:00', { desde: '2030-03-30', hasta: '2030-03-31' }), 201)
})

test('D40: three live entries of an e-mail, a phone or an address, also at once; five with a token', async () => {
  const salon = await openSalon(fixture)
  const behindProxy = salon.guestAt(api.url)
  const limited = async (
    allowed: number,
    bodyOf: (index: number) => Parameters<typeof join>[1],
    headersOf: (index: number) => Record<string, string> = from,
  ) => {
    const answers = await Promise.all(
      Array.from({ length: allowed + 3 }, (_, index) =>
        join(salon, bodyOf(index), headersOf(index)),
      ),
    )
    const results = answers.map(resultOf)
    assert.equal(results.filter((result) => result === 201).length, allowed, results.join(' '))
    assert.equal(
      results.filter((result) => result === 'WAITLIST_LIMIT_REACHED').length,
      3,
      results.join(' '),
    )
    return answers.find(({ status }) => status === 201)?.data
  }
  const entry = await limited(3, () => ({ email: 'Eva@example.com' }))
  await limited(3, (index) => ({ email: `p${index}@example.com`, telefono: '+34600000001' }))
  await limited(
    3,
    (index) => ({ email: `a${index}@example.com`, who: behindProxy }),
    () => ({ 'x-forwarded-for': '198.51.100.200' }),
  )
  const marta = await salon.customer({ nombre: 'Marta', email: 'marta@example.com' })
  await limited(5, () => ({ who: marta }))

  const left = await salon.guest.delete(`/lista-espera/${entry.id}/`, {
    'x-reserva-codigo': entry.codigo,
  })
  assert.equal(left.status, 200, left.text)
  assert.equal(resultOf(await join(salon, {}, from(90))), 201, 'an ended entry does not count')
})

const from = (index: number) => ({ 'x-forwarded-for': `203.0.113.${index + 1}` })

test('D40: joining is repeated with its Idempotency-Key, and writes one entry', async () => {
  const salon = await openSalon(fixture)
  const key = { 'idempotency-key': 'join-1' }
  const [one, other] = [await join(salon, {}, key), await join(salon, {}, key)]
  assert.equal(one.status, 201, one.text)
  assert.deepEqual(other.data, one.data)
  assert.equal((await salon.backend.get('/lista-espera/')).data.pagination.total_items, 1)
})

test('D40, D12: an erasure deletes the entries of a customer and frees the offered time', async () => {
  const salon = await openSalon(fixture)
  const booked = await salon.guest.book('Ana', '10:00', { date: '2030-03-06' })
  const marta = await salon.customer({ nombre: 'Marta', email: 'marta@example.com' })
  await join(salon, { who: marta, hasta: '2030-03-06' })
  salon.setTime('2030-03-04T08:01')
  const next = await join(salon, { hasta: '2030-03-06' })
  await salon.guest.cancel(booked.data)
  await runJobs(salon)
  const exported = await marta.get('/cliente/exportar/')
  assert.equal(exported.data.lista_espera[0].estado, 'ofrecida')
  assert.equal((await marta.delete('/cliente/perfil/')).status, 200)
  const { items } = (await salon.backend.get('/lista-espera/')).data
  assert.deepEqual(
    items.map(({ id }: { id: number }) => id),
    [next.data.id],
  )
  salon.setTime('2030-03-04T08:20')
  await runJobs(salon)
  const shown = await salon.backend.get(`/lista-espera/${next.data.id}/`)
  assert.equal(shown.data.estado, 'ofrecida')
})
