import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sql } from '@silla/db'
import { refuseWhileMoving } from '../../db/src/db-errors.ts'
import { testDatabase } from '../support/database.ts'

const { admin } = await testDatabase()
const readOnly = await admin
  .begin('read only', (tx) => tx`select from registry.businesses for update`)
  .catch((error) => error)

/** A server that answers what it is after `release`, and counts how often it was looked at. */
function server(isWritable: boolean) {
  const { promise, resolve } = Promise.withResolvers<{ isWritable: boolean }[]>()
  const state = { looks: 0, release: () => resolve([{ isWritable }]) }
  const sql = (() => {
    state.looks++
    return promise
  }) as unknown as Sql
  return { sql, state }
}

const refused = () => Promise.reject(readOnly)

test('writes that a salon refuses because it moves share one look at the server, also afterwards', async () => {
  const { sql, state } = server(true)
  const all = Array.from({ length: 50 }, () =>
    assert.rejects(refuseWhileMoving(sql, refused), { code: 'BUSINESS_MOVING' }),
  )
  // all of them have failed by then
  await new Promise((resolve) => setImmediate(resolve))
  state.release()
  await Promise.all(all)
  await assert.rejects(refuseWhileMoving(sql, refused), { code: 'BUSINESS_MOVING' })
  assert.equal(state.looks, 1)
})

test('a standby is not taken for a salon that moves, and is looked at each time', async () => {
  const { sql, state } = server(false)
  state.release()
  for (let time = 0; time < 2; time++)
    await assert.rejects(refuseWhileMoving(sql, refused), { code: '25006' })
  assert.equal(state.looks, 2)
})
