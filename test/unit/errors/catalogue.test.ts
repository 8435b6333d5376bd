import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Code, catalogue, fail, problemMessage, Refusal, sentence } from '@silla/errors'
import { languages } from '@silla/locale'

const codes = Object.keys(catalogue) as Code[]

test('every code has a complete and distinct sentence in every language', () => {
  for (const language of languages) {
    const sentences = codes.map((code) => sentence(code, language))
    assert.equal(new Set(sentences).size, codes.length)
    for (const text of sentences) assert.match(text, /^\S.*[.؟?]$/u)
  }
  for (const code of codes) assert.match(sentence(code, 'ar'), /\p{Script=Arabic}/u)
})

test('statuses are those of the contract, and codes are in upper case', () => {
  for (const code of codes) {
    assert.match(code, /^[A-Z]+(_[A-Z]+)*$/)
    assert.ok(
      [200, 400, 401, 403, 404, 405, 409, 413, 414, 415, 421, 422, 429, 431, 500, 503].includes(
        catalogue[code].status,
      ),
      code,
    )
  }
})

test('a refusal has a status, extra facts and a cause that its message does not contain', () => {
  const cause = new Error('inside')
  assert.throws(
    () =>
      fail('SLOT_NOT_AVAILABLE', {
        cause,
        extra: { alternatives: [] },
        headers: { 'retry-after': '1' },
      }),
    (error: Refusal) => {
      assert.ok(error instanceof Refusal)
      assert.equal(error.status, 400)
      assert.equal(error.cause, cause)
      assert.deepEqual(error.extra, { alternatives: [] })
      assert.doesNotMatch(error.message, /inside/)
      return true
    },
  )
})

test('the message of a problem contains its limit, in every language and with any characters', () => {
  for (const language of languages) {
    assert.match(problemMessage({ keyword: 'too_long', limit: 120 }, language), /120/)
    assert.match(problemMessage({ keyword: 'not_one_of', limit: '$& $1' }, language), /\$& \$1/)
  }
  assert.equal(problemMessage('required', 'en'), 'It is required.')
})
