import assert from 'node:assert/strict'
import test from 'node:test'
import { businessesForNewKeys, createBusiness, showBusiness, suspendBusiness } from '@silla/core'
import { createKey, readApiKey, revokeKey } from '@silla/tenants'
import { assertAllCreated } from '../../cli/src/format/keys.ts'
import { testDatabase } from '../support/database.ts'
import { openCache } from '../tenants/open-cache.ts'
import { type RunningSilla, runSilla, startSilla, twoAtATime } from './run-silla.ts'

const { admin, urls, witness } = await testDatabase()
const silla = (...args: string[]) => runSilla(args, { CLI_DATABASE_URL: urls.cli })
const start = (...args: string[]) => startSilla(args, { CLI_DATABASE_URL: urls.cli })

async function openSalon(slug: string, mode: 'live' | 'test' | 'demo' = 'test') {
  const place = {
    timezone: 'Europe/Madrid',
    currency: 'EUR',
    language: 'es',
    country: 'ES',
  } as const
  await createBusiness(admin, { slug, name: slug, mode, ...place })
  return slug
}

test('a created key is printed once and authenticates requests', async (t) => {
  const slug = await openSalon('issues', 'live')
  const issued = await silla(
    'keys',
    'create',
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
  const { cache } = await openCache(t)
  const principal = await cache.resolve(key)
  assert.deepEqual([principal.slug, principal.origins], [slug, ['https://barberia.example']])

  const list = await silla('keys', 'list', '--business', slug)
  assert.match(list.stdout, /^ID +Kind +State +Key +Name +Origins +Created +Last used +Expires$/m)
  assert.match(
    list.stdout,
    new RegExp(
      `^[0-9a-f]{8} +publishable +active +silla_pub_live_…${key?.slice(-4)} +Web ` +
        '+https://barberia\\.example ',
      'm',
    ),
  )
  assert.ok(!list.stdout.includes(key ?? ''))
})

test('--json prints a key with a fixed set of fields', async () => {
  const slug = await openSalon('shapes')
  const issue = ['keys', 'create', '-b', slug, '--kind', 'secret', '--json']
  const issued = await silla(...issue, '--expires', '2040-06-30')
  const { key } = issued.json()
  assert.equal(issued.stdout, `${JSON.stringify({ key }, null, 2)}\n`)
  assert.equal(key.expiresAt, '2040-06-30T22:00:00.000Z', 'the end of that day in Madrid')
  assert.deepEqual(Object.keys(key).sort(), [
    'createdAt',
    'expiresAt',
    'forPage',
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

test('a rotated key works for 24 more hours; a revoked one stops immediately', async (t) => {
  const slug = await openSalon('changes')
  const first = (
    await silla('keys', 'create', '-b', slug, '--kind', 'secret', '--name', 'Till', '--json')
  ).json().key
  const { key, previous } = (
    await silla('keys', 'rotate', first.keyId, '-b', slug, '--json')
  ).json()
  assert.deepEqual([key.name, key.rotatedFrom, previous.keyId], ['Till', first.keyId, first.keyId])
  assert.equal(Date.parse(previous.expiresAt) - Date.parse(key.createdAt), 24 * 60 * 60_000)

  const revoked = (
    await silla('keys', 'revoke', key.keyId.slice(0, 8), '-b', slug, '--json')
  ).json().key
  assert.deepEqual([revoked.keyId, revoked.state, revoked.key], [key.keyId, 'revoked', undefined])
  const { cache } = await openCache(t)
  assert.equal((await cache.resolve(first.key)).slug, slug)
  await assert.rejects(cache.resolve(key.key), { code: 'INVALID_API_KEY' })
  const active = (await silla('keys', 'list', '-b', slug, '--json')).json().keys
  const all = (await silla('keys', 'list', '-b', slug, '--all', '--json')).json().keys
  assert.deepEqual([active.length, all.length], [1, 2])
})

test('invalid key options are one-line errors', async () => {
  const slug = await openSalon('refuses')
  const issue = ['keys', 'create', '-b', slug, '--kind']
  const cases: [string[], number, RegExp][] = [
    [['keys', 'list', '-b', 'nobody'], 1, /Business not found: nobody\./],
    [['keys', 'revoke', 'ffffffff', '-b', slug], 1, /refuses has no key ffffffff\./],
    [
      [...issue, 'publishable', '--origin', 'barberia.example'],
      1,
      /Invalid origin "barberia\.example": expected/,
    ],
    [
      [...issue, 'secret', '--origin', 'https://a.example'],
      1,
      /Only publishable keys have origins/,
    ],
    [
      [...issue, 'secret', '--expires', '2020-01-01'],
      1,
      /The expiry of a key must be in the future\./,
    ],
    [
      [...issue, 'secret', '--origin', 'https://a.example'],
      1,
      /Only publishable keys have origins/,
    ],
    [
      [...issue, 'secret', '--expires', '2020-01-01'],
      1,
      /The expiry of a key must be in the future\./,
    ],
    [[...issue, 'secret', '--expires', 'soon'], 2, /Invalid value for --expires: .* got "soon"/],
    [
      [...issue, 'secret', '--expires', '2027-02-30'],
      2,
      /Invalid value for --expires: .* got "2027-02-30"/,
    ],
  ]
  for (const [[args, code, message], ran] of await twoAtATime(cases, ([args]) => silla(...args))) {
    assert.match(ran.stderr, new RegExp(`^Error: .*${message.source}.*\n$`), args.join(' '))
    assert.deepEqual([ran.code, ran.stdout], [code, ''])
  }
})

test('--all creates a key for every active business; one at its limit does not stop the others', async () => {
  await openSalon('all-a', 'live')
  const full = await showBusiness(admin, await openSalon('all-b', 'live'))
  await openSalon('all-c', 'live')
  await suspendBusiness(admin, 'all-c')
  for (let key = 0; key < 10; key++)
    await createKey(admin, full.businessId, { kind: 'secret', name: '', origins: [] })
  const all = ['keys', 'create', '--all', '--mode', 'live', '--kind', 'secret']
  const [unconfirmed, planned] = [await silla(...all), await silla(...all, '--dry-run', '--json')]
  assert.deepEqual([unconfirmed.code, unconfirmed.stdout], [2, ''])
  const slugs = planned.json().keys.map(({ slug }: { slug: string }) => slug)
  assert.ok(slugs.includes('all-a') && slugs.includes('all-b') && !slugs.includes('all-c'))
  const issued = await silla(...all, '--yes')
  assert.equal(issued.code, 1)
  const lastFour = /^all-a {2}silla_sec_live_\w+(\w{4})$/m.exec(issued.stdout)?.[1]
  assert.match(
    issued.stdout,
    new RegExp(`^Salon +Outcome +ID +Ends with\\nall-a +created +[0-9a-f]{8} +…${lastFour}$`, 'm'),
  )
  assert.match(issued.stdout, /^all-b +failed +- +-$/m)
  assert.match(
    issued.stderr,
    /^all-b: all-b has 10 active keys; the maximum is 10\. Revoke one first\.$/m,
  )
  const missing = await silla(...all, '--missing', '--yes', '--json')
  assert.deepEqual([missing.code, missing.json()], [0, { dryRun: false, keys: [] }])
  const without = async (kind: 'publishable' | 'secret') =>
    (await businessesForNewKeys(admin, { kind, mode: 'live', missing: true })).map(
      ({ slug }) => slug,
    )
  assert.ok((await without('publishable')).includes('all-a'))
  const [only] = await keysOf('all-a')
  await revokeKey(admin, (await showBusiness(admin, 'all-a')).businessId, only ?? '')
  assert.deepEqual(await without('secret'), ['all-a'])
  const ofPage = await createKey(admin, (await showBusiness(admin, 'all-a')).businessId, {
    ...{ kind: 'publishable', name: 'Booking page', origins: [] },
  })
  assert.ok(!(await without('publishable')).includes('all-a'))
  await witness`update registry.api_keys set page_key = ${ofPage.key} where key_id = ${ofPage.keyId}`
  assert.ok((await without('publishable')).includes('all-a'), 'only the page uses its key')
})

test('a key is printed before it is stored: after an interruption or a lost connection, every stored key was printed', async () => {
  for (const letter of 'abcde') await openSalon(`cut-${letter}`, 'demo')
  const holds = { b: await lockBusiness('cut-b'), d: await lockBusiness('cut-d') }
  const child = start(
    'keys',
    'create',
    '--all',
    '--mode',
    'demo',
    '--kind',
    'secret',
    '--yes',
    '--json',
  )
  // what was rolled back is repeated once
  const [lost] = await waitForBlocked(holds.b, child)
  await admin`select pg_terminate_backend(${lost ?? 0})`
  const [lostAgain] = await waitForBlocked(holds.b, child, lost)
  await admin`select pg_terminate_backend(${lostAgain ?? 0})`
  await holds.b.release()
  await waitForBlocked(holds.d, child)
  child.kill('SIGINT')
  await child.waitFor('stderr', /^Finishing the current step\./)
  await holds.d.release()
  const { code, stdout } = await child.ended()
  const { keys, error } = JSON.parse(stdout)
  const [a, b, , d, ...more] = keys as {
    slug: string
    key: object | null
    error: { message: string } | null
  }[]
  assert.deepEqual(
    [a, b, d].map((each) => [each?.slug, each?.key !== null, each?.error !== null]),
    [
      ['cut-a', true, false],
      ['cut-b', false, true],
      ['cut-d', true, false],
    ],
  )
  assert.deepEqual([code, more], [1, []])
  assert.match(
    error.message,
    /^Interrupted after 4 of 5 businesses: .*\ncut-b: The database is not reachable/,
  )
  const printed = keys
    .flatMap(({ key }: { key: { keyId: string } | null }) => key?.keyId ?? [])
    .sort()
  assert.deepEqual(await keysOf('cut-a', 'cut-b', 'cut-c', 'cut-d', 'cut-e'), printed)
})

test('an interrupted keys create --all reports it with exit code 1', () => {
  const issued = { slug: 'a', key: null, error: null }
  assert.throws(() => assertAllCreated([issued], 2), {
    message: /^Interrupted after 1 of 2 businesses: 1 key created/,
  })
  assert.doesNotThrow(() => assertAllCreated([issued], 1))
})

test('a key is not stored if stdout is closed, for create and rotate; a second Ctrl-C ends the process', async () => {
  for (const letter of 'abc') await openSalon(`disconnected-${letter}`, 'demo')
  const held = await lockBusiness('disconnected-b')
  const child = start(
    'keys',
    'create',
    '--all',
    '--missing',
    '--mode',
    'demo',
    '--kind',
    'publishable',
    '--yes',
  )
  await child.waitFor('stdout', /^disconnected-a {2}silla_pub_\w+$/m)
  await waitForBlocked(held, child)
  child.stdout.destroy()
  await held.release()
  const { code, stderr } = await child.ended()
  assert.equal(code, 1)
  assert.match(stderr, /disconnected-b: Standard output is closed, so the key was not created\.\n$/)
  const [only, ...others] = await keysOf('disconnected-a', 'disconnected-b', 'disconnected-c')
  assert.deepEqual([typeof only, others], ['string', []])

  const rotating = await lockBusiness('disconnected-a')
  const interrupted = start('keys', 'rotate', only ?? '', '-b', 'disconnected-a')
  await waitForBlocked(rotating, interrupted)
  interrupted.kill('SIGINT')
  await interrupted.waitFor('stderr', /Press Ctrl-C again to quit immediately/)
  interrupted.kill('SIGINT')
  assert.equal((await interrupted.ended()).code, 130)
  const rotation = start('keys', 'rotate', only ?? '', '-b', 'disconnected-a', '--json')
  await waitForBlocked(rotating, rotation)
  rotation.stdout.destroy()
  await rotating.release()
  assert.equal((await rotation.ended()).code, 1)
  assert.deepEqual(await keysOf('disconnected-a'), [only])
})

test('when the reader of stdout goes away, every stored key is reported on stderr', async () => {
  const letters = ['a', 'b', 'c', 'd']
  for (const letter of letters) await openSalon(`headed-${letter}`, 'test')
  const all = ['keys', 'create', '--all', '--mode', 'test', '--kind', 'secret', '--yes']
  for (const more of [[], ['--json']]) {
    const before = await keysOf(...letters.map((letter) => `headed-${letter}`))
    const held = await lockBusiness('headed-c')
    const child = start(...all, ...more)
    // the keys of a and b are in the pipe; as with head, nobody may have read the second one
    await waitForBlocked(held, child)
    child.stdout.destroy()
    await held.release()
    const { code, stderr } = await child.ended()
    assert.equal(code, 1)
    const created = [...stderr.matchAll(/^headed-[ab] +created +([0-9a-f]{8}) +…\w{4}$/gm)]
    assert.match(stderr, /^headed-c +failed +- +-$/m)
    assert.match(stderr, /^Revoke the keys that the reader of the output did not receive/m)
    assert.match(stderr, /^Error: Interrupted after \d of \d businesses: /m)
    const stored = await keysOf(...letters.map((letter) => `headed-${letter}`))
    assert.deepEqual(
      created.map(([, id]) => id).sort(),
      stored.filter((id) => !before.includes(id)).map((id) => id.slice(0, 8)),
    )
  }
})

/** Locks the keys of a business, so that other changes wait. */
async function lockBusiness(slug: string) {
  const free = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<number>()
  const holding = witness.begin(async (tx) => {
    await tx`select business_id from registry.businesses where slug = ${slug} for update`
    const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
    locked.resolve(row?.pid ?? 0)
    await free.promise
  })
  const pid = await locked.promise
  return { pid, release: () => Promise.all([free.resolve(), holding]) }
}

/** Waits until a connection waits for the lock, and returns the process ids. */
async function waitForBlocked(
  { pid }: { pid: number },
  child: RunningSilla,
  except = 0,
): Promise<number[]> {
  let isOver = false
  child.ended().then(() => {
    isOver = true
  })
  for (;;) {
    assert.ok(!isOver, 'the process ended without waiting for the lock')
    const rows = await admin<{ pid: number }[]>`
      select pid from pg_stat_activity
      where ${pid}::int = any(pg_blocking_pids(pid)) and pid <> ${except}::int`
    if (rows.length > 0) return rows.map((row) => row.pid)
  }
}

async function keysOf(...slugs: string[]): Promise<string[]> {
  const rows = await witness<{ keyId: string }[]>`
    select key.key_id from registry.api_keys key join registry.businesses business using (business_id)
    where business.slug = any(${slugs}) order by key.key_id`
  return rows.map((row) => row.keyId)
}
