import assert from 'node:assert/strict'
import test from 'node:test'
import type { Translated } from '@silla/core'
import type { Language } from '@silla/locale'
import { imageUrl, imageUrlOrNull, localize, weekdayName } from '@silla/wire'

const cases: [
  title: string,
  translations: Translated,
  requested: Language,
  main: Language,
  expected: string,
][] = [
  ['the requested language wins', { es: 'Corte', en: 'Cut', ar: 'قص' }, 'en', 'ar', 'Cut'],
  ['a missing text falls back to the main language', { es: 'Corte', ar: 'قص' }, 'en', 'ar', 'قص'],
  ['an empty text counts as missing', { es: 'Corte', en: '' }, 'en', 'es', 'Corte'],
  ['without either, any language is used', { ar: 'قص' }, 'en', 'es', 'قص'],
  ['a text without translations is empty', {}, 'en', 'es', ''],
]
for (const [title, translations, text, main, expected] of cases) {
  test(title, () => assert.equal(localize(translations, { text, main }), expected))
}

test('only root-relative images get the base URL', () => {
  const locale = { assetsBaseUrl: 'https://images.example/' }
  assert.equal(imageUrl('/demo/a.svg', locale), 'https://images.example/demo/a.svg')
  assert.equal(imageUrl('https://cdn.example/a.jpg', locale), 'https://cdn.example/a.jpg')
  assert.equal(imageUrl('//cdn.example/a.jpg', locale), '//cdn.example/a.jpg')
  assert.equal(imageUrl('/demo/a.svg', { assetsBaseUrl: '' }), '/demo/a.svg')
})

test('a missing image is an empty text or null', () => {
  assert.equal(imageUrl('', { assetsBaseUrl: 'https://images.example' }), '')
  assert.equal(imageUrlOrNull('', { assetsBaseUrl: 'https://images.example' }), null)
})

test('weekdays have names in every language, Monday first', () => {
  assert.deepEqual([weekdayName(1, 'es'), weekdayName(7, 'es')], ['Lunes', 'Domingo'])
  assert.deepEqual([weekdayName(1, 'en'), weekdayName(7, 'en')], ['Monday', 'Sunday'])
  assert.deepEqual([weekdayName(1, 'ar'), weekdayName(7, 'ar')], ['الاثنين', 'الأحد'])
})
