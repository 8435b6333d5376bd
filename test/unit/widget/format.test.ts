import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partsOf } from '../../../packages/widget/src/calendar/day-parts.ts'
import manageAr from '../../../packages/widget/src/manage/text/ar.ts'
import manageEn from '../../../packages/widget/src/manage/text/en.ts'
import manageEs from '../../../packages/widget/src/manage/text/es.ts'
import ar from '../../../packages/widget/src/text/ar.ts'
import en from '../../../packages/widget/src/text/en.ts'
import es, { type Plural } from '../../../packages/widget/src/text/es.ts'
import { fill } from '../../../packages/widget/src/text/fill.ts'
import { createFormat } from '../../../packages/widget/src/text/format.ts'

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

test('dates and times are those of the salon, whatever the zone of the device', () => {
  const format = createFormat('en-GB', 'EUR')
  assert.equal(format.date('2030-03-04'), 'Monday 4 March')
  assert.equal(format.shortDate('2030-03-04'), 'Mon 4 Mar')
  assert.equal(format.month('2030-03'), 'March 2030')
  assert.equal(format.time('09:30'), '9:30')
  assert.equal(plain(createFormat('en-US', 'USD').time('21:05')), '9:05 PM')
  assert.deepEqual(
    [1, 7].map((day) => format.weekday(day, 'long')),
    ['Monday', 'Sunday'],
  )
})

test('money has decimals where the amount has', () => {
  const format = createFormat('es-ES', 'EUR')
  assert.equal(plain(format.money(18)), '18 €')
  assert.equal(plain(format.money(37.9)), '37,90 €')
})

test('a length is in hours and minutes', () => {
  const format = createFormat('es-ES', 'EUR')
  assert.equal(plain(format.duration(45)), '45 min')
  assert.equal(plain(format.duration(60)), '1 h')
  assert.equal(plain(format.duration(75)), '1 h 15 min')
  assert.equal(plain(format.duration(0)), '0 min')
})

test('numbers take the form of their language', () => {
  const arabic = createFormat('ar-AE', 'AED')
  assert.deepEqual(
    [1, 2, 3, 11].map((n) => arabic.count(ar.time.free, n)),
    ['وقت متاح واحد', 'وقتان متاحان', '3 أوقات متاحة', '11 وقتًا متاحًا'],
  )
  assert.equal(createFormat('en', 'EUR').count(en.services.count, 1), '1 service')
})

test('the first day of the week is that of the country', () => {
  assert.equal(createFormat('es-ES', 'EUR').firstWeekday, 1)
  assert.equal(createFormat('en-US', 'USD').firstWeekday, 7)
})

test('a text without its value keeps the placeholder', () => {
  assert.equal(fill('{n} of {total}', { n: 1 }), '1 of {total}')
})

test('every text has the same placeholders in each language', () => {
  const spanish = placeholders(es)
  assert.ok(spanish.size > 50)
  assert.deepEqual(placeholders(en), spanish)
  assert.deepEqual(placeholders(ar), spanish)

  const managing = placeholders(manageEs)
  assert.ok(managing.size > 50)
  assert.deepEqual(placeholders(manageEn), managing)
  assert.deepEqual(placeholders(manageAr), managing)
})

test('plurals have every form that their language uses', () => {
  const all = { es: [es, manageEs], en: [en, manageEn], ar: [ar, manageAr] }
  for (const [language, texts] of Object.entries(all)) {
    // Spanish has a form for millions, Arabic one for zero and one for fractions and hundreds
    const unused = ['many', 'zero']
    const forms = new Intl.PluralRules(language)
      .resolvedOptions()
      .pluralCategories.filter((form) => !unused.includes(form))
    for (const [path, plural] of texts.flatMap((each) => [...plurals(each)]))
      assert.deepEqual(Object.keys(plural).sort(), forms.toSorted(), `${language} ${path}`)
  }
})

test('the parts of the day that have times', () => {
  const at = (...times: string[]) => partsOf(times.map((hora_inicio) => ({ hora_inicio })))
  assert.deepEqual(at('09:00', '11:45', '12:00', '18:00'), [
    ['morning', ['09:00', '11:45']],
    ['afternoon', ['12:00']],
    ['evening', ['18:00']],
  ])
  assert.deepEqual(at(), [])
})

/** The placeholders of each text by its path; of a plural, those of its general form. */
function placeholders(texts: object, path = ''): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [name, value] of Object.entries(texts) as [string, string | Plural | object][]) {
    const text = typeof value === 'string' ? value : isPlural(value) ? value.other : null
    if (text !== null)
      found.set(`${path}.${name}`, [...text.matchAll(/\{\w+\}/g)].map(String).sort())
    else for (const each of placeholders(value as object, `${path}.${name}`)) found.set(...each)
  }
  return found
}

function plurals(texts: object, path = ''): [string, Plural][] {
  return Object.entries(texts).flatMap(([name, value]: [string, unknown]): [string, Plural][] => {
    if (typeof value !== 'object' || value === null) return []
    return isPlural(value) ? [[`${path}.${name}`, value]] : plurals(value, `${path}.${name}`)
  })
}

const isPlural = (value: object): value is Plural => 'one' in value
