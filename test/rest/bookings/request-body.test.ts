import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { languages } from '@silla/locale'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { assertWritesNothing } from '../../support/writes.ts'

let salon: TestSalon

before(async () => {
  salon = await openSalon({
    services: Array.from({ length: 11 }, (_, index) => ({ name: `Paso ${index}`, minutes: 5 })),
  })
})

const whole = () => ({
  servicio_ids: [salon.id('Paso 0')],
  peluquero_id: salon.id('Ana'),
  fecha: salon.today,
  hora_inicio: '10:00',
  nombre: 'Lucía Prado',
  email: 'lucia@example.com',
})

const input = (body: unknown, headers?: Record<string, string>) =>
  assertWritesNothing(salon, () => salon.guest.post('/reservas/crear/', body, headers))

for (const field of ['servicio_ids', 'fecha', 'hora_inicio', 'nombre', 'email'] as const) {
  test(`a guest booking needs ${field}`, async () => {
    const { [field]: _left, ...rest } = whole()
    assertInvalid(await input(rest), field)
    assertInvalid(await input({ ...rest, [field]: null }), field)
  })
}

test('an empty body reports all required fields', async () => {
  assertInvalid(await input({}), 'fecha', 'hora_inicio')
  const { fecha, hora_inicio } = whole()
  assertInvalid(await input({ fecha, hora_inicio }), 'servicio_ids', 'nombre', 'email')
})

test('D33: lineas takes the place of servicio_ids and peluquero_id, with each service once', async () => {
  const { servicio_ids, peluquero_id, ...rest } = whole()
  const line = (step: number, more: object = {}) => ({
    servicio_id: salon.id(`Paso ${step}`),
    ...more,
  })
  const lineas = [line(0)]
  assertInvalid(await input({ ...rest, lineas, servicio_ids }), 'servicio_ids')
  assertInvalid(await input({ ...rest, lineas, peluquero_id }), 'peluquero_id')
  assertInvalid(await input({ ...rest, lineas, peluquero_id: 0 }), 'peluquero_id')
  assertInvalid(await input({ ...rest, lineas: [] }), 'lineas')
  const eleven = Array.from({ length: 11 }, (_, step) => line(step))
  assertInvalid(await input({ ...rest, lineas: eleven }), 'lineas')
  assertInvalid(
    await input({ ...rest, lineas: [line(0), line(1), line(0)] }),
    'lineas[2].servicio_id',
  )
  assertInvalid(await input({ ...rest, lineas: [line(0), {}] }), 'lineas[1].servicio_id')
  assertInvalid(
    await input({ ...rest, lineas: [line(0, { peluquero: 1 })] }),
    'lineas[0].peluquero',
  )
  for (const wrong of ['1', 1.5, -1, true, {}])
    assertInvalid(
      await input({ ...rest, lineas: [line(0, { peluquero_id: wrong })] }),
      'lineas[0].peluquero_id',
    )
  for (const wrong of [1, '12:3', {}, [[]], [null], ['12:3']])
    assertError(await input({ ...rest, lineas: wrong }), 'VALIDATION_ERROR')
})

test('D3: a blank name or email counts as missing', async () => {
  assertInvalid(await input({ ...whole(), nombre: '   ', email: '\t' }), 'nombre', 'email')
})

for (const [field, values] of [
  ['servicio_ids', ['1', 1, {}, [], ['1'], [1.5], [0], [-1], [null], [true], [2 ** 53], [[1]]]],
  ['peluquero_id', ['1', 1.5, -1, true, [1], {}, 2 ** 53]],
  ['fecha', [20300304, true, ['2030-03-04'], {}]],
  ['hora_inicio', [10, 1000, ['10:00'], false]],
  ['nombre', [1, true, {}, ['Lucía']]],
  ['email', [1, false, {}, ['lucia@example.com']]],
  ['telefono', [612345678, true, {}]],
  ['notas', [1, false, [], {}]],
  ['usar_puntos', ['true', 1, 0, 'no', []]],
  ['por_negocio', ['true', 1, 'si', {}]],
] as [string, unknown[]][]) {
  test(`D3: ${field} of another type is rejected and not coerced`, async () => {
    for (const value of values) {
      const answer = await input({ ...whole(), [field]: value })
      assertError(answer, 'VALIDATION_ERROR')
      const fields = answer.error.detalles.map((detail: { campo: string }) => detail.campo)
      assert.ok(
        fields.every((name: string) => name === field || name.startsWith(`${field}[`)),
        `${JSON.stringify(value)}: ${fields}`,
      )
    }
  })
}

test('D15: one to ten services, each once', async () => {
  const ids = Array.from({ length: 11 }, (_, index) => salon.id(`Paso ${index}`))
  assertInvalid(await input({ ...whole(), servicio_ids: ids }), 'servicio_ids')
  assertInvalid(await input({ ...whole(), servicio_ids: [ids[0], ids[1], ids[0]] }), 'servicio_ids')
})

test('D3: an unknown field is rejected by name', async () => {
  assertInvalid(await input({ ...whole(), usar_punto: true }), 'usar_punto')
  assertInvalid(await input({ ...whole(), Nombre: 'x', id: 1 }), 'Nombre', 'id')
  assertInvalid(
    await input(JSON.parse(JSON.stringify(whole()).replace('{', '{"__proto__":{"a":1},'))),
    '__proto__',
  )
  assertInvalid(await input({ ...whole(), constructor: 1 }), 'constructor')
})

test('D3: a body that is not an object is rejected', async () => {
  for (const body of [[], [whole()], 'text', 7, true])
    assertError(await input(body), 'VALIDATION_ERROR')
})

test('D3: text limits are counted in characters', async () => {
  for (const [field, atMost] of [
    ['nombre', 120],
    ['notas', 1000],
  ] as const) {
    assertInvalid(await input({ ...whole(), [field]: 'é'.repeat(atMost + 1) }), field)
    assertInvalid(await input({ ...whole(), [field]: '💈'.repeat(atMost + 1) }), field)
  }
  assertInvalid(await input({ ...whole(), email: `${'a'.repeat(243)}@example.com` }), 'email')

  const longest = {
    nombre: '𝕏'.repeat(120),
    notas: 'é'.repeat(1000),
    email: `${'a'.repeat(242)}@example.com`,
  }
  const booked = dataOf(
    await salon.guest.post('/reservas/crear/', { ...whole(), ...longest, hora_inicio: '11:00' }),
    201,
  )
  const seen = dataOf(await salon.backend.get(`/reservas/codigo/${booked.codigo}/`))
  assert.deepEqual(
    [seen.cliente.nombre, seen.notas, seen.cliente.email],
    [longest.nombre, longest.notas, longest.email],
  )
})

test('D3: a name is one line without links, in bookings, registrations and profiles', async () => {
  const customer = await salon.customer({ nombre: 'Eva', email: 'eva@example.com' })
  const account = { email: 'new@example.com', password: 'la silla junto a la ventana' }
  for (const nombre of ['Gana en evil.com', 'Lucía\nPremio', 'aicuL\u202e', 'Lucía 612345678']) {
    for (const answer of [
      await input({ ...whole(), nombre }),
      await salon.guest.post('/auth/registro/', { ...account, nombre }),
      await customer.put('/cliente/perfil/', { nombre }),
    ])
      assertInvalid(answer, 'nombre')
  }
  assertInvalid(await input({ ...whole(), nombre: 'M.Ana'.repeat(24) }), 'nombre')
  const booked = await salon.guest.post('/reservas/crear/', {
    ...whole(),
    nombre: 'M.Carmen',
    hora_inicio: '16:00',
  })
  assert.equal(dataOf(booked, 201).cliente.nombre, 'M. Carmen')
})

test('D3: texts are normalized and trimmed before they are counted and stored', async () => {
  const decomposed = 'Lucı́a'.normalize('NFD')
  const name = `  ${'é'.normalize('NFD').repeat(110)} ${decomposed} `
  const booked = dataOf(
    await salon.guest.post('/reservas/crear/', { ...whole(), nombre: name, hora_inicio: '12:00' }),
    201,
  )
  assert.equal(booked.cliente.nombre, name.normalize('NFC').trim())
})

test('D3: NUL and unpaired surrogates are rejected in every text', async () => {
  for (const field of ['nombre', 'email', 'telefono', 'notas', 'fecha', 'hora_inicio']) {
    for (const bad of ['a\u0000b', '\ud800'])
      assertInvalid(await input({ ...whole(), [field]: bad }), field)
  }
})

test('D3: null and "" in an optional field mean absent', async () => {
  const empty = { telefono: '', notas: null, usar_puntos: null, por_negocio: null }
  const booked = dataOf(
    await salon.guest.post('/reservas/crear/', { ...whole(), ...empty, hora_inicio: '13:00' }),
    201,
  )
  assert.equal(booked.cliente.telefono, '')
  assert.equal(dataOf(await salon.backend.get(`/reservas/codigo/${booked.codigo}/`)).notas, '')
})

test('an email must be a single address and is stored as written', async () => {
  for (const email of [
    'lucia',
    'lucia@',
    '@example.com',
    'lucia@example',
    'a@b@example.com',
    'a b@example.com',
    'lucia@example..com',
    'lucia@.com',
    'lucia@example.com,other@example.com',
    'Lucía <lucia@example.com>',
    'lucia@example.com\nbcc: other@example.com',
  ]) {
    assertInvalid(await input({ ...whole(), email }), 'email')
  }
  const times = ['14:00', '14:15', '14:30', '14:45']
  for (const email of [
    'Lucia.P+barba@Sub.Example.COM',
    "o'hara@example.com",
    'lucía@correo.es',
    'x@y.museum',
  ]) {
    const body = { ...whole(), email, hora_inicio: times.shift() }
    assert.equal(dataOf(await salon.guest.post('/reservas/crear/', body), 201).cliente.email, email)
  }
})

test('D4: invalid dates are INVALID_DATE and invalid times INVALID_TIME', async () => {
  for (const fecha of [
    '2030-02-30',
    '2030-2-3',
    '04/03/2030',
    '2030-03-04T10:00',
    '',
    'mañana',
    ' 2030-03-04',
  ])
    assertError(await input({ ...whole(), fecha }), 'INVALID_DATE')
  for (const hora_inicio of [
    '24:00',
    '10:60',
    '9:30',
    '10:00:00',
    '10',
    '',
    '10.30',
    ' 10:00',
    '10:00Z',
  ])
    assertError(await input({ ...whole(), hora_inicio }), 'INVALID_TIME')
})

test('D3: unknown ids are 404, invalid ones a validation error', async () => {
  assertError(
    await input({ ...whole(), servicio_ids: [Number.MAX_SAFE_INTEGER] }),
    'SERVICE_NOT_FOUND',
  )
  assertError(
    await input({ ...whole(), peluquero_id: Number.MAX_SAFE_INTEGER }),
    'PROFESSIONAL_NOT_FOUND',
  )
})

test('error messages are in the caller’s language', async () => {
  const problems = await Promise.all(
    languages.map(async (lang) => {
      const answer = await salon.guest.post(`/reservas/crear/?lang=${lang}`, {
        ...whole(),
        nombre: '',
        extra: 1,
      })
      return answer.error.detalles.map((detail: { problema: string }) => detail.problema).join()
    }),
  )
  assert.equal(new Set(problems).size, 3)
})
