import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readWidget } from '@silla/widget'
import { browser, openSalonPage } from './open-page.ts'

test('the newest widget is cached for minutes, each release of it forever, on every site', async () => {
  const { open } = await browser()
  const widget = await readWidget()
  const newest = await open('/widget/v1/silla.js')
  assert.equal(newest.status, 200)
  assert.equal(newest.headers.get('content-type'), 'text/javascript; charset=utf-8')
  assert.match(newest.headers.get('cache-control') ?? '', /^public, max-age=300,/)
  assert.ok(newest.html.includes(widget.hash))
  for (const [name, { content }] of widget.files) {
    const file = await open(`/widget/${widget.hash}/${name}`)
    assert.equal(file.html, content.toString(), name)
    assert.equal(file.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(file.headers.get('cross-origin-resource-policy'), 'cross-origin')
    assert.equal(file.headers.get('access-control-allow-origin'), '*')
    assert.equal(file.headers.get('vary'), 'Accept-Encoding')
    assert.equal(file.headers.get('content-encoding'), 'gzip')
  }
  const etag = newest.headers.get('etag') ?? ''
  assert.equal((await open('/widget/v1/silla.js', { 'if-none-match': etag })).status, 304)
  const head = await open('/widget/v1/silla.js', {}, { method: 'HEAD' })
  assert.deepEqual([head.status, head.html], [200, ''])
})

test('files and releases that do not exist are not found, and not cached', async () => {
  const { open } = await browser()
  const { hash } = await readWidget()
  for (const path of [
    '/widget/v1/other.js',
    '/widget/0123456789abcdef/silla.js',
    `/widget/${hash}/manifest.json`,
    `/widget/${hash}/..%2F..%2Fpackage.json`,
    '/widget/',
  ]) {
    const { status, headers } = await open(path)
    assert.equal(status, 404, path)
    assert.equal(headers.get('cache-control'), 'no-store')
  }
})

test('a page loads the release by its hash, with its integrity', async () => {
  const salon = await openSalonPage()
  const { hash, files, chunks } = await readWidget()
  const { html } = await salon.open(`${salon.path}?lang=ar`)
  assert.ok(
    html.includes(`src="/widget/${hash}/silla.js" integrity="${files.get('silla.js')?.integrity}"`),
  )
  const { data: booking } = await salon.guest.book('Ana', '10:00')
  const manage = await salon.open(`${salon.path}/r/${booking.codigo}?lang=ar`)
  for (const [page, chunk] of [
    [html, 'booking'],
    [html, 'ar'],
    [manage.html, 'manage'],
    [manage.html, 'ar'],
    [manage.html, 'manage-ar'],
  ] as const)
    for (const name of chunks[chunk])
      assert.ok(page.includes(`<link rel="modulepreload" href="/widget/${hash}/${name}">`), name)
})
