import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApi } from '../../support/api.ts'
import type { ApiResponse } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { rawRequest } from './raw-request.ts'

const json = { 'content-type': 'application/json', 'accept-language': 'en' }

const scene = () => openSalon({ professionals: ['Ana'] })

const bodyOf = (salon: TestSalon, more: Record<string, unknown> = {}) => ({
  servicio_ids: [salon.id('Corte')],
  peluquero_id: salon.id('Ana'),
  fecha: salon.today,
  hora_inicio: '12:00',
  nombre: 'Lucía Prado',
  email: 'lucia@example.com',
  ...more,
})

const create = (
  salon: TestSalon,
  body: string | Buffer<ArrayBuffer>,
  headers: Record<string, string> = json,
): Promise<ApiResponse> => salon.guest.send('/reservas/crear/', { method: 'POST', body, headers })

function assertRefused(answer: ApiResponse, status: number, code: string, fields?: string[]) {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.error.code, code)
  if (fields)
    assert.deepEqual(
      answer.error.detalles.map((detail: { campo: string }) => detail.campo).sort(),
      fields,
    )
}

async function assertNothingBooked({ businessId }: TestSalon) {
  const { witness } = await testDatabase()
  const [row] = await witness<
    { count: number }[]
  >`select count(*)::int from bookings where business_id = ${businessId}`
  assert.equal(row?.count, 0)
}

test('invalid JSON is rejected', async () => {
  const salon = await scene()
  for (const body of [
    '{',
    'nonsense',
    "{'a':1}",
    '{"a":1}x',
    '   ',
    '{"a":NaN}',
    Buffer.from([0x7b, 0xff, 0x7d]),
  ]) {
    assertRefused(await create(salon, body), 400, 'MALFORMED_JSON')
  }
  await assertNothingBooked(salon)
})

test('a body that is not UTF-8 is rejected', async () => {
  const salon = await scene()
  const text = JSON.stringify(bodyOf(salon, { nombre: 'Luc\u00eda' }))
  assertRefused(await create(salon, Buffer.from(text, 'latin1')), 400, 'MALFORMED_JSON')
})

test('only JSON is accepted', async () => {
  const salon = await scene()
  const body = JSON.stringify(bodyOf(salon))
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'nonsense',
    'multipart/form-data',
  ]) {
    assertRefused(
      await create(salon, body, { 'content-type': type }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    )
  }
  await assertNothingBooked(salon)
})

test('a charset other than UTF-8 and a content encoding are rejected', async () => {
  const salon = await scene()
  const body = JSON.stringify(bodyOf(salon))
  for (const more of [
    { 'content-type': 'application/json; charset=iso-8859-1' },
    { 'content-type': 'application/json;charset="latin1"' },
    { 'content-type': 'application/json; x=1; Charset=UTF-16' },
    { 'content-type': 'application/json; charset=' },
    { 'content-encoding': 'gzip' },
    { 'content-encoding': 'identity, br' },
  ]) {
    const refused = await create(salon, body, { ...json, ...more } as typeof json)
    assertRefused(refused, 415, 'UNSUPPORTED_MEDIA_TYPE')
    const query = JSON.stringify({ query: '{ negocio { id } }' })
    const graphql = { method: 'POST', body: query, headers: { ...json, ...more } as typeof json }
    assertRefused(await salon.guest.send('/graphql', graphql), 415, 'UNSUPPORTED_MEDIA_TYPE')
  }
  await assertNothingBooked(salon)

  for (const type of ['application/json; charset=utf-8', 'Application/JSON;charset="UTF8"']) {
    const headers = { 'content-type': type, 'content-encoding': 'identity' }
    assertRefused(await create(salon, '{}', headers), 400, 'VALIDATION_ERROR')
  }
})

test('a field that is given twice is rejected by name', async () => {
  const salon = await scene()
  const body = JSON.stringify(bodyOf(salon))
  const twice = (first: string) => body.replace('{', `{${first},`)
  for (const [text, field] of [
    [twice('"nombre":"Eva"'), 'nombre'],
    [twice('"\\u006eombre" : "Eva"'), 'nombre'],
    [twice('"peluquero_id"\n:{"a":"}","b":["\\"","{"]}'), 'peluquero_id'],
    [twice('"x":1,"x":2'), 'x'],
    [twice('"notas":{"a":[{"b":1,"c":"b","b":2}]}'), 'b'],
    ['{"a":"\\\\","b":{"a":1,"\\\\":2},"a":3}', 'a'],
    ['{"":1,"":2}', ''],
    ['[{"a":1},{"a":{"a":1}},{"__proto__":1,"__proto__":2}]', '__proto__'],
  ] as const) {
    assertRefused(await create(salon, text), 400, 'VALIDATION_ERROR', [field])
  }
  const graphql = '{"query":"{ negocio { id } }","variables":{"a":1,"a":2}}'
  const init = { method: 'POST', body: graphql, headers: json }
  assertRefused(await salon.guest.send('/graphql', init), 400, 'VALIDATION_ERROR', ['a'])
  await assertNothingBooked(salon)

  const once = twice('"notas":"{\\"nombre\\":1,\\"nombre\\":2} nombre: \\\\"')
  assert.equal((await create(salon, once)).status, 201)
})

test('a body may have 64 KiB; a larger one is rejected and the connection stays usable', async () => {
  const salon = await scene()
  for (const size of [64 * 1024 + 1, 1024 * 1024, 4 * 1024 * 1024]) {
    assertRefused(await create(salon, 'x'.repeat(size)), 413, 'PAYLOAD_TOO_LARGE')
  }
  const head = `POST /api/v1/reservas/crear/ HTTP/1.1\r\nHost: a\r\nX-API-Key: ${salon.publishableKey}\r\nContent-Type: application/json\r\n`
  const { status, headers } = await rawRequest(
    (await testApi()).url,
    `${head}Content-Length: 100000\r\n\r\n{`,
  )
  assert.equal(status, 413)
  assert.notEqual(headers.connection, 'close')

  const inChunks = new ReadableStream({
    start(controller) {
      for (let i = 0; i < 64; i++) controller.enqueue(Buffer.alloc(16 * 1024, 'x'))
      controller.close()
    },
  })
  const init = { method: 'POST', body: inChunks, headers: json, duplex: 'half' }
  assertRefused(
    await salon.guest.send('/reservas/crear/', init as RequestInit),
    413,
    'PAYLOAD_TOO_LARGE',
  )
  assertRefused(
    await create(salon, JSON.stringify({ notas: 'x'.repeat(64 * 1024 - 20) })),
    400,
    'VALIDATION_ERROR',
  )
  await assertNothingBooked(salon)
})

test('all missing fields are reported together', async () => {
  const salon = await scene()
  const missing = ['fecha', 'hora_inicio']
  assertRefused(await create(salon, '{}'), 400, 'VALIDATION_ERROR', missing)
  assertRefused(await create(salon, ''), 400, 'VALIDATION_ERROR', missing)
  assertRefused(await salon.guest.post('/reservas/crear/'), 400, 'VALIDATION_ERROR', missing)
  // those that only some bodies need come after those that every body needs
  const time = JSON.stringify({ fecha: '2030-03-04', hora_inicio: '12:00' })
  const conditional = ['email', 'nombre', 'servicio_ids']
  assertRefused(await create(salon, time), 400, 'VALIDATION_ERROR', conditional)
})

test('an unknown field is rejected by name', async () => {
  const salon = await scene()
  const unknown = ['usar_punto', 'Nombre', '__proto__', 'constructor']
  for (const field of unknown) {
    const body = JSON.stringify(bodyOf(salon)).replace('{', `{${JSON.stringify(field)}:true,`)
    assertRefused(await create(salon, body), 400, 'VALIDATION_ERROR', [field])
  }
  await assertNothingBooked(salon)
})

test('types are not coerced', async () => {
  const salon = await scene()
  const id = salon.id('Ana')
  for (const [field, value] of [
    ['peluquero_id', String(id)],
    ['peluquero_id', true],
    ['peluquero_id', id + 0.5],
    ['peluquero_id', 2 ** 53],
    ['peluquero_id', -1],
    ['servicio_ids', salon.id('Corte')],
    ['servicio_ids', []],
    ['servicio_ids', {}],
    ['fecha', 20300304],
    ['hora_inicio', ['12:00']],
    ['nombre', 5],
    ['notas', { a: 1 }],
    ['por_negocio', 'true'],
    ['usar_puntos', 1],
  ] as const) {
    assertRefused(
      await create(salon, JSON.stringify(bodyOf(salon, { [field]: value }))),
      400,
      'VALIDATION_ERROR',
      [field],
    )
  }
  assertRefused(
    await create(
      salon,
      JSON.stringify(bodyOf(salon, { servicio_ids: [salon.id('Corte'), '2', 3.5] })),
    ),
    400,
    'VALIDATION_ERROR',
    ['servicio_ids[1]', 'servicio_ids[2]'],
  )
  assertRefused(await create(salon, '{"peluquero_id":1e400}'), 400, 'VALIDATION_ERROR')
  for (const body of ['[]', '"text"', '5', 'true', 'null'])
    assertRefused(await create(salon, body), 400, 'VALIDATION_ERROR')
  await assertNothingBooked(salon)
})

test('NUL and unpaired surrogates are rejected with the field name', async () => {
  const salon = await scene()
  for (const [field, value] of [
    ['nombre', 'Luc\0ía'],
    ['notas', '\ud800'],
    ['email', 'a\0@example.com'],
    ['telefono', '\udfff600'],
    ['fecha', '2030-03-0\0'],
  ] as const) {
    assertRefused(
      await create(salon, JSON.stringify(bodyOf(salon, { [field]: value }))),
      400,
      'VALIDATION_ERROR',
      [field],
    )
  }
  await assertNothingBooked(salon)
})

test('null and an empty string in an optional field mean absent', async () => {
  const salon = await scene()
  const body = bodyOf(salon, { notas: '', telefono: null, usar_puntos: null, por_negocio: null })
  assert.equal((await create(salon, JSON.stringify(body))).status, 201)
})

test('texts are normalized to NFC', async () => {
  const salon = await scene()
  const created = await create(
    salon,
    JSON.stringify(bodyOf(salon, { nombre: 'Luci\u0301a Prado' })),
  )
  assert.equal(created.status, 201, created.text)
  const { witness } = await testDatabase()
  const rows = await witness<{ contactName: string }[]>`
    select contact_name from bookings where business_id = ${salon.businessId}`
  assert.deepEqual(
    rows.map((row) => row.contactName),
    ['Luc\u00eda Prado'],
  )
})

test('a body with thousands of levels or fields is rejected quickly with a short response', async () => {
  const salon = await scene()
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
  assertRefused(await create(salon, deep), 400, 'VALIDATION_ERROR')
  assertRefused(await create(salon, `{"notas":${deep}}`), 400, 'VALIDATION_ERROR')
  assertRefused(
    await create(salon, `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`),
    400,
    'VALIDATION_ERROR',
  )

  const fields = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`f${i}`, 1]))
  const many = await create(salon, JSON.stringify(fields))
  assertRefused(many, 400, 'VALIDATION_ERROR')
  assert.ok(many.error.detalles.length <= 50)

  const before = process.cpuUsage()
  const ids = Array.from({ length: 30_000 }, (_, i) => i % 10)
  assertRefused(await create(salon, `{"servicio_ids":[${ids}]}`), 400, 'VALIDATION_ERROR')
  assert.ok(
    process.cpuUsage(before).user < 1_000_000,
    'a list of thirty thousand ids is looked through in linear time',
  )
})

test('validation messages are in the request’s language', async () => {
  const salon = await scene()
  const observation = async (language: string) => {
    const body = JSON.stringify(bodyOf(salon, { peluquero_id: 'Ana' }))
    return (await create(salon, body, { ...json, 'accept-language': language })).error.detalles[0]
      .problema
  }
  assert.equal(await observation('es'), 'Debe ser un número entero.')
  assert.equal(await observation('en'), 'It must be a whole number.')
  assert.equal(await observation('ar'), 'يجب أن يكون عددًا صحيحًا.')
})
