import assert from 'node:assert/strict'
import test from 'node:test'
import type { Translated } from '@silla/core'
import type { Language } from '@silla/errors'
import {
  imageUrl,
  imageUrlOrNull,
  localize,
  weekdayName,
} from '../../../services/api/src/wire/localize.ts'

const cases: [
  promise: string,
  written: Translated,
  asked: Language,
  main: Language,
  said: string,
][] = [
  ['the asked language wins', { es: 'Corte', en: 'Cut', ar: 'قص' }, 'en', 'ar', 'Cut'],
  ['a missing text falls back to the main language', { es: 'Corte', ar: 'قص' }, 'en', 'ar', 'قص'],
  ['an empty text counts as missing', { es: 'Corte', en: '' }, 'en', 'es', 'Corte'],
  ['without either, any language does', { ar: 'قص' }, 'en', 'es', 'قص'],
  ['a text nobody wrote is empty', {}, 'en', 'es', ''],
]
for (const [promise, written, text, main, said] of cases) {
  test(promise, () => assert.equal(localize(written, { text, main }), said))
}

test('only root-relative images move to the images host', () => {
  const locale = { assetsBaseUrl: 'https://images.example/' }
  assert.equal(imageUrl('/demo/a.svg', locale), 'https://images.example/demo/a.svg')
  assert.equal(imageUrl('https://cdn.example/a.jpg', locale), 'https://cdn.example/a.jpg')
  assert.equal(imageUrl('//cdn.example/a.jpg', locale), '//cdn.example/a.jpg')
  assert.equal(imageUrl('/demo/a.svg', { assetsBaseUrl: '' }), '/demo/a.svg')
})

test('no image is an empty text, or null where the contract says null', () => {
  assert.equal(imageUrl('', { assetsBaseUrl: 'https://images.example' }), '')
  assert.equal(imageUrlOrNull('', { assetsBaseUrl: 'https://images.example' }), null)
})

test('weekdays run from Monday to Sunday in every language', () => {
  assert.deepEqual([weekdayName(1, 'es'), weekdayName(7, 'es')], ['Lunes', 'Domingo'])
  assert.deepEqual([weekdayName(1, 'en'), weekdayName(7, 'en')], ['Monday', 'Sunday'])
  assert.deepEqual([weekdayName(1, 'ar'), weekdayName(7, 'ar')], ['الاثنين', 'الأحد'])
})
