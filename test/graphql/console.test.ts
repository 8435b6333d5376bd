import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { openApi, testApi } from '../support/api.ts'

const rootOf = (url: string) => new URL('/', url).origin

test('D29: the console and its files are served from here, and it may connect only to this server', async () => {
  const root = rootOf((await testApi()).url)
  const page = await fetch(`${root}/graphiql`)
  assert.equal(page.status, 200)
  const policy = page.headers.get('content-security-policy') ?? ''
  assert.match(policy, /script-src 'self';.*connect-src 'self';.*frame-ancestors 'none'/)
  assert.doesNotMatch(policy, /https?:|unsafe-eval/)
  assert.equal(page.headers.get('access-control-allow-origin'), null)
  const html = await page.text()
  assert.doesNotMatch(html, /(src|href)="(https?:)?\/\//)
  assert.doesNotMatch(
    html.replace(/<script[^>]*><\/script>/g, ''),
    /<script/,
    'no script stands in the page itself',
  )
  const parts = [...html.matchAll(/(?:src|href)="([^"]+\.(?:js|css|svg|ico))"/g)].map(
    ([, path]) => path ?? '',
  )
  assert.ok(parts.length > 5)
  for (const part of parts) {
    const answer = await fetch(new URL(part, `${root}/graphiql/`))
    assert.equal(answer.status, 200, part)
    assert.match(answer.headers.get('content-type') ?? '', /javascript|css|image/)
    await answer.arrayBuffer()
  }
})

test('D29: the console opens with the queries of docs/graphql.md', async () => {
  const options = await (await fetch(`${rootOf((await testApi()).url)}/graphiql/options.js`)).text()
  const names = [...options.matchAll(/initialName: `(\w+)`/g)].map(([, name]) => name)
  assert.deepEqual(names, ['Agenda', 'MiCuenta', 'Reservar', 'Dia', 'Pantalla'])
  const page = await readFile(new URL('../../docs/graphql.md', import.meta.url), 'utf8')
  for (const [, query = ''] of options.matchAll(/initialQuery: `([^`]+)`/g))
    assert.ok(page.includes(query), query)
})

test('D29: the console serves only its own files', async () => {
  const root = rootOf((await testApi()).url)
  for (const path of [
    'nothing.js',
    '..%2findex.js',
    '..%2f..%2fpackage.json',
    '%2e%2e/package.json',
    '.',
    'assets/',
  ]) {
    const answer = await fetch(`${root}/graphiql/${path}`)
    const text = await answer.text()
    assert.ok(
      answer.status >= 400 || text.includes('app-root'),
      `${path} ${answer.status} ${text.slice(0, 100)}`,
    )
  }
})

test('D29: in production there is no console', async (t) => {
  const api = await openApi(undefined, { production: true })
  t.after(api.close)
  for (const path of ['/graphiql', '/graphiql/main.js', '/graphiql/options.js']) {
    const answer = await fetch(`${rootOf(api.url)}${path}`)
    assert.equal(answer.status, 404)
    assert.equal(((await answer.json()) as { error: { code: string } }).error.code, 'NOT_FOUND')
  }
})
