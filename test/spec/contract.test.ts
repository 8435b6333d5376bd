import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type OpenApi, type Operation, readOpenApi, resolver } from './contract/openapi-document.ts'
import { keyless, type Path, paths, proofs, streams } from './contract/paths.ts'
import { differences, documentDifferences } from './contract/shape.ts'
import { openScene, type Scene } from './scene.ts'

let scene: Scene
let document: OpenApi

before(async () => {
  scene = await openScene()
  document = await readOpenApi()
})

for (const path of paths) {
  const name = `${path.method} ${path.path}`

  test(`${name} responds ${path.status} with exactly the fields of the contract`, async () => {
    const answer = await scene.request(path)
    assert.equal(answer.status, path.status, answer.text)
    assert.deepEqual(Object.keys(JSON.parse(answer.text)), ['success', 'data'])
    assert.deepEqual(differences(path.response, answer.data), [])
    const isEmptyList = (list: unknown) => Array.isArray(list) && list.length === 0
    const mayBeEmpty = (field: string) =>
      /^(empty|any)ListOf$/.test(Object.keys(Object(path.response[field])).join())
    const emptyLists = Object.keys(answer.data).filter(
      (field) => isEmptyList(answer.data[field]) && !mayBeEmpty(field),
    )
    assert.deepEqual(emptyLists, [], 'an empty list does not show the fields of its items')
    // products have an ETag when the business does not count their stock
    const hasEtag = answer.headers.has('etag') || path.path === '/productos/'
    assert.equal(
      304 in operationOf(path).responses,
      hasEtag,
      'the document lists 304 for responses with an ETag',
    )
  })

  test(`${name} is documented with its fields, query and body`, () => {
    const operation = operationOf(path)
    const { data } =
      operation.responses[path.status]?.content?.['application/json']?.schema?.properties ?? {}
    assert.deepEqual(documentDifferences(path.response, data ?? {}, resolver(document)), [])

    const named = (kind: string) =>
      operation.parameters?.filter((one) => one.in === kind).map((one) => one.name) ?? []
    assert.deepEqual(named('query').sort(), [...path.query, 'lang'].sort())
    assert.deepEqual(
      named('path').sort(),
      [...path.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort(),
    )

    const body = operation.requestBody?.content['application/json']?.schema
    assert.equal(body === undefined, path.body === undefined)
    if (!path.body || !body) return
    assert.deepEqual(
      Object.keys(body.properties ?? {}).sort(),
      [...path.body.required, ...path.body.optional].sort(),
    )
    assert.deepEqual(body.required ?? [], path.body.required)
    assert.equal(operation.requestBody?.required, path.body.required.length > 0)
  })

  test(`${name} has the failure envelope, and the document says so`, async () => {
    const operation = operationOf(path)
    for (const status of [400, 401, 403, 404, 429, 500, 503]) {
      const schema = operation.responses[status]?.content?.['application/json']?.schema
      assert.equal(schema?.$ref, '#/components/schemas/Fallo', String(status))
    }
    const concrete = path.path.replace(/\{\w+\}/g, '1')
    const refused = await scene.salon.guest.send(concrete, {
      method: path.method,
      headers: { 'x-api-key': '' },
    })
    assert.equal(refused.status, 401)
    assert.deepEqual(Object.keys(JSON.parse(refused.text)), ['success', 'error'])
    assert.deepEqual(Object.keys(refused.error), ['code', 'message'])
  })
}

const schemeOf = { nothing: [], token: ['cliente'], code: ['codigo'] }

for (const path of paths) {
  const name = `${path.method} ${path.path}`
  const proofNames = proofs[name] ?? ['nothing']

  test(`D9: ${name} accepts ${proofNames.join(' or ')} with the key, and the document says so`, async () => {
    const { security } = operationOf(path)
    if (path.by === 'staff') {
      assert.deepEqual(security?.map(Object.keys), [['sesion']])
      return
    }
    const keys = path.method === 'GET' ? ['clave', 'claveUrl'] : ['clave']
    assert.deepEqual(
      security?.map(Object.keys),
      proofNames.flatMap((proof) => keys.map((key) => [key, ...schemeOf[proof]])),
    )
    if (proofNames.includes('nothing') || path.body) return
    const refused = await scene.salon.guest.send(path.path, { method: path.method })
    assert.equal(refused.error.code, 'AUTHENTICATION_REQUIRED')
  })
}

function operationOf({ method, path }: Pick<Path, 'method' | 'path'>): Operation {
  const operation = document.paths[`/api/v1${path}`]?.[method.toLowerCase()]
  assert.ok(operation, `${method} ${path} is not in the document`)
  return operation
}

const methodsOf = Map.groupBy(paths, ({ path }) => path)

for (const [path, known] of methodsOf) {
  const methods = known.map(({ method }) => method as string)

  test(`D1: ${path} has ${methods.join(', ')}; other methods are 404 with Allow`, async () => {
    const concrete = path.replace(/\{\w+\}/g, '1')
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
      (one) => !methods.includes(one),
    )) {
      const answer = await scene.salon.guest.send(concrete, { method })
      assert.equal(answer.status, 404, method)
      assert.equal(answer.error.code, 'NOT_FOUND')
      const allowed = answer.headers.get('allow')?.split(', ') ?? []
      assert.deepEqual(
        allowed.filter((one) => one !== 'HEAD' && one !== 'OPTIONS').sort(),
        methods.sort(),
        `${method}: ${allowed}`,
      )
    }
  })
}

test('the document has exactly the paths of the contract', () => {
  const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const ordinary = paths.map(({ method, path }) => `${method} ${path}`)
  const known = [...ordinary, ...keyless, ...streams].map((one) => one.replace(' ', ' /api/v1'))
  assert.deepEqual(documented.filter((one) => one.includes('/api/v1/')).sort(), known.sort())
})

test('D3: every path works without its trailing slash, with the same bytes', async () => {
  for (const path of paths.filter(({ method }) => method === 'GET')) {
    const concrete = path.path
      .replace('{fecha}', '2030-03-04')
      .replace('{codigo}', '0000000000')
      .replace(/\{\w+\}/, String(scene.salon.id('Ana')))
    const who = scene.clientFor(path)
    const [one, other] = [await who.get(concrete), await who.get(concrete.replace(/\/$/, ''))]
    assert.ok([200, 404].includes(one.status), one.text)
    assert.deepEqual([other.status, other.text], [one.status, one.text], concrete)
  }
})
