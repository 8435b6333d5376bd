import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { rolePasswords } from '@silla/db'

test('the passwords depend on the URL only, not on the data folder', (t) => {
  const [one, other] = [folder(t), folder(t)]
  const url = 'postgres://root:s%3Acret@db.example/postgres'
  assert.deepEqual(rolePasswords(url, one), rolePasswords(`${url}?sslmode=require`, other))
  assert.deepEqual(readdirSync(one), [], 'no file is written')
})

test('every role has a different password, which depends on the one in the URL', () => {
  const passwords = Object.values(rolePasswords('postgres://root:secret@db.example/', '/nowhere'))
  assert.equal(new Set(passwords).size, 4)
  for (const password of passwords) assert.match(password, /^[\w-]{43}$/)
  assert.notDeepEqual(
    passwords,
    Object.values(rolePasswords('postgres://root:secret2@db.example/', '/nowhere')),
  )
})

test('without a password in the URL they come from a private file in the data folder', (t) => {
  const [one, other] = [folder(t), folder(t)]
  const url = 'postgres://root@db.example/postgres'
  const passwords = rolePasswords(url, one)
  assert.deepEqual(rolePasswords(url, one), passwords)
  assert.notDeepEqual(rolePasswords(url, other), passwords)
  assert.equal(statSync(join(one, 'role-secret')).mode & 0o777, 0o600)
})

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'silla-passwords-'))
  t.after(() => rmSync(path, { recursive: true }))
  return path
}
