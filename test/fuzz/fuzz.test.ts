import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeFailure, fuzz } from './fuzz.ts'

const seed = 1
/** As many as it takes to send each operation several times; `npm run fuzz` sends more. */
const requests = 1000

test('generated requests, valid and invalid, get documented responses and log no errors', async () => {
  const { outcomes, failures } = await fuzz({ seed, requests })
  assert.equal(
    failures.length,
    0,
    failures.map((failure) => describeFailure(failure, seed)).join('\n\n'),
  )
  const succeeded = (outcomes[200] ?? 0) + (outcomes[201] ?? 0)
  assert.ok(succeeded > requests / 5, `few requests get far: ${JSON.stringify(outcomes)}`)
})
