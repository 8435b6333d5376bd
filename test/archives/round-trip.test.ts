import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { openSalon } from '../support/salon.ts'
import { archived, contentsOf, otherSecretsKeys, restored } from './archived.ts'
import { openLivelySalon } from './lively-salon.ts'
import { openReceiver } from './receiver.ts'

const { admin } = await testDatabase()

test('a salon that was restored elsewhere makes the same archive again, with one entry in its audit log more', async (t) => {
  const salon = await openLivelySalon()
  const receiver = await openReceiver(t)
  const first = await archived(admin, salon)
  const result = await restored(receiver.admin, first)
  assert.deepEqual([result.slug, result.businessId], [salon.slug, salon.businessId])

  const second = await archived(receiver.admin, salon, otherSecretsKeys)
  const [before, after] = [await contentsOf(first), await contentsOf(second)]
  const audit = 'app.audit_entries.jsonl.gz'
  assert.ok(before.size > 40, [...before.keys()].join())
  assert.deepEqual([...after.keys()], [...before.keys()])
  for (const [name, text] of before)
    if (!['manifest.json', 'manifest.hmac', audit].includes(name))
      assert.equal(after.get(name), text, name)
  const entries = (text = '') => text.trimEnd().split('\n')
  assert.deepEqual(entries(after.get(audit)).slice(0, -1), entries(before.get(audit)))
  assert.match(entries(after.get(audit)).at(-1) ?? '', /"action":"businesses.restore"/)
})

test('any tar unpacks an archive', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  for (const time of ['10:00', '11:00']) dataOf(await salon.guest.book('Ana', time), 201)
  const file = await archived(admin, salon)
  const listed = execFileSync('tar', ['--list', '--file', file]).toString().trim().split('\n')
  assert.deepEqual(listed, [...(await contentsOf(file)).keys()])
  const bookings = execFileSync('sh', ['-c', 'tar xOf "$0" app.bookings.jsonl.gz | gunzip', file])
  assert.equal(bookings.toString().split('\n').length - 1, 2)
})
