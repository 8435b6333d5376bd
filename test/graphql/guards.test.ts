import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openApi, testApi } from '../support/api.ts'
import { client } from '../support/client.ts'
import { testDatabase } from '../support/database.ts'
import { type GraphqlAnswer, postGraphql, queryGraphql } from '../support/graphql.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'

let salon: TestSalon

before(async () => {
  salon = await openSalon({
    professionals: ['Ana', 'Berta'],
    services: [{ name: 'Corte' }, { name: 'Barba' }],
  })
})

function refused(answer: GraphqlAnswer, code: string, field?: string) {
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual([...new Set(answer.codes)], [code], answer.text)
  assert.equal(answer.data ?? null, null)
  if (field !== undefined) assert.equal(answer.errors[0].extensions.detalles[0].campo, field)
}

const served = (answer: GraphqlAnswer) => assert.deepEqual(answer.codes, [], answer.text)

test('D29: eight levels are allowed, a ninth is QUERY_TOO_COMPLEX, also through fragments', async () => {
  const nested = (levels: number, leaf: string): string =>
    levels === 0
      ? leaf
      : `${levels % 2 ? 'profesionales' : 'servicios'} { ${nested(levels - 1, leaf)} }`
  const within = (inner: string) => `{ servicios(page_size: 1) { items { ${inner} } } }`
  // within the depth limit, but above the cost limit
  refused(await queryGraphql(salon.guest, within(nested(5, 'id'))), 'QUERY_TOO_COMPLEX', 'coste')
  refused(
    await queryGraphql(salon.guest, within(nested(6, 'id'))),
    'QUERY_TOO_COMPLEX',
    'profundidad',
  )
  const fragment = `fragment parte on Servicio { ${nested(6, 'id')} }`
  refused(
    await queryGraphql(salon.guest, `${within('...parte')} ${fragment}`),
    'QUERY_TOO_COMPLEX',
    'profundidad',
  )
})

test('D29: thirty aliases are allowed, one more is QUERY_TOO_COMPLEX', async () => {
  const aliases = (count: number) =>
    `{ ${Array.from({ length: count }, (_, i) => `a${i}: negocio { id }`).join(' ')} }`
  served(await queryGraphql(salon.guest, aliases(30)))
  refused(await queryGraphql(salon.guest, aliases(31)), 'QUERY_TOO_COMPLEX', 'alias')
})

test('D29: more than a thousand tokens are QUERY_TOO_COMPLEX, and parsing stops', async () => {
  refused(
    await queryGraphql(salon.guest, `{ negocio { ${'id '.repeat(2000)} } }`),
    'QUERY_TOO_COMPLEX',
    'query',
  )
  const whole = await salon.guest.post('/graphql', {
    query: `{ negocio { id } } # ${'x'.repeat(70_000)}`,
  })
  assert.equal(whole.status, 413)
  assert.equal(whole.error.code, 'PAYLOAD_TOO_LARGE')
})

test('D29: exponentially nested fragments are measured quickly and refused', async () => {
  const chain = Array.from(
    { length: 60 },
    (_, i) => `fragment f${i} on Query { ...f${i + 1} ...f${i + 1} }`,
  ).join(' ')
  const before = process.cpuUsage()
  refused(
    await queryGraphql(salon.guest, `{ ...f0 } ${chain} fragment f60 on Query { negocio { id } }`),
    'QUERY_TOO_COMPLEX',
  )
  const circle = await queryGraphql(
    salon.guest,
    `{ ...f0 } ${chain} fragment f60 on Query { ...f0 }`,
  )
  assert.equal(circle.status, 200)
  assert.ok(circle.codes.every((code) => code === 'VALIDATION_ERROR'))
  assert.match(circle.text, /Cannot spread fragment/)
  assert.ok(process.cpuUsage(before).user < 2_000_000)
})

test('D29: a field may be selected several times, but not so often that validation is slow', async () => {
  const often = (times: number, field: string) => `{ ${`${field} `.repeat(times)} }`
  for (const field of ['negocio { id }', '... { negocio { id } }', '...f']) {
    const fragment = field === '...f' ? 'fragment f on Query { negocio { id } }' : ''
    served(await queryGraphql(salon.guest, `${often(40, field)} ${fragment}`))
    refused(
      await queryGraphql(salon.guest, `${often(60, field)} ${fragment}`),
      'QUERY_TOO_COMPLEX',
      'repeticiones',
    )
  }
})

test('D29: a list costs by its page size, literal or variable; above the limit it is refused before it runs', async () => {
  const screen =
    'peluqueros(page_size: $n) { items { dias(desde: $desde, hasta: $hasta) { fecha disponible } } }'
  const query = `query ($n: Int = 100, $desde: Fecha, $hasta: Fecha) { ${screen} otra: ${screen} }`
  const range = { desde: salon.today, hasta: '2030-04-30' }
  refused(await queryGraphql(salon.guest, query, range), 'QUERY_TOO_COMPLEX', 'coste')
  served(await queryGraphql(salon.guest, query, { ...range, n: 10 }))
  served(await queryGraphql(salon.guest, query, { n: 20 }))
  refused(
    await queryGraphql(
      salon.guest,
      '{ servicios(page_size: 100) { items { profesionales { servicios { id } } } } }',
    ),
    'QUERY_TOO_COMPLEX',
    'coste',
  )
})

test('D29: at most one mutation per request, also with aliases', async () => {
  const twice =
    'mutation { a: login(entrada: { email: "x@example.com" }) { otp_id } b: cerrar_sesion { sesion_cerrada } }'
  refused(await queryGraphql(salon.guest, twice), 'VALIDATION_ERROR', 'mutation')
  const hidden = `mutation { ...m } fragment m on Mutation { a: cerrar_sesion { sesion_cerrada } b: cerrar_sesion { sesion_cerrada } }`
  refused(await queryGraphql(salon.guest, hidden), 'VALIDATION_ERROR', 'mutation')
})

test('D29: of several operations only the named one runs', async () => {
  const query =
    'query uno { negocio { nombre } } query dos { horarios { dia } } mutation tres { cerrar_sesion { sesion_cerrada } }'
  for (let round = 0; round < 3; round++) {
    const [one, two] = [
      await postGraphql(salon.guest, { query, operationName: 'uno' }),
      await postGraphql(salon.guest, { query, operationName: 'dos' }),
    ]
    assert.deepEqual(Object.keys(one.data), ['negocio'])
    assert.deepEqual(Object.keys(two.data), ['horarios'])
    const three = await postGraphql(salon.guest, { query, operationName: 'tres' })
    assert.deepEqual(three.codes, ['AUTHENTICATION_REQUIRED'])
  }
  refused(await postGraphql(salon.guest, { query, operationName: 'cuatro' }), 'VALIDATION_ERROR')
  refused(await postGraphql(salon.guest, { query }), 'VALIDATION_ERROR')
  refused(
    await queryGraphql(salon.guest, 'query a { negocio { id } } query a { horarios { dia } }'),
    'VALIDATION_ERROR',
  )
})

test('D29: an invalid query has a message of the catalogue and of GraphQL, with status 200', async () => {
  for (const body of [
    {},
    { query: null },
    { query: '' },
    { query: '{' },
    { query: '{ nada }' },
    { query: 7 },
    [],
    [{ query: '{ negocio { id } }' }],
  ])
    refused(await postGraphql(salon.guest, body), 'VALIDATION_ERROR')
  refused(
    await postGraphql(salon.guest, { query: '{ negocio { id } }', variables: [] }),
    'VALIDATION_ERROR',
    'variables',
  )
  refused(
    await postGraphql(salon.guest, { query: '{ negocio { id } }', batch: [] }),
    'VALIDATION_ERROR',
    'batch',
  )
  refused(await queryGraphql(salon.guest, 'subscription { negocio { id } }'), 'VALIDATION_ERROR')
  refused(
    await queryGraphql(salon.guest, 'fragment f on Query { negocio { id } }'),
    'VALIDATION_ERROR',
  )
  served(
    await postGraphql(salon.guest, {
      query: '{ negocio { id } }',
      variables: null,
      operationName: null,
    }),
  )
  served(
    await postGraphql(salon.guest, { query: 'query Uno { negocio { id } }', operationName: '' }),
  )
  const malformed = await salon.guest.send('/graphql', {
    method: 'POST',
    body: '{"query":',
    headers: { 'content-type': 'application/json' },
  })
  assert.equal(malformed.error.code, 'MALFORMED_JSON')
})

test('D29: invalid variables are reported, whether or not the query is cached', async () => {
  const query =
    'query ($id: Id!, $n: Int) { servicio(id: $id) { nombre } servicios(page_size: $n) { items { id } } }'
  for (let round = 0; round < 3; round++) {
    served(await queryGraphql(salon.guest, query, { id: salon.id('Corte'), n: 5 }))
    for (const variables of [
      undefined,
      {},
      { id: null },
      { id: 'x' },
      { id: 1.5 },
      { id: 2 ** 53 },
      { id: 1, n: 'x' },
      { id: 1, n: 2 ** 31 },
    ]) {
      refused(await queryGraphql(salon.guest, query, variables), 'VALIDATION_ERROR')
    }
    const page = await queryGraphql(salon.guest, query, { id: salon.id('Corte'), n: 101 })
    assert.deepEqual(page.codes, ['INVALID_PAGINATION'])
  }
})

test('D29: methods other than GET and POST are not supported', async () => {
  const answer = await salon.guest.put('/graphql?query={negocio{id}}', {})
  assert.equal(answer.status, 404)
  assert.equal(answer.error.code, 'NOT_FOUND')
  assert.equal(answer.headers.get('allow'), 'GET, HEAD, POST')
})

test('D29: 401 and 403 are sent as in REST', async () => {
  const { text, ...stranger } = await queryGraphql(
    client((await testApi()).url, { 'x-api-key': 'nonsense' }),
    '{ negocio { id } }',
  )
  assert.equal(stranger.status, 401, text)
  assert.deepEqual(stranger.codes, ['INVALID_API_KEY'])
})

test('D29: an error has code, message in the request’s language, path and details, and nothing internal', async () => {
  const query = 'mutation ($e: NuevaReserva!) { crear_reserva(entrada: $e) { id } }'
  const params = {
    servicio_ids: [salon.id('Corte')],
    peluquero_id: salon.id('Ana'),
    fecha: salon.today,
    hora_inicio: '10:00',
    nombre: 'Lucía Prado',
    email: 'lucia@example.com',
  }
  const wrong = await queryGraphql(salon.guest, query, {
    e: { ...params, email: 'nadie', nombre: 'x'.repeat(200) },
  })
  assert.deepEqual(wrong.codes, ['VALIDATION_ERROR'])
  assert.deepEqual(
    wrong.errors[0].extensions.detalles.map(({ campo }: { campo: string }) => campo),
    ['nombre', 'email'],
  )

  served(await queryGraphql(salon.guest, query, { e: params }))
  const taken = await queryGraphql(
    salon.guest,
    query,
    { e: { ...params, email: 'otra@example.com' } },
    { 'accept-language': 'en' },
  )
  const [error] = taken.errors
  assert.equal(error.extensions.code, 'SLOT_NOT_AVAILABLE')
  assert.equal(error.extensions.alternativas.length, 3)
  assert.deepEqual(error.path, ['crear_reserva'])
  assert.deepEqual(Object.keys(error).sort(), ['extensions', 'locations', 'message', 'path'])
  assert.match(error.message, /time/)
  const arabic = await queryGraphql(salon.guest, query, { e: params }, { 'accept-language': 'ar' })
  assert.match(arabic.errors[0].message, /\p{Script=Arabic}/u)
})

test('D29: an unexpected error is INTERNAL_ERROR, and its cause is logged once', async (t) => {
  const lines: string[] = []
  const api = await openApi(undefined, { logTarget: { write: (line: string) => lines.push(line) } })
  t.after(api.close)
  api.clock.set(salon.clock.now())
  const { witness } = await testDatabase()
  await witness`alter function app.busy_spans rename to busy_spans_away`
  t.after(() => witness`alter function app.busy_spans_away rename to busy_spans`)
  lines.length = 0
  const guest = client(api.url, { 'x-api-key': salon.publishableKey })
  const answer = await queryGraphql(guest, '{ peluqueros { items { dias { fecha } } } }')
  assert.equal(answer.status, 200)
  assert.deepEqual([...new Set(answer.codes)], ['INTERNAL_ERROR'])
  assert.doesNotMatch(answer.text, /busy_spans|function|stack|\.ts/)
  const observation = lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)
  assert.equal(observation.length, 1)
  assert.match(JSON.stringify(observation[0]), /busy_spans.*\.ts/)
  assert.equal(observation[0].requestId, answer.headers.get('x-request-id'))
})

test('D29: in production the schema is hidden from publishable keys and visible to secret keys', async (t) => {
  const api = await openApi(undefined, { production: true })
  t.after(api.close)
  api.clock.set(salon.clock.now())
  const guest = client(api.url, { 'x-api-key': salon.publishableKey })
  const owner = client(api.url, { 'x-api-key': salon.secretKey })
  const questions = [
    '{ __schema { types { name } } }',
    '{ otra: __type(name: "Query") { name } }',
    '{ ... on Query { ...f } } fragment f on Query { __schema { types { name } } }',
  ]
  for (const question of questions) {
    refused(await queryGraphql(guest, question), 'VALIDATION_ERROR', '__schema')
    served(await queryGraphql(owner, question))
    served(await queryGraphql(salon.guest, question))
  }
  served(await queryGraphql(guest, '{ __typename negocio { __typename } }'))
  const misspelt = [
    '{ negocios { id } }',
    '{ negocio { nombr } }',
    'query ($e: Nuevareserva!) { negocio(e: $e) { id } }',
  ]
  for (const query of misspelt) {
    assert.match((await queryGraphql(owner, query)).text, /Did you mean/)
    assert.doesNotMatch((await queryGraphql(guest, query)).text, /Did you mean|NuevaReserva/)
  }
  // interpreted the first time, compiled from then on
  const input = 'mutation ($e: NuevaReserva!) { crear_reserva(entrada: $e) { id } }'
  for (const e of [{ nombr: 'x' }, { fech: '2030-01-01' }]) {
    assert.match((await queryGraphql(owner, input, { e })).text, /Did you mean/)
    assert.doesNotMatch((await queryGraphql(guest, input, { e })).text, /Did you mean/)
    assert.doesNotMatch((await queryGraphql(guest, input, { e })).text, /Did you mean/)
  }
})
