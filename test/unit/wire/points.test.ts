import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Concept } from '@silla/core'
import type { Language } from '@silla/locale'
import { languages } from '@silla/locale'
import { describeMovement } from '@silla/wire'

const locale = { text: 'es', main: 'es', assetsBaseUrl: '' } as const
const observation = (concept: Concept, points: number, message: Language = 'en') =>
  describeMovement({ concept, points }, { ...locale, message })

test('D15: every reason of a movement has a distinct text with its booking in every language', () => {
  const concepts: [Concept, number][] = [
    [{ reason: 'visit', bookingCode: '7K3M9QX2TB' }, 20],
    [{ reason: 'redeemed', bookingCode: '7K3M9QX2TB' }, -20],
    [{ reason: 'given_back', bookingCode: '7K3M9QX2TB' }, 20],
    [{ reason: 'taken_back', bookingCode: '7K3M9QX2TB', asked: 20 }, -20],
    [{ reason: 'taken_back', bookingCode: '7K3M9QX2TB', asked: 20 }, -5],
  ]
  const sentences = languages.flatMap((language) =>
    concepts.map(([concept, points]) => observation(concept, points, language)),
  )
  assert.equal(new Set(sentences).size, sentences.length)
  for (const sentence of sentences) assert.match(sentence, /7K3M9QX2TB/)
})

test('D15: when the balance did not suffice, the text states how many points were taken', () => {
  const concept: Concept = { reason: 'taken_back', bookingCode: '7K3M9QX2TB', asked: 20 }
  assert.match(observation(concept, -5), /5 of the 20/)
  assert.match(observation(concept, 0), /0 of the 20/)
  assert.doesNotMatch(observation(concept, -20), /20/)
})

test('a package is described by its name in the language of texts, an adjustment by its note', () => {
  assert.equal(observation({ reason: 'package', name: { es: 'Bono', en: 'Voucher' } }, 200), 'Bono')
  assert.equal(
    observation({ reason: 'adjustment', note: 'Por las molestias' }, 15),
    'Por las molestias',
  )
})
