import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  applySalon,
  checkedBusinesses,
  checkPages,
  planUpdate,
  suspendBusiness,
  updateBusiness,
} from '@silla/core'
import { createKey, KeyError, type ListedKey, listKeys, revokeKey, rotateKey } from '@silla/tenants'
import { findingOf } from '../../cli/src/doctor/messages.ts'
import { testClock } from '../support/clock.ts'
import { testDatabase } from '../support/database.ts'
import { salonFile } from './salon-text.ts'

const { admin, witness } = await testDatabase()
const clock = testClock(new Date('2030-03-04T09:00:00Z'))
const now = () => clock.now().getTime()

const created = { area: 'keys', kind: 'added', name: 'booking page', fields: [] }

/** A salon whose page is on. */
async function openPage(slug: string) {
  const file = salonFile(slug, ['timezone:', 'online_page: true, timezone:'])
  const plan = await applySalon(admin, file, { clock })
  const businessId = plan.businessId ?? ''
  const pageKeys = async (): Promise<ListedKey[]> =>
    (await listKeys(admin, businessId, now)).filter(({ forPage }) => forPage)
  return { file, plan, businessId, pageKeys }
}

const turnPage = (slug: string, on: boolean) => updateBusiness(admin, slug, { 'online-page': on })

test('the doctor finds a page whose key is stored with the hash of another one, and its advice works', async () => {
  const { businessId, pageKeys } = await openPage('wrong-hash')
  const finding = async () => {
    const businesses = await checkedBusinesses(admin, clock)
    return findingOf(checkPages(businesses.filter(({ slug }) => slug === 'wrong-hash')))
  }
  assert.equal((await finding()).state, 'ok')
  await witness`
    update registry.api_keys set key_hash = sha256('another')
    where business_id = ${businessId} and page_key is not null`
  assert.equal((await finding()).state, 'problem')
  const [wrong] = await pageKeys()
  await revokeKey(admin, businessId, wrong?.keyId ?? '', now)
  await turnPage('wrong-hash', true)
  assert.equal((await finding()).state, 'ok')
})

test('a page that is turned on gets a key, is applied again without another, and loses it when turned off', async () => {
  const { file, plan, pageKeys } = await openPage('on-and-off')
  assert.deepEqual(plan.changes.at(-1), created)
  const [key, ...more] = await pageKeys()
  assert.deepEqual(
    [key?.kind, key?.name, key?.state, key?.expiresAt, more.length],
    ['publishable', 'Booking page', 'active', null, 0],
  )
  assert.deepEqual((await applySalon(admin, file, { clock })).changes, [])
  await turnPage('on-and-off', false)
  assert.deepEqual(
    (await pageKeys()).map(({ state }) => state),
    ['revoked'],
  )
  await turnPage('on-and-off', true)
  assert.deepEqual((await pageKeys()).map(({ state }) => state).sort(), ['active', 'revoked'])
})

test('creating and revoking the key of a page is in the audit log', async () => {
  const { businessId } = await openPage('audited')
  await turnPage('audited', false)
  const entries = await witness<{ action: string; name: string }[]>`
    select action, detail ->> 'name' as name from audit_entries
    where business_id = ${businessId} and action like 'keys.%' order by id`
  assert.deepEqual(entries.map(({ action, name }) => `${action}: ${name}`).sort(), [
    'keys.create: Booking page',
    'keys.revoke: Booking page',
  ])
})

test('the text of a key is stored only for the page', async () => {
  const { businessId } = await openPage('stored')
  await createKey(admin, businessId, { kind: 'publishable', name: 'web', origins: [] })
  const rows = await witness<{ name: string; pageKey: string | null }[]>`
    select name, page_key from registry.api_keys where business_id = ${businessId} order by name`
  assert.deepEqual(
    rows.map(({ name, pageKey }) => [name, /^silla_pub_test_\w{33}$/.test(pageKey ?? '')]),
    [
      ['Booking page', true],
      ['web', false],
    ],
  )
})

test('a key of the page that is rotated by hand is followed by one of the page', async () => {
  const { businessId, pageKeys } = await openPage('rotated')
  const [key] = await pageKeys()
  await rotateKey(admin, businessId, key?.keyId ?? '', now)
  assert.deepEqual(
    (await pageKeys()).map(({ state, forPage }) => [state, forPage]),
    [
      ['active', true],
      ['active', true],
    ],
  )
})

test('the doctor reports a page whose key was revoked; turning the page on again creates one', async () => {
  const { businessId, pageKeys } = await openPage('revoked')
  const pagesCheck = async () => {
    const { state, message } = findingOf(checkPages(await checkedBusinesses(admin, clock)))
    return `${state}: ${message}`
  }
  assert.match(await pagesCheck(), /^ok: The \d+ booking pages have a usable key\.$/)
  const [key] = await pageKeys()
  await revokeKey(admin, businessId, key?.keyId ?? '', now)
  assert.equal(
    await pagesCheck(),
    'problem: Booking pages have no usable key, and take no bookings: revoked.',
  )
  const plan = await planUpdate(admin, 'revoked', { 'online-page': true })
  assert.deepEqual(plan.changes, [created])
  await turnPage('revoked', true)
  assert.match(await pagesCheck(), /^ok: /)
  await suspendBusiness(admin, 'revoked')
})

test('a salon that has ten keys gets no page until one is revoked', async () => {
  const { businessId, pageKeys } = await openPage('many')
  await turnPage('many', false)
  for (let count = 0; count < 10; count++)
    await createKey(admin, businessId, { kind: 'secret', name: `till ${count}`, origins: [] })
  await assert.rejects(turnPage('many', true), (error: Error) => {
    assert.ok(error instanceof KeyError)
    assert.match(error.message, /^many has 10 active keys; the maximum is 10\./)
    return true
  })
  assert.ok((await pageKeys()).every(({ state }) => state === 'revoked'))
  const [settings] = await witness`
    select online_page from business_settings where business_id = ${businessId}`
  assert.equal(settings?.onlinePage, false)
})
