import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { testApi } from '../support/api.ts'
import { dataOf } from '../support/assertions.ts'
import { type ApiResponse, type Client, client } from '../support/client.ts'
import { testDatabase } from '../support/database.ts'
import { type GraphqlAnswer, postGraphql, queryGraphql } from '../support/graphql.ts'
import { type Customer, openSalon, type TestSalon } from '../support/salon.ts'
import { assertWritesNothing } from '../support/writes.ts'

let salon: TestSalon
let marta: Customer
let eva: Customer
let booking: { id: number; codigo: string }
let order: { id: number }

before(async () => {
  salon = await openSalon({
    now: '2030-03-04T08:00',
    services: [{ name: 'Corte' }, { name: 'Barba' }],
    professionals: [{ name: 'Ana', services: ['Corte'] }, 'Bea'],
    products: [{ name: 'Cera', stock: 1 }],
  })
  marta = await salon.customer({ nombre: 'Marta', email: 'marta@example.com' })
  eva = await salon.customer({ nombre: 'Eva', email: 'eva@example.com' })
  booking = dataOf(await marta.book('Ana', '10:00', { nombre: undefined, email: undefined }), 201)
  const items = [{ producto_id: salon.id('Cera'), cantidad: 1 }]
  order = dataOf(await marta.post('/pedidos/', { items }), 201)
})

const id = (name: string) => salon.id(name)
const nobody = 987_654_321

/** The same invalid request in REST and GraphQL. */
interface InvalidRequest {
  graphql: string
  /** The variable `$entrada`, with its type. */
  entrada?: [string, object]
  rest: (who: Client) => Promise<ApiResponse>
  who?: () => Client
}

/** Asserts the same code, message and details, and that nothing is written. */
async function assertSameError({
  graphql,
  entrada,
  rest,
  who = () => salon.guest,
}: InvalidRequest): Promise<string> {
  return assertWritesNothing(salon, async () => {
    const restResponse = await rest(who())
    const query = entrada
      ? graphql.replace('mutation', `mutation ($entrada: ${entrada[0]}!)`)
      : graphql
    const answer = await queryGraphql(who(), query, entrada && { entrada: entrada[1] })
    assert.ok(restResponse.error, `REST accepts it: ${graphql} ${restResponse.text}`)
    const { code, message, ...details } = restResponse.error
    assert.deepEqual(answer.codes, [code], `${graphql} ${answer.text}`)
    assert.equal(answer.status, 200)
    const [error] = answer.errors
    assert.equal(error.message, message)
    assert.deepEqual(error.extensions, { code, ...details }, graphql)
    return code
  })
}

const read = (field: string, path: string, who?: () => Client): InvalidRequest => ({
  graphql: `{ ${field} }`,
  rest: (who) => who.get(path),
  ...(who && { who }),
})

test('D29: unknown ids fail as in REST', async () => {
  for (const [invalid, code] of [
    [read(`servicio(id: ${nobody}) { id }`, `/servicios/${nobody}/`), 'SERVICE_NOT_FOUND'],
    [read('servicio(id: 0) { id }', '/servicios/0/'), 'SERVICE_NOT_FOUND'],
    [read('servicio(id: -1) { id }', '/servicios/-1/'), 'SERVICE_NOT_FOUND'],
    [read(`peluquero(id: ${nobody}) { id }`, `/peluqueros/${nobody}/`), 'PROFESSIONAL_NOT_FOUND'],
    [
      read(`reserva(id: ${nobody}) { id }`, `/reservas/${nobody}/`, () => salon.backend),
      'BOOKING_NOT_FOUND',
    ],
    [
      read('reserva_por_codigo(codigo: "AAAAAAAAAA") { id }', '/reservas/codigo/AAAAAAAAAA/'),
      'BOOKING_NOT_FOUND',
    ],
    [read('reserva_por_codigo(codigo: "") { id }', '/reservas/codigo/%20/'), 'BOOKING_NOT_FOUND'],
    [read(`pedido(id: ${nobody}) { id }`, `/pedidos/${nobody}/`, () => marta), 'ORDER_NOT_FOUND'],
    [
      read(
        `disponibilidad(peluquero_id: ${nobody}, fecha: "2030-03-05") { fecha }`,
        `/disponibilidad/${nobody}/2030-03-05/`,
      ),
      'PROFESSIONAL_NOT_FOUND',
    ],
    [
      read(`dias(servicio_id: ${nobody}) { fecha }`, `/disponibilidad/dias/?servicio_id=${nobody}`),
      'SERVICE_NOT_FOUND',
    ],
  ] as const)
    assert.equal(await assertSameError(invalid), code)
})

test('D29: invalid filters, dates, ranges and pages fail as in REST', async () => {
  const ana = id('Ana')
  for (const [invalid, code] of [
    [read('categorias(tipo: "nada") { id }', '/categorias/?tipo=nada'), 'VALIDATION_ERROR'],
    [read('servicios(page: 0) { items { id } }', '/servicios/?page=0'), 'INVALID_PAGINATION'],
    [
      read('servicios(page_size: 101) { items { id } }', '/servicios/?page_size=101'),
      'INVALID_PAGINATION',
    ],
    [
      read('festivos(desde: "2030-02-30") { fecha }', '/negocio/festivos/?desde=2030-02-30'),
      'INVALID_DATE',
    ],
    [
      read(
        'festivos(desde: "2030-05-01", hasta: "2030-04-01") { fecha }',
        '/negocio/festivos/?desde=2030-05-01&hasta=2030-04-01',
      ),
      'INVALID_RANGE',
    ],
    [read('dias(duracion: 1) { fecha }', '/disponibilidad/dias/?duracion=1'), 'VALIDATION_ERROR'],
    [read('dias(servicios: []) { fecha }', '/disponibilidad/dias/?servicios='), 'VALIDATION_ERROR'],
    [
      read('dias(servicios: [1, 1]) { fecha }', '/disponibilidad/dias/?servicios=1,1'),
      'VALIDATION_ERROR',
    ],
    [
      read(
        `disponibilidad(peluquero_id: ${ana}, fecha: "ayer") { fecha }`,
        `/disponibilidad/${ana}/ayer/`,
      ),
      'INVALID_DATE',
    ],
    [
      read(
        `disponibilidad(peluquero_id: ${ana}, fecha: "2030-03-03") { fecha }`,
        `/disponibilidad/${ana}/2030-03-03/`,
      ),
      'DATE_IN_PAST',
    ],
    [
      read(
        `disponibilidad(peluquero_id: ${ana}, fecha: "2031-03-03") { fecha }`,
        `/disponibilidad/${ana}/2031-03-03/`,
      ),
      'DATE_TOO_FAR',
    ],
    [
      read(
        `disponibilidad(peluquero_id: ${ana}, fecha: "2030-03-05", servicio_id: ${id('Barba')}) { fecha }`,
        `/disponibilidad/${ana}/2030-03-05/?servicio_id=${id('Barba')}`,
      ),
      'SERVICE_NOT_OFFERED',
    ],
    [
      read(
        'reservas(estado: "nada") { items { id } }',
        '/reservas/?estado=nada',
        () => salon.backend,
      ),
      'INVALID_STATUS',
    ],
    [
      read(
        'cliente { reservas(estado: "nada") { items { id } } }',
        '/cliente/reservas/?estado=nada',
        () => marta,
      ),
      'INVALID_STATUS',
    ],
  ] as const)
    assert.equal(await assertSameError(invalid), code)
})

test('D29: an error of one professional in a list does not affect the others', async () => {
  const query = (field: string) => `{ peluqueros { items { id ${field} } } }`
  const barba = `servicio_id: ${id('Barba')}`
  for (const field of [
    `dias(${barba}) { fecha }`,
    `disponibilidad(fecha: "2030-03-05", ${barba}) { fecha }`,
  ]) {
    const { codes, errors, data } = await queryGraphql(salon.guest, query(field))
    assert.deepEqual(codes, ['SERVICE_NOT_OFFERED'])
    const [ana, bea] = data.peluqueros.items
    assert.deepEqual(ana, { id: id('Ana'), [field.split('(')[0] ?? '']: null })
    assert.ok(bea.dias ?? bea.disponibilidad)
    assert.deepEqual(errors[0].path, ['peluqueros', 'items', 0, field.split('(')[0]])
  }
  const wrong = await queryGraphql(salon.guest, query('resenas(page: 0) { items { id } }'))
  assert.deepEqual([...new Set(wrong.codes)], ['INVALID_PAGINATION'])
})

test('D29: records of others are refused as in REST to guests, customers and the business', async () => {
  const { id: visit, codigo } = booking
  for (const [invalid, code] of [
    [read('cliente { perfil { id } }', '/cliente/perfil/'), 'AUTHENTICATION_REQUIRED'],
    [
      read('cliente { perfil { id } }', '/cliente/perfil/', () => salon.backend),
      'AUTHENTICATION_REQUIRED',
    ],
    [
      read('cliente { reservas { items { id } } }', '/cliente/reservas/'),
      'AUTHENTICATION_REQUIRED',
    ],
    [
      read('cliente { movimientos { items { id } } }', '/cliente/puntos/movimientos/'),
      'AUTHENTICATION_REQUIRED',
    ],
    [read('pedidos { items { id } }', '/pedidos/'), 'AUTHENTICATION_REQUIRED'],
    [read(`pedido(id: ${order.id}) { id }`, `/pedidos/${order.id}/`), 'AUTHENTICATION_REQUIRED'],
    [read(`pedido(id: ${order.id}) { id }`, `/pedidos/${order.id}/`, () => eva), 'ORDER_NOT_FOUND'],
    [read('reservas { items { id } }', '/reservas/'), 'INSUFFICIENT_SCOPE'],
    [
      read('reservas(estado: "nada") { items { id } }', '/reservas/?estado=nada', () => marta),
      'INSUFFICIENT_SCOPE',
    ],
    [read(`reserva(id: ${visit}) { id }`, `/reservas/${visit}/`), 'AUTHENTICATION_REQUIRED'],
    [read(`reserva(id: ${visit}) { id }`, `/reservas/${visit}/`, () => eva), 'BOOKING_NOT_FOUND'],
  ] as const)
    assert.equal(await assertSameError(invalid), code)

  const wrongCode: InvalidRequest = {
    graphql: `{ reserva(id: ${visit}, codigo: "AAAAAAAAAA") { id } }`,
    rest: (who) => who.get(`/reservas/${visit}/`, { 'x-reserva-codigo': 'AAAAAAAAAA' }),
  }
  assert.equal(await assertSameError(wrongCode), 'BOOKING_NOT_FOUND')
  for (const [step, field] of [
    ['cancelar', 'cancelar_reserva'],
    ['resena', 'crear_resena'],
  ] as const) {
    for (const [who, proof] of [
      [salon.guest, 'AAAAAAAAAA'],
      [salon.guest, undefined],
      [eva, undefined],
    ] as const) {
      const body = { ...(step === 'resena' && { valoracion: 5 }), ...(proof && { codigo: proof }) }
      const args = `id: ${visit}${step === 'resena' ? ', entrada: $entrada' : proof ? `, codigo: "${proof}"` : ''}`
      const invalid: InvalidRequest = {
        graphql: `mutation { ${field}(${args}) { id } }`,
        rest: (who) => who.post(`/reservas/${visit}/${step}/`, body),
        who: () => who,
        ...(step === 'resena' && { entrada: ['NuevaResena', body] as [string, object] }),
      }
      if (step === 'cancelar') invalid.graphql = invalid.graphql.replace('{ id }', '{ estado }')
      await assertSameError(invalid)
    }
  }
  const early = {
    graphql: `mutation { completar_reserva(id: ${visit}) { id } }`,
    who: () => salon.backend,
  }
  const code = await assertSameError({
    ...early,
    rest: (who) => who.post(`/reservas/${visit}/completar/`),
  })
  assert.equal(code, 'INVALID_TRANSITION')
  assert.equal(dataOf(await salon.guest.get(`/reservas/codigo/${codigo}/`)).estado, 'confirmada')
})

test('D29: invalid input fails as in REST, with the same field names', async () => {
  const input = {
    servicio_ids: [id('Corte')],
    peluquero_id: id('Ana'),
    fecha: '2030-03-06',
    hora_inicio: '12:00',
    nombre: 'Lucía Prado',
    email: 'lucia@example.com',
  }
  const booking = (its: object): InvalidRequest => ({
    graphql: 'mutation { crear_reserva(entrada: $entrada) { id } }',
    entrada: ['NuevaReserva', { ...input, ...its }],
    rest: (who) => who.post('/reservas/crear/', { ...input, ...its }),
  })
  for (const [its, code] of [
    [{ nombre: ' ', email: 'nadie', telefono: 'x' }, 'VALIDATION_ERROR'],
    [{ nombre: null, email: '' }, 'VALIDATION_ERROR'],
    [{ nombre: 'x'.repeat(121) }, 'VALIDATION_ERROR'],
    [{ servicio_ids: [] }, 'VALIDATION_ERROR'],
    [{ servicio_ids: [id('Corte'), id('Corte')] }, 'VALIDATION_ERROR'],
    [{ lineas: [{ servicio_id: id('Corte') }] }, 'VALIDATION_ERROR'],
    [{ servicio_ids: null }, 'VALIDATION_ERROR'],
    [{ fecha: 'mañana' }, 'INVALID_DATE'],
    [{ hora_inicio: '25:00' }, 'INVALID_TIME'],
    [{ servicio_ids: [nobody] }, 'SERVICE_NOT_FOUND'],
    [{ peluquero_id: nobody }, 'PROFESSIONAL_NOT_FOUND'],
    [{ servicio_ids: [id('Barba')] }, 'SERVICE_NOT_OFFERED'],
    [{ usar_puntos: true }, 'AUTHENTICATION_REQUIRED'],
    [{ por_negocio: true }, 'INSUFFICIENT_SCOPE'],
    [{ fecha: '2030-03-04', hora_inicio: '10:00' }, 'SLOT_NOT_AVAILABLE'],
  ] as const) {
    assert.equal(await assertSameError(booking(its)), code, JSON.stringify(its))
  }
  const items = [{ producto_id: nobody, cantidad: 1 }]
  const ordering: InvalidRequest = {
    graphql: 'mutation { crear_pedido(entrada: $entrada) { id } }',
    entrada: ['NuevoPedido', { items }],
    rest: (who) => who.post('/pedidos/', { items }),
  }
  assert.equal(await assertSameError({ ...ordering, who: () => marta }), 'PRODUCT_NOT_FOUND')
  assert.equal(await assertSameError(ordering), 'AUTHENTICATION_REQUIRED')
  const signingIn: InvalidRequest = {
    graphql: 'mutation { verificar_otp(entrada: $entrada) { access_token } }',
    entrada: ['CodigoOtp', { otp_id: 'nada', codigo: '123456' }],
    rest: (who) => who.post('/auth/verify-otp/', { otp_id: 'nada', codigo: '123456' }),
  }
  assert.equal(await assertSameError(signingIn), 'OTP_INVALID')
  const change: InvalidRequest = {
    graphql: 'mutation { actualizar_perfil(entrada: $entrada) { id } }',
    entrada: ['CambioPerfil', { telefono: 'x', fecha_nacimiento: '2031-01-01' }],
    rest: (who) => who.put('/cliente/perfil/', { telefono: 'x', fecha_nacimiento: '2031-01-01' }),
    who: () => marta,
  }
  assert.equal(await assertSameError(change), 'VALIDATION_ERROR')
})

test('D29: values of a wrong type are VALIDATION_ERROR and reach no resolver', async () => {
  for (const query of [
    '{ servicio(id: "uno") { id } }',
    '{ servicio(id: 1.5) { id } }',
    '{ servicio(id: 9007199254740993) { id } }',
    '{ servicio { id } }',
    '{ servicios(page: "uno") { items { id } } }',
    '{ servicios(destacado: 1) { items { id } } }',
    'mutation { crear_reserva(entrada: { fecha: "2030-03-06" }) { id } }',
    'mutation { crear_reserva(entrada: 1) { id } }',
    `mutation { crear_resena(id: 1, entrada: { valoracion: "cinco" }) { id } }`,
  ]) {
    const answer = await queryGraphql(salon.guest, query)
    assert.deepEqual([...new Set(answer.codes)], ['VALIDATION_ERROR'], `${query} ${answer.text}`)
  }
  const text = {
    servicio_ids: [id('Corte')],
    peluquero_id: id('Ana'),
    fecha: 20300306,
    hora_inicio: 12,
    nombre: 'A',
  }
  const { codes, errors } = await queryGraphql(
    salon.guest,
    'mutation ($e: NuevaReserva!) { crear_reserva(entrada: $e) { id } }',
    { e: { ...text, email: 'a@example.com' } },
  )
  assert.deepEqual(codes, ['VALIDATION_ERROR', 'VALIDATION_ERROR'])
  const problems = errors.map(({ extensions }) => extensions.problema)
  assert.match(problems[0], /"e\.fecha".*A Fecha is a string/)
  assert.match(problems[1], /"e\.hora_inicio".*A Hora is a string/)
})

test('D29: objects, lists, numbers and booleans in the place of a scalar are VALIDATION_ERROR, as literals and as variables', async () => {
  const arguments_ = [
    ['Fecha', (value: string) => `{ festivos(desde: ${value}) { fecha } }`],
    ['Fecha', (value: string) => `{ dias(hasta: ${value}) { fecha } }`],
    ['Fecha!', (value: string) => `{ disponibilidad(peluquero_id: 1, fecha: ${value}) { fecha } }`],
    [
      'Fecha!',
      (value: string) => `{ peluqueros { items { disponibilidad(fecha: ${value}) { fecha } } } }`,
    ],
    [
      'Hora!',
      (value: string) => `mutation { crear_reserva(entrada: { servicio_ids: [1], peluquero_id: 1,
        fecha: "2030-03-06", hora_inicio: ${value} }) { id } }`,
    ],
    ['Id!', (value: string) => `{ servicio(id: ${value}) { id } }`],
    ['[Id!]', (value: string) => `{ dias(servicios: [${value}]) { fecha } }`],
    ['String', (value: string) => `{ categorias(tipo: ${value}) { id } }`],
    ['Int', (value: string) => `{ servicios(page: ${value}) { items { id } } }`],
  ] as const
  const values = { '{ a: 1 }': { a: 1 }, '[[]]': [[]], true: true, '1.5': 1.5, X: { toString: 1 } }
  for (const [type, query] of arguments_) {
    for (const [literal, value] of Object.entries(values)) {
      const withVariable = query('$v').replace(
        /^(mutation )?/,
        (kind) => `${kind || 'query '}($v: ${type}) `,
      )
      // the second time, the query is compiled
      for (let count = 0; count < 2; count++) {
        for (const answer of [
          await queryGraphql(salon.guest, query(literal)),
          await queryGraphql(salon.guest, withVariable, { v: value }),
        ])
          assert.deepEqual(
            [answer.status, [...new Set(answer.codes)]],
            [200, ['VALIDATION_ERROR']],
            `${type} ${withVariable} ${literal} ${answer.text}`,
          )
      }
    }
  }
})

test('D29: a body that is not an object is VALIDATION_ERROR', async () => {
  for (const body of [null, 5, 'text', true, [], [null], [{ query: '{ negocio { id } }' }], {}]) {
    const { status, codes } = await postGraphql(salon.guest, body)
    assert.deepEqual([status, codes], [200, ['VALIDATION_ERROR']], JSON.stringify(body))
  }
})

test('D29: an invalid key, token or business fails as in REST, without data', async () => {
  const { url } = await testApi()
  const other = await openSalon()
  const stranger = await other.customer({ nombre: 'Eva', email: 'eva@example.com' })
  const suspended = await openSalon()
  const { admin } = await testDatabase()
  await admin`update registry.businesses set status = 'suspended' where business_id = ${suspended.businessId}`
  const withKey = (key: string, more = {}) =>
    client(url, { ...(key && { 'x-api-key': key }), ...more })
  for (const [who, code] of [
    [withKey(''), 'API_KEY_REQUIRED'],
    [withKey('nonsense'), 'INVALID_API_KEY'],
    [withKey(mistyped(salon.publishableKey)), 'INVALID_API_KEY'],
    [withKey(salon.publishableKey, { authorization: 'Bearer a.b.c' }), 'INVALID_TOKEN'],
    [withKey(salon.publishableKey, { authorization: `Bearer ${stranger.token}` }), 'INVALID_TOKEN'],
    [suspended.guest, 'BUSINESS_SUSPENDED'],
    [suspended.backend, 'BUSINESS_SUSPENDED'],
  ] as [Client, string][]) {
    const rest = await who.get('/negocio/')
    const answer: GraphqlAnswer = await queryGraphql(who, '{ negocio { id } }')
    assert.deepEqual([answer.status, answer.codes], [rest.status, [code]])
    assert.equal(answer.text, rest.text)
  }
})

const mistyped = (key: string) => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')
