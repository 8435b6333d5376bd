import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { openSalon } from '../support/salon.ts'
import { testSecrets } from '../support/secrets.ts'
import { runMany } from './run-silla.ts'

const { urls, witness } = await testDatabase()
const env = {
  CLI_DATABASE_URL: urls.cli,
  SILLA_LOOPBACK_ENDPOINTS: 'on',
  SECRETS_KEY: testSecrets.secretsKey.toString('base64'),
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
