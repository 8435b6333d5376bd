import assert from 'node:assert/strict'
import test from 'node:test'
import { createBusiness, showBusiness, suspendBusiness } from '@silla/core'
import { issueKey, readApiKey } from '@silla/tenants'
import { testDatabase } from '../support/database.ts'
import { openRing } from '../tenants/key-scene.ts'
import { runSilla, twoAtATime } from './run-silla.ts'

const { admin, urls } = await testDatabase()
const silla = (...args: string[]) => runSilla(args, { CLI_DATABASE_URL: urls.cli })

async function openSalon(slug: string, mode: 'live' | 'test' = 'test') {
  const place = { timezone: 'Europe/Madrid', currency: 'EUR', language: 'es', country: 'ES' } as const
  await createBusiness(admin, { slug, name: slug, mode, ...place })
  return slug
}

test('an issued key is told once and opens the door', async (t) => {
  const slug = await openSalon('issues', 'live')
  const issued = await silla(
    'keys',
    'issue',
    '--business',
    slug,
    '--kind',
    'publishable',
    '--name',
    'Web',
    '--origin',
    'https://barberia.example',
  )
  assert.equal(issued.code, 0)
  const key = /^ {2}(silla_pub_live_\w+)$/m.exec(issued.stdout)?.[1]
  assert.deepEqual(readApiKey(key ?? ''), { kind: 'publishable', label: 'live' })
  const { ring } = await openRing(t)
  const holder = await ring.holderOf(key)
  assert.deepEqual([holder.slug, holder.origins], [slug, ['https://barberia.example']])

  const list = await silla('keys', 'list', '--business', slug)
  assert.match(list.stdout, /^ID +Kind +State +Key +Name +Origins +Created +Last used +Expires$/m)
  assert.match(
    list.stdout,
    new RegExp(
      `^[0-9a-f]{8} +publishable +active +silla_pub_live_…${key?.slice(-4)} +Web +https://barberia\\.example `,
      'm',
    ),
  )
  assert.ok(!list.stdout.includes(key ?? ''))
})

test('--json tells a key in a stable shape', async () => {
  const slug = await openSalon('shapes')
  const { key } = (await silla('keys', 'issue', '-b', slug, '--kind', 'secret', '--expires', '90d', '--json')).json()
  assert.deepEqual(Object.keys(key).sort(), [
    'createdAt',
    'expiresAt',
    'key',
    'keyId',
    'kind',
    'lastFour',
    'name',
    'origins',
    'prefix',
    'revokedAt',
    'rotatedFrom',
    'state',
  ])
  const { keys } = (await silla('keys', 'list', '-b', slug, '--json')).json()
  assert.deepEqual(
    keys,
    [{ ...key, key: undefined, lastUsedAt: null }].map(({ key: _, ...listed }) => listed),
  )
})

test('rotating leaves the old key 24 hours; revoking ends one at once', async (t) => {
  const slug = await openSalon('changes')
  const first = (await silla('keys', 'issue', '-b', slug, '--kind', 'secret', '--name', 'Till', '--json')).json().key
  const { key, previous } = (await silla('keys', 'rotate', first.keyId, '-b', slug, '--json')).json()
  assert.deepEqual([key.name, key.rotatedFrom, previous.keyId], ['Till', first.keyId, first.keyId])
  assert.equal(Date.parse(previous.expiresAt) - Date.parse(key.createdAt), 24 * 60 * 60_000)

  const revoked = await silla('keys', 'revoke', key.keyId.slice(0, 8), '-b', slug)
  assert.equal(revoked.stdout, `Revoked the secret key silla_sec_test_…${key.lastFour} of ${slug}.\n`)
  const { ring } = await openRing(t)
  assert.equal((await ring.holderOf(first.key)).slug, slug)
  await assert.rejects(ring.holderOf(key.key), { code: 'INVALID_API_KEY' })
  const active = (await silla('keys', 'list', '-b', slug, '--json')).json().keys
  const all = (await silla('keys', 'list', '-b', slug, '--all', '--json')).json().keys
  assert.deepEqual([active.length, all.length], [1, 2])
})

test('what cannot be asked of keys is told in one line', async () => {
  const slug = await openSalon('refuses')
  const issue = ['keys', 'issue', '-b', slug, '--kind']
  const wrong: [string[], number, RegExp][] = [
    [['keys', 'list', '-b', 'nobody'], 1, /There is no business called nobody\./],
    [['keys', 'revoke', 'ffffffff', '-b', slug], 1, /refuses has no key ffffffff\./],
    [[...issue, 'publishable', '--origin', 'barberia.example'], 1, /"barberia\.example" is not an origin/],
    [[...issue, 'secret', '--origin', 'https://a.example'], 1, /Origins are for publishable keys/],
    [[...issue, 'secret', '--expires', '2020-01-01'], 1, /A key must expire in the future\./],
    [[...issue, 'secret', '--expires', 'soon'], 2, /--expires soon is not understood/],
    [[...issue, 'secret', '--expires', '2027-02-30'], 2, /--expires 2027-02-30 is not understood/],
  ]
  for (const [[args, code, message], ran] of await twoAtATime(wrong, ([args]) => silla(...args))) {
    assert.match(ran.stderr, new RegExp(`^Error: .*${message.source}.*\n$`), args.join(' '))
    assert.deepEqual([ran.code, ran.stdout], [code, ''])
  }
})

test('every active business gets a key at once; one that is full is told and stops nobody', async () => {
  await openSalon('all-a', 'live')
  const full = await showBusiness(admin, await openSalon('all-b', 'live'))
  await openSalon('all-c', 'live')
  await suspendBusiness(admin, 'all-c')
  for (let key = 0; key < 10; key++) await issueKey(admin, full.businessId, { kind: 'secret', name: '', origins: [] })
  const all = ['keys', 'issue', '--all', '--mode', 'live', '--kind', 'secret']
  const [asked, planned] = [await silla(...all), await silla(...all, '--dry-run', '--json')]
  assert.deepEqual([asked.code, asked.stdout], [2, ''])
  const slugs = planned.json().keys.map(({ slug }: { slug: string }) => slug)
  assert.ok(slugs.includes('all-a') && slugs.includes('all-b') && !slugs.includes('all-c'))
  const issued = await silla(...all, '--yes')
  assert.equal(issued.code, 1)
  assert.match(issued.stdout, /^all-a {2}silla_sec_live_\w+$/m)
  assert.match(issued.stderr, /^all-b: all-b has 10 active keys, and 10 is the most: revoke one first\.$/m)
  const missing = await silla(...all, '--missing', '--yes', '--json')
  assert.deepEqual([missing.code, missing.json()], [0, { keys: [] }])
})
