import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { testApi } from '../support/api.ts'
import { none, sources, tests } from './sources.ts'

const page = sources('docs/api.md')[0]?.text ?? ''
// biome-ignore lint/suspicious/noExplicitAny: the document is whatever the API returns
let document: any
let routes: string[]

before(async () => {
  document = await (await fetch(`${(await testApi()).url}/openapi.json`)).json()
  routes = Object.entries<object>(document.paths)
    .filter(([path]) => path.startsWith('/api/v1/'))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice(7)}`),
    )
})

test('docs/api.md describes exactly the routed paths', () => {
  const described = [...page.matchAll(/^### `([A-Z]+ \/[^`]*)`$/gm)].map(([, route]) => route)
  assert.deepEqual(
    described.sort(),
    [...routes].sort(),
    'add one heading for each path to docs/api.md: ### `GET /path/`',
  )
})

test('docs/api.md names every field and parameter', () => {
  const words = new Set<string>()
  JSON.stringify(document, (_, value) => {
    if (value?.in === 'query' || value?.in === 'path') words.add(value.name)
    for (const name of Object.keys(value?.type === 'object' ? (value.properties ?? {}) : {}))
      words.add(name)
    return value
  })

  const unnamed = [...words].filter((word) => !new RegExp(`[\`{"]${word}[\`}"]`).test(page))
  none(unnamed, 'Describe it in docs/api.md, in backticks or in an example:')
})

test('every path is requested by a test', () => {
  const requested = tests()
    .filter(({ path }) => path.startsWith('test/rest/'))
    .map(({ text }) => text.replace(/\$\{[^}]*\}/g, '1'))
    .join('\n')
  const untested = routes.filter((route) => {
    const path = route.replace(/^\w+ /, '').replace(/\{\w+\}/g, "[^/'`?]+")
    return !new RegExp(`['\`]${path}['\`?]`).test(requested)
  })
  none(untested, 'Write a test for it in test/rest:')
})
