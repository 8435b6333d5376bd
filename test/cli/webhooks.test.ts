import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSecrets, type SecretsKeys, seal, unseal } from '@silla/core'
import { findingOf } from '../../cli/src/doctor/messages.ts'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { insertEndpoint, type TestEndpoint } from '../support/event-endpoints.ts'
import { openEventReceiver } from '../support/event-receiver.ts'
import { openSalon } from '../support/salon.ts'
import { testSecrets } from '../support/secrets.ts'
import { runMany } from './run-silla.ts'

const { urls, witness } = await testDatabase()
const env = {
  CLI_DATABASE_URL: urls.cli,
  SILLA_LOOPBACK_ENDPOINTS: 'on',
  SECRETS_KEY: testSecrets.secretsKeys.current.toString('base64'),
}

test('D42: staff creates, changes, rotates and deletes an endpoint', async () => {
  const salon = await openSalon()
  const silla = async (...words: string[]) => {
    const [ran] = await runMany([['webhooks', ...words, '-b', salon.slug]], env)
    assert.ok(ran)
    return ran
  }
  const url = 'http://localhost:4000/silla'
  const created = await silla('endpoints', 'create', url, '--type', 'reserva.creada', '--json')
  const { endpoint, secret } = created.json()
  assert.match(secret, /^whsec_/)
  const shown = await silla('endpoints', 'create', url)
  assert.match(shown.stdout, /whsec_[\w+/]{43}=\n\nStore it now/)
  const list = await silla('endpoints', 'list')
  assert.match(list.stdout, new RegExp(`^${endpoint.id} +${url} +reserva.creada +on`, 'm'))
  assert.doesNotMatch(list.stdout, /whsec_/)

  const id = String(endpoint.id)
  const off = await silla('endpoints', 'update', id, '--all-types', '--no-active', '--json')
  assert.deepEqual([off.json().endpoint.types, off.json().endpoint.isActive], [null, false])
  const tried = await silla('test', id)
  assert.equal(tried.code, 1)
  assert.match(tried.stderr, /switched off/)
  const rotated = await silla('endpoints', 'rotate', id, '--json')
  assert.notEqual(rotated.json().secret, secret)
  assert.equal((await silla('endpoints', 'delete', id)).stdout, `Deleted endpoint ${id}.\n`)
  const again = await silla('endpoints', 'delete', id, '--json')
  assert.equal(again.json().error.code, 'ENDPOINT_NOT_FOUND')
})

test('D42: a wrong URL, type or setting is reported with its reason, and nothing is stored', async () => {
  const salon = await openSalon()
  const create = (...words: string[]) => [
    'webhooks',
    'endpoints',
    'create',
    ...words,
    '-b',
    salon.slug,
  ]
  const [local, type] = await runMany(
    [create('https://10.0.0.5/'), create('http://localhost/', '--type', 'reserva.x')],
    env,
  )
  assert.match(local?.stderr ?? '', /cannot be delivered to this URL.*public IP/)
  assert.equal(type?.code, 2)
  assert.match(type?.stderr ?? '', /no event type reserva\.x/)
  const [keyless] = await runMany([create('http://localhost/')], { ...env, SECRETS_KEY: '' })
  assert.match(keyless?.stderr ?? '', /SECRETS_KEY is not set/)
  assert.deepEqual(dataOf(await salon.backend.get('/webhooks/endpoints/')).items, [])
})

test('D42: a test fails when its message is not accepted; deliveries are listed and sent again', async () => {
  const salon = await openSalon()
  const url = 'https://till.example/'
  const { id } = dataOf(await salon.backend.post('/webhooks/endpoints/', { url }), 201)
  await answerTests()
  const run = (...words: string[]) => ['webhooks', ...words, '-b', salon.slug]
  const [failed, list] = await runMany(
    [run('test', String(id)), run('deliveries', 'list', String(id), '--json')],
    env,
  )
  assert.deepEqual(
    [failed?.code, failed?.stderr],
    [1, `Error: Endpoint ${id} did not accept the test: timeout.\n`],
  )
  const [delivery] = list?.json().deliveries ?? []
  assert.equal(delivery.state, 'failed')
  const [sent, pending, unknown] = await runMany(
    [
      run('deliveries', 'redeliver', String(id), String(delivery.id)),
      run('deliveries', 'list', String(id), '--state', 'pending'),
      run('deliveries', 'redeliver', String(id), '1', '--json'),
    ],
    env,
  )
  assert.equal(sent?.stdout, `Delivery ${delivery.id} is sent again.\n`)
  assert.match(pending?.stdout ?? '', new RegExp(`^${delivery.id} +webhook.prueba`, 'm'))
  assert.equal(unknown?.json().error.code, 'DELIVERY_NOT_FOUND')
})

/** In place of a worker: a test fails when it is requested. */
async function answerTests(): Promise<void> {
  await witness`
    create function answer_test() returns trigger language plpgsql as $$begin
      new.state = 'failed';
      new.next_attempt_at = null;
      new.attempts = '[{"at": "2030-03-04T07:00:00Z", "status": null, "error": "timeout",
        "durationMilliseconds": 10000, "response": ""}]';
      return new;
    end$$`
  await witness`
    create trigger answer_test before insert on event_deliveries
    for each row execute function answer_test()`
}

test('D42: while SECRETS_KEY is replaced events are delivered, and db reencrypt makes the old key unneeded', async () => {
  const salon = await openSalon()
  const receiver = await openEventReceiver()
  const [kept, lost] = [
    await insertEndpoint(salon, receiver),
    await insertEndpoint(salon, receiver),
  ]
  const old = testSecrets.secretsKeys.current
  const [current, unknown] = [Buffer.alloc(32, 'new'), Buffer.alloc(32, 'lost')]
  await witness`
    update event_endpoints set sealed_secret = ${seal(
      'whsec_lost',
      { current: unknown, previous: null },
      `event-endpoint:${lost.id}`,
    )}
    where business_id = ${salon.businessId} and id = ${lost.id}`
  const both = { current, previous: old }
  const only = { current, previous: null }
  const { admin } = await testDatabase()
  const found = async (keys: SecretsKeys | null) => {
    const { state, message } = findingOf(await checkSecrets(admin, keys))
    return `${state}: ${message}`
  }
  const secretOf = async ({ id }: TestEndpoint, keys: SecretsKeys) => {
    const [row] = await witness<{ sealedSecret: Buffer }[]>`
      select sealed_secret from event_endpoints where business_id = ${salon.businessId}
        and id = ${id}`
    return row ? unseal(row.sealedSecret, keys, `event-endpoint:${id}`) : null
  }
  assert.match(await found(only), new RegExp(`^problem: .*endpoint ${kept.id} of ${salon.slug}`))
  assert.equal(await secretOf(kept, both), kept.secret)
  assert.equal(await secretOf(kept, only), null)

  const rotating = {
    ...env,
    SECRETS_KEY: current.toString('base64'),
    SECRETS_KEY_PREVIOUS: old.toString('base64'),
  }
  const [dryRun, unconfirmed] = await runMany(
    [
      ['db', 'reencrypt', '--dry-run'],
      ['db', 'reencrypt'],
    ],
    rotating,
  )
  assert.match(dryRun?.stdout ?? '', /would be encrypted again/)
  assert.equal(unconfirmed?.code, 2)
  assert.equal(await secretOf(kept, only), null, 'nothing has changed')

  const without = { ...rotating, SECRETS_KEY_PREVIOUS: '' }
  const [forgotten] = await runMany([['db', 'reencrypt', '--yes']], without)
  assert.equal(forgotten?.code, 1, 'the old key must not be removed yet')
  assert.match(forgotten?.stdout ?? '', /^No key opens: .+ Set SECRETS_KEY_PREVIOUS to the key /m)

  const [first] = await runMany([['db', 'reencrypt', '--yes', '--json']], rotating)
  assert.equal(first?.code, 1)
  assert.deepEqual(first?.json().unreadable, [`endpoint ${lost.id} of ${salon.slug}`])
  assert.ok(first?.json().outdated >= 1)
  const [again] = await runMany([['db', 'reencrypt', '--yes', '--json']], rotating)
  assert.equal(again?.json().outdated, 0)
  assert.equal(await secretOf(kept, only), kept.secret)
  const unreadable = await found(both)
  assert.match(unreadable, new RegExp(`endpoint ${lost.id} of ${salon.slug}`))
  assert.doesNotMatch(unreadable, new RegExp(`endpoint ${kept.id} of`))

  // a secret that no key opens is replaced by rotating it
  const rotate = ['webhooks', 'endpoints', 'rotate', String(lost.id), '-b', salon.slug, '--json']
  const [rotated] = await runMany([rotate], rotating)
  assert.equal(await secretOf(lost, only), rotated?.json().secret)
  await witness`
    delete from event_endpoints where business_id = ${salon.businessId} and id = ${lost.id}`
  assert.match(await found(both), /^ok: .*SECRETS_KEY_PREVIOUS is not needed any more/)
  assert.match(await found(only), /^ok: /)
  assert.match(await found(null), /^skipped: /)
})
