import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '../../support/api.ts'
import { atEnd } from '../../support/at-end.ts'
import { freePort } from '../../support/free-port.ts'

test('D71: the manifest names icons of every size that a home screen takes', async () => {
  const port = await freePort()
  const site = `http://localhost:${port}`
  const api = await openApi(undefined, { port, staffUrl: site })
  atEnd(api.close)
  const manifest = await (await fetch(`${site}/agenda/app.webmanifest?lang=en`)).json()
  const { icons } = manifest as { icons: { src: string; sizes: string; type: string }[] }
  assert.equal(icons.filter(({ type }) => type === 'image/png').length, 4)
  for (const { src, sizes, type } of icons) {
    const response = await fetch(`${site}${src}`)
    assert.equal(response.status, 200, src)
    assert.equal(response.headers.get('content-type'), type)
    const content = Buffer.from(await response.arrayBuffer())
    if (type !== 'image/png') continue
    assert.equal(content.toString('latin1', 0, 8), '\x89PNG\r\n\x1a\n')
    assert.equal(`${content.readUInt32BE(16)}x${content.readUInt32BE(20)}`, sizes)
  }
})
