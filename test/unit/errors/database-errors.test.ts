import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseError, Refusal } from '@silla/errors'

test('the command line says when a change may have been made', () => {
  const lost = { cause: Object.assign(new Error('closed'), { code: 'CONNECTION_CLOSED' }) }
  const unknown = new Refusal('SERVICE_UNAVAILABLE', { ...lost, extra: { outcomeUnknown: true } })
  const definite = new Refusal('SERVICE_UNAVAILABLE', lost)
  assert.match(databaseError(unknown) ?? '', /may have been made nevertheless/)
  assert.doesNotMatch(databaseError(definite) ?? '', /nevertheless/)
  assert.match(databaseError(definite) ?? '', /^The database is not reachable \(closed\)/)
})
