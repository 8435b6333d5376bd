import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, test } from 'node:test'
import { screenQuery } from '../../packages/widget/src/booking/screen-query.ts'
import { openApi, testApi } from '../support/api.ts'
import { assertError } from '../support/assertions.ts'
import { type ApiResponse, type Client, client } from '../support/client.ts'
import { postGraphql, queryGraphql } from '../support/graphql.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'

let salon: TestSalon

before(async () => {
  salon = await openSalon({
    services: [{ name: 'Corte' }, { name: 'Barba' }],
    professionals: ['Ana', 'Berta'],
  })
})

const get = (who: Client, params: Record<string, string>): Promise<ApiResponse> =>
  who.get(`/graphql?${new URLSearchParams(params)}`)

const service = 'query Uno ($id: Id!) { servicio(id: $id) { nombre precio } }'

test('D29: a query over GET gets the response of the same query over POST', async () => {
  const variables = { id: salon.id('Corte') }
  const both = `${service} query Otra { negocio { nombre } }`
  const catalogue = '{ servicios { items { id nombre } } horarios { dia_nombre } }'
  const freeDays = '{ peluqueros { items { id nombre dias { fecha disponible primer_slot } } } }'
  for (const body of [
    { query: catalogue },
    { query: freeDays },
    { query: service, variables },
    { query: both, variables, operationName: 'Uno' },
    { query: both, operationName: 'Otra' },
    { query: both },
    { query: service },
    { query: '{ nothing' },
    { query: '{ cliente { perfil { nombre } } }' },
    {},
  ]) {
    const params = Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ])
    for (const lang of ['es', 'ar']) {
      const posted = await salon.guest.post(`/graphql?lang=${lang}`, body)
      const got = await get(salon.guest, { ...Object.fromEntries(params), lang })
      assert.equal(got.status, 200)
      assert.equal(got.text, posted.text)
      assert.equal(got.headers.get('content-type'), posted.headers.get('content-type'))
      assert.equal(posted.headers.get('etag'), null)
    }
  }
})

test('D29: what is read from the catalogue alone has an ETag, until the catalogue changes', async () => {
  const own = await openSalon({ services: [{ name: 'Corte' }] })
  const params = { query: '{ servicios { items { nombre } } }', key: own.publishableKey }
  const url = `${(await testApi()).url}/graphql?${new URLSearchParams(params)}`
  const read = (headers: Record<string, string> = {}) => fetch(url, { headers })
  const first = await read()
  const etag = first.headers.get('etag') ?? ''
  assert.match(etag, /^"[\w-]{27}"$/)
  assert.equal(first.headers.get('cache-control'), 'private, no-cache')
  const again = await read({ 'if-none-match': etag })
  assert.equal(again.status, 304)
  assert.equal(await again.text(), '')
  assert.notEqual((await read({ 'if-none-match': '"other"', 'accept-language': 'en' })).status, 304)
  await own.apply({ services: [{ name: 'Corte' }, { name: 'Barba' }] })
  const changed = await read({ 'if-none-match': etag })
  assert.equal(changed.status, 200)
  assert.notEqual(changed.headers.get('etag'), etag)

  for (const query of ['{ peluqueros { items { dias { fecha } } } }', '{ nothing }']) {
    const other = await get(own.guest, { query })
    assert.equal(other.headers.get('etag'), null)
    assert.equal(other.headers.get('cache-control'), 'no-store')
  }
})

test('D29: a browser reads a screen with the key in the URL, a customer their account', async () => {
  const query =
    '{ negocio { nombre } servicios { items { id } } peluqueros { items { dias { fecha } } } }'
  const browser = client((await testApi()).url, {})
  const params = { query, key: salon.publishableKey }
  const screen = await get(browser, params)
  assert.equal(screen.text, (await queryGraphql(salon.guest, query)).text)
  assert.equal(screen.data.servicios.items.length, 2)
  const refused = await get(browser, { ...params, key: salon.secretKey })
  assertError(refused, 'SECRET_KEY_IN_URL')
  const lucia = await salon.customer({ nombre: 'Lucía', email: 'lucia@example.com' })
  const account = await get(lucia, { query: '{ cliente { perfil { nombre } } }' })
  assert.equal(account.data.cliente.perfil.nombre, 'Lucía')
})

test('D29: an unknown hash is sent with its text once, also over GET', async () => {
  const sha256Hash = createHash('sha256').update(service).digest('hex')
  const extensions = JSON.stringify({ persistedQuery: { version: 1, sha256Hash } })
  const variables = JSON.stringify({ id: salon.id('Barba') })
  const code = async (params: Record<string, string>) =>
    JSON.parse((await get(salon.guest, params)).text).errors?.[0].extensions.code
  assert.equal(await code({ variables, extensions }), 'PERSISTED_QUERY_NOT_FOUND')
  assert.equal(await code({ variables, extensions, query: service }), undefined)
  const short = await get(salon.guest, { variables, extensions })
  assert.equal(short.data.servicio.nombre, 'Barba')
  const posted = await postGraphql(salon.guest, {
    variables: JSON.parse(variables),
    extensions: JSON.parse(extensions),
  })
  assert.equal(posted.text, short.text)
})

test('D29: a mutation over GET is refused and changes nothing', async () => {
  const query = `mutation { crear_reserva(entrada: {
    servicio_ids: [${salon.id('Corte')}], peluquero_id: ${salon.id('Ana')}, fecha: "2030-03-05",
    hora_inicio: "10:00", nombre: "Lucía", email: "lucia@example.com", telefono: "612345678"
  }) { id codigo } }`
  for (const who of [salon.guest, salon.backend]) {
    const refused = await get(who, { query })
    assertError(refused, 'MUTATION_REQUIRES_POST')
    assert.equal(refused.headers.get('allow'), 'POST')
  }
  const head = await fetch(
    `${(await testApi()).url}/graphql?${new URLSearchParams({ query, key: salon.publishableKey })}`,
    { method: 'HEAD' },
  )
  assert.equal(head.status, 405)
  const { data, codes } = await queryGraphql(salon.guest, query)
  assert.deepEqual(codes, [])
  assert.match(data.crear_reserva.codigo, /^\w{10}$/)
})

test('D29: a parameter that is wrong is named', async () => {
  const field = async (query: string) => {
    const answer = await salon.guest.get(`/graphql?${query}`)
    const [error] = JSON.parse(answer.text).errors
    assert.equal(error.extensions.code, 'VALIDATION_ERROR', answer.text)
    return error.extensions.detalles[0].campo
  }
  const query = 'query={negocio{id}}'
  assert.equal(await field(''), 'query')
  assert.equal(await field('query='), 'query')
  assert.equal(await field(`${query}&${query}`), 'query')
  assert.equal(await field(`${query}&variables={`), 'variables')
  assert.equal(await field(`${query}&variables=[]`), 'variables')
  assert.equal(await field(`${query}&variables={"a":1,"a":2}`), 'a')
  assert.equal(await field(`${query}&extensions=1`), 'extensions')
  const ignored = await salon.guest.get(`/graphql?${query}&variables=&operationName=&unknown=1`)
  assert.equal(ignored.data.negocio.id, salon.businessId)
})

test('D29: limits and rates of a query over GET are those of POST', async (t) => {
  const tooLong = await salon.guest.get(`/graphql?query={${'negocio{id}'.repeat(800)}}`)
  assertError(tooLong, 'URI_TOO_LONG')
  const aliases = Array.from({ length: 31 }, (_, i) => `a${i}:negocio{id}`).join(' ')
  const complex = await get(salon.guest, { query: `{ ${aliases} }` })
  assert.match(complex.text, /QUERY_TOO_COMPLEX/)

  const limited = await openSalon({
    editFile: (file) => ({ ...file, rates: { publishablePerAddress: 20 } }),
  })
  const api = await openApi(undefined, { limits: { redisUrl: null, trustedProxies: [] } })
  t.after(api.close)
  const guest = client(api.url, { 'x-api-key': limited.publishableKey })
  const costly = {
    query: '{ peluqueros(page_size: 20) { items { dias { fecha } } } }',
  }
  const left = async (answer: Promise<{ headers: Headers }>) =>
    Number(/r=(\d+)/.exec((await answer).headers.get('ratelimit') ?? '')?.[1])
  const first = await left(postGraphql(guest, costly))
  const second = await left(get(guest, costly))
  assert.ok(first < 19, `${first} tokens are left`)
  assert.equal(first - second, 20 - first)
  const widget = second - (await left(get(guest, { query: screenQuery })))
  assert.ok(widget <= 6, `the screen of the widget takes ${widget} tokens`)
})

test('a salon with all that the widget shows is one GET without headers', async () => {
  const browser = client((await testApi()).url, {})
  const key = salon.publishableKey
  const response = await get(browser, { key, lang: 'en', query: screenQuery })
  const { negocio, servicios, peluqueros } = response.data
  assert.equal(negocio.configuracion.timezone, 'Europe/Madrid')
  const names = servicios.items.map(({ nombre }: { nombre: string }) => nombre)
  assert.deepEqual(names, ['Corte', 'Barba'])
  assert.equal(peluqueros.pagination.has_next, false)
})
