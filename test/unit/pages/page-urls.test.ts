import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageUrls, parsePublicUrl } from '@silla/core'

test('the pages of a salon are below PUBLIC_URL', () => {
  const urls = pageUrls(parsePublicUrl('https://book.example/'), 'barberia', { onlinePage: true })
  assert.equal(urls?.booking, 'https://book.example/s/barberia')
  assert.equal(urls?.manage('7K2MP9QRST'), 'https://book.example/s/barberia/r/7K2MP9QRST')
})

test('a salon whose page is off has no page, and without PUBLIC_URL none has', () => {
  assert.equal(pageUrls('https://book.example', 'barberia', { onlinePage: false }), null)
  assert.equal(pageUrls(parsePublicUrl(''), 'barberia', { onlinePage: true }), null)
  assert.equal(parsePublicUrl(undefined), null)
})

test('PUBLIC_URL is an address without a path, and its value is not in the message', () => {
  for (const text of [
    'book.example',
    'ftp://book.example',
    'https://book.example/booking',
    'https://book.example?lang=es',
    'https://book.example#top',
    'https://user:hidden@book.example',
  ])
    assert.throws(() => parsePublicUrl(text), /^Error: PUBLIC_URL is invalid: the address/)
  assert.equal(parsePublicUrl('http://127.0.0.1:3000'), 'http://127.0.0.1:3000')
})
