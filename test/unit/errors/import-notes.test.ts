import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importNote, importNoteCodes, importSentence } from '@silla/errors'
import { languages } from '@silla/locale'

test('a sentence of an import has its values, as they are, in every language', () => {
  const note = importNote('phone_left_out', { text: '$& {country}', country: 'ES' })
  for (const language of languages)
    assert.match(importSentence(note, language), /\$& \{country\}.*ES/)
})

test('the sentences of a code name the same values in every language', () => {
  const namesIn = (code: (typeof importNoteCodes)[number], language: (typeof languages)[number]) =>
    (importSentence({ code, values: {} }, language).match(/undefined/g) ?? []).length
  for (const code of importNoteCodes)
    assert.deepEqual(
      languages.map((language) => namesIn(code, language)),
      languages.map(() => namesIn(code, 'en')),
      code,
    )
})
