import assert from 'node:assert/strict'
import test from 'node:test'
import { mapDbErrors } from '../../db/src/db-errors.ts'
import { testDatabase } from '../support/database.ts'

// The errors that a server, and a node of a Citus cluster through another one, reports for a key that exists.

const { witness } = await testDatabase()
const reported: Error = await witness`select 1 / 0`.then(
  () => assert.fail('it divides by zero'),
  (error) => error,
)

const collision = (constraint: string, named: boolean): Error =>
  Object.assign(Object.create(Object.getPrototypeOf(reported)), {
    code: '23505',
    message: `duplicate key value violates unique constraint "${constraint}"`,
    ...(named && { constraint_name: constraint }),
  })

/** How often work is attempted that fails with an error. */
async function attemptsOf(error: Error): Promise<number> {
  let attempts = 0
  await assert.rejects(
    mapDbErrors(async () => {
      attempts++
      throw error
    }),
    error,
  )
  return attempts
}

test('a random id or an e-mail that somebody has taken meanwhile is tried again, also on a cluster', async () => {
  for (const constraint of ['bookings_pk', 'customers_email_key']) {
    assert.equal(await attemptsOf(collision(constraint, true)), 2)
    // the coordinator passes on the message of a node, and no name of the constraint
    assert.equal(await attemptsOf(collision(`${constraint}_102009`, false)), 2)
  }
  for (const constraint of ['staff_email_key', 'bookings_pk_of_nothing'])
    for (const named of [true, false])
      assert.equal(await attemptsOf(collision(constraint, named)), 1, constraint)
})
