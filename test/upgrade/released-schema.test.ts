import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../support/database.ts'
import { missingFrom, readPreviousRelease, releasedSchema } from './released-schema.ts'

test('the schema has what the programs of the release before need', async () => {
  const { witness } = await testDatabase()
  assert.deepEqual(missingFrom(await releasedSchema(witness), readPreviousRelease()), [])
})

test('what a program of the release before would miss is named', () => {
  const before = {
    functions: {
      'app.read': { arguments: 'p_id bigint', result: 'text', callers: ['silla_api'] },
      'app.write': { arguments: 'p_id bigint', result: 'void', callers: ['silla_api'] },
    },
    tables: {
      'app.visits': {
        columns: { id: 'bigint default not null', note: 'text' },
        rules: { visits_pk: ['business_id', 'id'] },
        grants: ['silla_api insert', 'silla_api update note'],
      },
    },
    tasks: ['send-mail'],
  }
  const now = {
    functions: { 'app.read': { arguments: 'p_id uuid', result: 'uuid', callers: [] } },
    tables: {
      'app.visits': {
        columns: {
          id: 'bigint default not null',
          note: 'text not null',
          code: 'text not null',
          color: 'text default not null',
          size: 'integer',
        },
        rules: {
          visits_pk: ['business_id', 'id'],
          visits_note: ['note', 'size'],
          visits_size: ['business_id', 'size'],
        },
        grants: ['silla_api insert'],
      },
    },
    tasks: [],
  }
  assert.deepEqual(missingFrom(now, before), [
    'app.read takes (p_id uuid)',
    'app.read returns uuid',
    'silla_api may not call app.read',
    'app.write is gone',
    'app.visits.note is text not null',
    'app.visits.code is required',
    'app.visits has the new rule visits_note on note, which programs of the release write: ' +
      'check it in the code, and add it in the next release',
    'app.visits lacks the grant silla_api update note',
    'the worker has no task send-mail',
  ])
  assert.deepEqual(missingFrom(before, before), [])
  assert.deepEqual(missingFrom({ ...before, tables: {} }, before), ['app.visits is gone'])
})
