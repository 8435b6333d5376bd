import assert from 'node:assert/strict'
import test from 'node:test'
import { mapDbErrors } from '../../db/src/db-errors.ts'
import { testDatabase } from '../support/database.ts'

// What becomes of the errors that a server reports, and of those of a node of a Citus cluster, which the
// coordinator passes on.

const { witness } = await testDatabase()
const reported: Error = await witness`select 1 / 0`.then(
  () => assert.fail('it divides by zero'),
  (error) => error,
)

const errorWith = (fields: object): Error =>
  Object.assign(Object.create(Object.getPrototypeOf(reported)), fields)

const collision = (constraint: string, named: boolean): Error =>
  errorWith({
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

const nodeError = (message: string) => errorWith({ severity: 'ERROR', code: '08006', message })
const lostNode = nodeError(
  'connection to the remote node silla_api@10.0.0.2:5432 failed with the following error: server closed ' +
    'the connection unexpectedly',
)
const deadNode = nodeError(
  'connection to the remote node silla_api@10.0.0.2:5432 failed with the following error: connection to ' +
    'server at "10.0.0.2", port 5432 failed: Connection refused',
)
const ended = errorWith({
  severity: 'FATAL',
  code: '57P01',
  message: 'terminating connection due to administrator command',
})
const internalError = (message: string) => errorWith({ severity: 'ERROR', code: 'XX000', message })
const killed = internalError('postmaster was shut down, exiting')
const restartedNode = internalError('failure on connection marked as essential: 10.0.0.2:5432')

test('D19: a write whose server or node is lost may have taken effect, and one that reached no node has not', async () => {
  const outcomes = [lostNode, restartedNode, killed, ended, deadNode].map((error) =>
    mapDbErrors(async (attempt) => {
      attempt.mayHaveCommitted = () => true
      throw error
    }).catch(({ code, extra }) => [code, extra?.outcomeUnknown]),
  )
  assert.deepEqual(await Promise.all(outcomes), [
    ['SERVICE_UNAVAILABLE', true],
    ['SERVICE_UNAVAILABLE', true],
    ['SERVICE_UNAVAILABLE', true],
    ['SERVICE_UNAVAILABLE', true],
    ['SERVICE_UNAVAILABLE', undefined],
  ])
})

test('a read whose server or node is lost is sent again', async () => {
  for (const error of [lostNode, restartedNode, killed, ended]) {
    let attempts = 0
    const answer = mapDbErrors(async () => {
      attempts++
      if (attempts === 1) throw error
      return 'read'
    })
    assert.equal(await answer, 'read', error.message)
  }
})
