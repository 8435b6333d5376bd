import type { Random } from '../support/random.ts'
import { mutateJson } from './mutate-json.ts'
import { oddHeaderText, oddText, oddUrlText, oddValue } from './odd-values.ts'
import { bytesOf, type FuzzRequest, headerOf } from './request.ts'

/** A copy of a request with one change: in its body, path, query, headers or method. */
export function mutateRequest(request: FuzzRequest, random: Random): FuzzRequest {
  const copy = structuredCloneOf(request)
  const options: [number, (request: FuzzRequest, random: Random) => void][] = [
    [copy.body === null ? 0 : 8, mutateBody],
    [copy.path.includes('/api/v1/graphql') ? 4 : 0, mutateQueryText],
    [1, mutatePath],
    [copy.source.startsWith('GET') ? 6 : 1, mutateQuery],
    [3, mutateHeaders],
    [0.3, mutateMethod],
  ]
  random.weighted(options)(copy, random)
  return copy
}

/** structuredClone turns Buffers into plain byte arrays. */
function structuredCloneOf(request: FuzzRequest): FuzzRequest {
  const { body } = request
  const copy = structuredClone({ ...request, body: null }) as FuzzRequest
  copy.body = body && 'json' in body ? structuredClone(body) : body
  return copy
}

function mutateBody(request: FuzzRequest, random: Random): void {
  const { body } = request
  if (body === null) return
  if ('json' in body && random.chance(0.85)) body.json = mutateJson(body.json, random)
  else request.body = { bytes: random.pick(byteChanges)(bytesOf(body), random) }
}

/** What JSON.stringify would not write. */
const byteChanges: ((bytes: Buffer, random: Random) => Buffer)[] = [
  (bytes, random) => bytes.subarray(0, random.integer(0, bytes.length)),
  (bytes, random) => {
    const changed = Buffer.from(bytes)
    if (changed.length > 0) changed[random.integer(0, changed.length - 1)] = random.integer(0, 255)
    return changed
  },
  (bytes) => Buffer.concat([Buffer.from('\ufeff'), bytes]),
  (bytes) => Buffer.from(bytes.toString(), 'utf16le'),
  (bytes) => Buffer.concat([bytes, bytes]),
  (bytes) => Buffer.concat([Buffer.from(' \n'), bytes, Buffer.alloc(3, 0)]),
  (bytes) => Buffer.concat([bytes, Buffer.alloc(70_000, ' ')]),
  (bytes) => Buffer.from(bytes.toString().replace(/\d+/, '1e400')),
  (bytes) => Buffer.from(bytes.toString().replace(/\d+/, '-0')),
  (bytes) => Buffer.from(bytes.toString().replace(/\d+/, '1.0')),
  (bytes) => Buffer.from(bytes.toString().replace(/\d+/, (digits) => `0${digits}`)),
  (bytes) => Buffer.from(bytes.toString().replace(/\d+/, 'NaN')),
  (bytes) => Buffer.from(bytes.toString().replace(/"(\w+)":/, '"$1":1,"$1":')),
  (bytes) => Buffer.from(bytes.toString().replace(/"(\w+)":/, '"__proto__":{},"$1":')),
  (bytes) => Buffer.from(bytes.toString().replace(/":"/, '":"\\u0000')),
  (bytes) => Buffer.from(bytes.toString().replace(/":"/, '":"\\ud800')),
  (bytes) => Buffer.from(bytes.toString().replaceAll('"', "'")),
  () => Buffer.alloc(0),
  () => Buffer.from('null'),
  () => Buffer.from('"text"'),
  () => Buffer.from('['.repeat(30_000)),
  () => Buffer.from(`{"a":${'[{"a":'.repeat(500)}1${'}]'.repeat(500)}}`),
  () => Buffer.from([0xff, 0xfe, 0x00]),
]

/** Changes the text of a GraphQL query. */
function mutateQueryText(request: FuzzRequest, random: Random): void {
  const json = request.body && 'json' in request.body ? request.body.json : null
  if (typeof json !== 'object' || json === null || !('query' in json)) return
  if (typeof json.query === 'string') json.query = random.pick(queryChanges)(json.query, random)
}

const queryChanges: ((query: string, random: Random) => string)[] = [
  (query, random) => {
    const at = random.integer(0, query.length - 1)
    return query.slice(0, at) + query.slice(at + 1)
  },
  (query, random) => {
    const at = random.integer(0, query.length)
    return query.slice(0, at) + random.pick(queryParts)(random) + query.slice(at)
  },
  (query, random) => {
    const names = query.match(/\w+/g) ?? ['']
    return query.replace(random.pick(names), random.pick(names))
  },
  (query) => query.replace(/\}\s*$/, ' ...F } fragment F on Query { ...F }'),
  (query) => `${query} ${query}`,
  (query) => query.replace('{', `{ ${'a: '.repeat(1)}__typename `),
  (query) => query.replace('{', '{ __schema { types { name fields { name } } } '),
  (query) => query.replace(/\$(\w+): (\w+)/, '$$$1: [$2!]!'),
  (query) => query.replace(/: (\[?)\w+/, ': $1String'),
  (query) => query.replace(/^query/, 'subscription'),
  (query) => '{'.repeat(2000) + query,
  (query, random) => {
    const aliases = Array.from(
      { length: random.pick([20, 300]) },
      (_, n) => `a${n}: negocio { id }`,
    )
    return query.replace('{', `{ ${aliases.join(' ')} `)
  },
]

const queryParts: ((random: Random) => string)[] = [
  (random) => ` ${oddText(random)} `,
  (random) => JSON.stringify(oddText(random)),
  (random) => `(id: ${JSON.stringify(oddValue(random))})`,
  () => ' @include(if: false) ',
  () => ' @skip(if: $x) ',
  () => ' @deprecated ',
  () => ' ... on Negocio { id } ',
  () => ' { id } ',
  () => ' } ',
  () => ' # ',
  () => ' """ ',
  () => ' null ',
]

function mutatePath(request: FuzzRequest, random: Random): void {
  const steps = request.path.split('/')
  const at = random.integer(3, Math.max(3, steps.length - 1))
  const step = steps[at] ?? ''
  random.pick<() => unknown>([
    () => steps.splice(at, 1, oddUrlText(random)),
    () => steps.splice(at, 1, oddUrlText(random)),
    () => steps.splice(at, 1, step.toUpperCase()),
    () => steps.splice(at, 1, `${step}%20`),
    () => steps.splice(at, 1, String(random.pick([0, -1, 1, 2 ** 31, 2 ** 53, 1e21]))),
    () => steps.splice(at, 1),
    () => steps.splice(at, 0, ''),
    () => steps.push(oddUrlText(random)),
  ])()
  request.path = steps.join('/').replaceAll(/[ \r\n]/g, '')
}

function mutateQuery(request: FuzzRequest, random: Random): void {
  const { query } = request
  if (query.length === 0) query.push(['lang', 'es'])
  const at = random.integer(0, query.length - 1)
  const [name, value] = query[at] as [string, string]
  random.pick<() => unknown>([
    () => query.splice(at, 1, [name, oddUrlText(random)]),
    () => query.splice(at, 1, [name, oddUrlText(random)]),
    () => query.splice(at, 1, [`${name}[]`, value]),
    () => query.push([name, value]),
    () => query.push([name, oddUrlText(random)]),
    () => query.push(['lang', oddUrlText(random)]),
    () => query.push([random.pick(['page', 'page_size']), oddUrlText(random)]),
    () => query.push([oddUrlText(random).slice(0, 50), oddUrlText(random)]),
    () => query.push(...Array.from({ length: 500 }, (): [string, string] => ['a', 'b'])),
  ])()
}

function mutateHeaders(request: FuzzRequest, random: Random): void {
  const { headers } = request
  if (headers.length === 0) headers.push(['Accept', '*/*'])
  const at = random.integer(0, headers.length - 1)
  const [name, value] = headers[at] as [string, string]
  random.pick<() => unknown>([
    () => headers.splice(at, 1, [name, oddHeaderText(random)]),
    () => headers.splice(at, 1),
    () => headers.push([name, value]),
    () => headers.push([random.pick(names), oddHeaderText(random)]),
    () => headers.push([random.pick(names), oddHeaderText(random)]),
    () => setHeader(request, 'Content-Type', random.pick(contentTypes)),
    () => headers.push(['Content-Encoding', random.pick(['gzip', 'br', 'identity', 'x'])]),
    () => headers.push(['Accept-Language', random.pick(languages)]),
    () => headers.push(['Accept', random.pick(['text/html', 'application/xml', '*/*;q=0', ''])]),
    () => headers.push(['Origin', random.pick(['null', 'https://evil.example', '', 'x'])]),
    () => headers.push(['Expect', random.pick(['100-continue', 'a-miracle'])]),
    () => setHeader(request, 'Idempotency-Key', random.pick(keys)),
    () => headers.push(['X-Request-Id', random.pick(['12345678', '', 'a b', 'x'.repeat(65)])]),
    () => request.body && setHeader(request, 'Transfer-Encoding', 'chunked'),
    () => sendWithLimits(request),
  ])()
}

const keys = ['', 'a', 'a'.repeat(255), 'a'.repeat(256), 'ñ', '" "', 'key-1']

function sendWithLimits(request: FuzzRequest): void {
  request.isLimited = true
}

function setHeader(request: FuzzRequest, name: string, value: string): void {
  const isOther = ([other]: [string, string]) => other.toLowerCase() !== name.toLowerCase()
  request.headers = [...request.headers.filter(isOther), [name, value]]
}

/** Other framings would leave the connection unusable: invalid-http.ts has them. */
const names = [
  'X-API-Key',
  'Authorization',
  'Accept-Language',
  'Content-Type',
  'Idempotency-Key',
  'If-None-Match',
  'If-Modified-Since',
  'X-Reserva-Codigo',
  'X-Retencion-Token',
  'X-Client-IP',
  'X-Forwarded-For',
  'X-Request-Id',
  'X-HTTP-Method-Override',
  'Origin',
  'Cookie',
  'Range',
  'Forwarded',
  'X-Simular',
  'Access-Control-Request-Method',
]

const contentTypes = [
  '',
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/JSON',
  'application/json; charset=latin1',
  'application/json; charset=utf-16',
  'application/json;charset=UTF-8',
  'application/json, application/json',
  'application/graphql',
  'application/problem+json',
  'json',
  ';',
]

const languages = ['ar', 'en;q=0.1, es;q=0.9', 'xx', '*', ';;;', 'en;q=2', `${'es,'.repeat(500)}en`]

function mutateMethod(request: FuzzRequest, random: Random): void {
  request.method = random.pick([
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
  ])
  if (request.method === 'GET' && headerOf(request, 'content-type') && random.chance(0.5))
    request.body = null
}
