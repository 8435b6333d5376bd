import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extraTriesPerHour, nextCodeAt } from '@silla/core/customers/code-limits'
import fc from 'fast-check'

interface Sent {
  at: Date
  withPassword: boolean
  clientAddress: string | null
}

const hour = 3_600_000
const owner = { withPassword: false, clientAddress: 'owner' }
const minute = (n: number) => new Date(n * 60_000)

/** The codes that are sent for these requests. */
function send(requests: readonly Sent[]): Sent[] {
  const sent: Sent[] = []
  for (const request of requests) {
    const recent = sent.filter(({ at }) => at.getTime() > request.at.getTime() - hour)
    if (nextCodeAt(recent, request) === null) sent.push(request)
  }
  return sent
}

/** The most attempts that the codes of any one hour allow. */
const mostAttempts = (sent: readonly Sent[]): number =>
  extraTriesPerHour +
  Math.max(
    0,
    ...sent.map(
      ({ at: end }) =>
        sent.filter(({ at }) => at <= end && at.getTime() > end.getTime() - hour).length,
    ),
  )

test('D11: from any number of addresses, and with the password, the codes of an hour allow 25 attempts', () => {
  const request = fc.record({
    at: fc.integer({ min: 0, max: 4 * 60 }).map(minute),
    withPassword: fc.boolean(),
    clientAddress: fc.constantFrom(null, 'a', 'b', 'c', 'd', 'e'),
  })
  fc.assert(
    fc.property(fc.array(request, { maxLength: 120 }), (requests) => {
      const inOrder = requests.toSorted((one, other) => one.at.getTime() - other.at.getTime())
      assert.ok(mostAttempts(send(inOrder)) <= 25)
    }),
  )
  const flood = (withPassword: boolean) =>
    Array.from({ length: 40 }, (_, n) => ({ at: minute(n), withPassword, clientAddress: `${n}` }))
  assert.equal(mostAttempts(send(flood(false))), 20)
  assert.equal(mostAttempts(send([...flood(false), ...flood(true)])), 25)
})

test('D11: five codes from one address leave those of another address and of the password', () => {
  const stranger = { withPassword: false, clientAddress: 'stranger' }
  const sent = send(Array.from({ length: 9 }, (_, n) => ({ at: minute(n), ...stranger })))
  assert.equal(sent.length, 5)
  assert.deepEqual(nextCodeAt(sent, { at: minute(9), ...stranger }), minute(60))
  assert.equal(nextCodeAt(sent, { at: minute(9), ...owner }), null)
  assert.deepEqual(nextCodeAt(sent, { at: minute(9), ...owner, withPassword: true }), null)
})

test('D11: a refused request may be repeated when every limit has room again', () => {
  const sent = send([
    ...[0, 1, 2].map((n) => ({ at: minute(n), withPassword: false, clientAddress: `x${n}` })),
    ...[10, 11, 12, 13, 14].map((n) => ({ at: minute(n), ...owner })),
    ...[20, 21, 22, 23].map((n) => ({
      at: minute(n),
      withPassword: false,
      clientAddress: `y${n}`,
    })),
  ])
  assert.equal(sent.length, 12)
  assert.deepEqual(nextCodeAt(sent, { at: minute(30), ...owner }), minute(70))
  const stranger = { at: minute(30), withPassword: false, clientAddress: 'z' }
  assert.deepEqual(nextCodeAt(sent, stranger), minute(60))
})
