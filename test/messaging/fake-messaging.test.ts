import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { messagePages, startFakeMessaging } from '@silla/fake-messaging'
import { openTwilioSender } from '@silla/messaging-twilio'
import { fastify } from 'fastify'
import { sms } from './open-messaging.ts'

async function openFake(t: { after(close: () => unknown): void }, stateFile: string | null = null) {
  const fake = await startFakeMessaging({ retryDelaysMs: [], stateFile })
  t.after(() => fake.stop())
  const { twilio, whatsapp } = fake
  const credentials = Buffer.from(`${twilio.accountSid}:${twilio.authToken}`).toString('base64')
  const post = async (path: string, init: RequestInit) => {
    const response = await fetch(`${fake.url}${path}`, { method: 'POST', ...init })
    return { status: response.status, body: JSON.parse(await response.text()) }
  }
  return {
    fake,
    createMessage: (fields: Record<string, string> | [string, string][]) =>
      post(`/2010-04-01/Accounts/${twilio.accountSid}/Messages.json`, {
        headers: { authorization: `Basic ${credentials}` },
        body: new URLSearchParams(fields),
      }),
    sendMessage: (body: unknown) =>
      post(`/v23.0/106540352242922/messages`, {
        headers: {
          authorization: `Bearer ${whatsapp.accessToken}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      }),
  }
}

const form = { To: '+34611222333', From: '+34600111222', Body: 'Hola' }

test("a request that Twilio's description does not allow has Twilio's error, and is recorded", async (t) => {
  const { fake, createMessage } = await openFake(t)
  const { status, body } = await createMessage(form)
  assert.equal(status, 201)
  assert.match(body.sid, /^SM[0-9a-f]{32}$/)
  assert.deepEqual(
    [body.status, body.num_segments, body.price, body.direction, body.to],
    ['queued', '1', null, 'outbound-api', form.To],
  )
  const { To, From, Body } = form
  const invalid: [Record<string, string> | [string, string][], number][] = [
    [{ From, Body }, 21604],
    [{ To, Body }, 21603],
    [{ To, From }, 21602],
    [{ ...form, Body: '' }, 21602],
    [{ ...form, Body: 'ñ'.repeat(1601) }, 21617],
    [{ ...form, To: '611222333' }, 21211],
    [{ ...form, From: 'A name that is too long' }, 21212],
    [{ ...form, From: '12 34' }, 21212],
    [{ ...form, StatusCallback: 'not a URL' }, 21609],
    [{ ...form, ValidityPeriod: '36001' }, 20422],
    [{ ...form, ValidityPeriod: '0' }, 20422],
    [{ ...form, Reference: '7' }, 20001],
    [[...Object.entries(form), ['Body', 'twice']], 21602],
  ]
  for (const [fields, code] of invalid) {
    const refused = await createMessage(fields)
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.status],
      [400, code, 400],
      JSON.stringify(fields),
    )
    assert.equal(refused.body.more_info, `https://www.twilio.com/docs/errors/${code}`)
  }
  assert.equal(fake.invalidRequests.length, invalid.length)
  assert.equal(fake.messages().length, 1)
})

test("a request that Meta's description does not allow has Meta's error, and is recorded", async (t) => {
  const { fake, sendMessage } = await openFake(t)
  fake.addTemplate({ name: 'a_1', language: 'es', body: 'Hola {{1}}' })
  const text = (value: unknown) => [{ type: 'body', parameters: [{ type: 'text', text: value }] }]
  const template = {
    name: 'a_1',
    language: { policy: 'deterministic', code: 'es' },
    components: text('Lucía'),
  }
  const valid = { messaging_product: 'whatsapp', to: '34611222333', type: 'template', template }
  const { status, body } = await sendMessage(valid)
  assert.equal(status, 200)
  assert.deepEqual(body.contacts, [{ input: '34611222333', wa_id: '34611222333' }])
  assert.match(body.messages[0].id, /^wamid\./)
  const { to: _, ...withoutRecipient } = valid
  const invalid: [unknown, number][] = [
    [withoutRecipient, 131008],
    [{ ...valid, template: { ...template, language: { policy: 'deterministic' } } }, 131008],
    [{ ...valid, to: 34611222333 }, 100],
    [{ ...valid, to: 'Lucía' }, 100],
    [{ ...valid, type: 'text', text: { body: 'Hola' } }, 100],
    [{ ...valid, validity: 7 }, 100],
    [{ ...valid, template: { ...template, language: { policy: 'fallback', code: 'es' } } }, 100],
    [{ ...valid, template: { ...template, components: text('a\nb') } }, 100],
    [{ ...valid, template: { ...template, components: text('a     b') } }, 100],
    [{ ...valid, template: { ...template, components: text('') } }, 100],
    [{ ...valid, template: { ...template, components: text(7) } }, 100],
    [{ ...valid, biz_opaque_callback_data: 'x'.repeat(513) }, 100],
    [[], 100],
  ]
  for (const [request, code] of invalid) {
    const refused = await sendMessage(request)
    const { error } = refused.body
    assert.deepEqual([refused.status, error.code], [400, code], JSON.stringify(request))
    assert.ok(
      error.fbtrace_id && error.error_data.details && error.message.startsWith(`(#${code})`),
    )
  }
  assert.equal(fake.invalidRequests.length, invalid.length)
})

test('a text takes the segments that operators charge', async (t) => {
  const { createMessage } = await openFake(t)
  for (const [text, segments] of [
    ['a'.repeat(160), '1'],
    ['a'.repeat(161), '2'],
    ['€'.repeat(80), '1'],
    ['€'.repeat(81), '2'],
    ['ó'.repeat(70), '1'],
    ['ó'.repeat(71), '2'],
    ['ñ'.repeat(160), '1'],
    ['م'.repeat(134), '2'],
    ['م'.repeat(135), '3'],
  ] as const) {
    const { body } = await createMessage({ ...form, Body: text })
    assert.equal(body.num_segments, segments, text)
  }
})

test('some numbers have an outcome of their own, for what goes wrong to be tried by hand', async (t) => {
  const { fake, createMessage } = await openFake(t)
  const numbers = ['+34600000401', '+34600000402', '+34600000403', '+34600000404']
  for (const To of numbers) await createMessage({ ...form, To })
  assert.deepEqual(
    numbers.map((phone) => fake.messages({ phone })[0]?.status),
    ['delivered', 'undelivered', 'accepted', 'delivered'],
  )
})

test('the phones are pages without scripts, where a customer replies from the same site only', async (t) => {
  const { fake, createMessage } = await openFake(t)
  const app = fastify()
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*')
  })
  await app.register(messagePages(fake, '/dev/messages'))
  t.after(() => app.close())
  assert.match((await app.inject('/dev/messages')).body, /No messages yet/)
  await createMessage({ ...form, Body: 'Cita <script>alert(1)</script>' })
  await createMessage({ ...form, To: '+34622333444', From: 'Barberia' })
  const list = await app.inject('/dev/messages')
  assert.match(list.body, /href="\/dev\/messages\/%2B34611222333"/)
  const phone = await app.inject('/dev/messages/%2B34611222333')
  assert.match(phone.body, /Cita &#60;script&#62;/)
  assert.match(phone.body, /<option>twilio \+34600111222<\/option>/)
  assert.match((await app.inject('/dev/messages/%2B34622333444')).body, /nobody can write to them/)
  for (const { headers, body } of [list, phone]) {
    assert.doesNotMatch(body, /<script/)
    assert.match(String(headers['content-security-policy']), /default-src 'none'/)
    assert.equal(headers['access-control-allow-origin'], undefined)
  }
  const reply = (to: string, site: string, fields: object = { text: '', word: 'STOP' }) =>
    app.inject({
      method: 'POST',
      url: '/dev/messages/%2B34611222333',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': site,
      },
      body: new URLSearchParams({ to, ...fields }).toString(),
    })
  assert.equal((await reply('twilio +34600111222', 'cross-site')).statusCode, 404)
  assert.equal((await reply('twilio +34600999999', 'same-origin')).statusCode, 404)
  assert.equal((await reply('twilio +34600111222', 'same-origin', { text: '' })).statusCode, 404)
  assert.equal(fake.messages({ direction: 'inbound' }).length, 0)
  assert.equal((await reply('twilio +34600111222', 'same-origin')).statusCode, 303)
  assert.equal(fake.messages({ direction: 'inbound' })[0]?.text, 'STOP')
  assert.equal((await createMessage(form)).body.code, 21610)
  assert.equal((await app.inject('/dev/messages/%2B34600000000')).statusCode, 404)
  assert.equal((await fetch(`${fake.url}/`)).status, 200)
})

test('messages and those who wrote STOP are there after a restart', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'silla-fake-messaging-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const stateFile = join(folder, 'state', 'messages.json')
  const first = await startFakeMessaging({ stateFile })
  await openTwilioSender(first.twilio).send(sms())
  const { sender, to: phone } = sms()
  await first.reply({ provider: 'twilio', sender, phone, text: 'stop' })
  await first.stop()
  const { fake } = await openFake(t, stateFile)
  assert.deepEqual(
    fake.messages().map(({ direction, text }) => [direction, text]),
    [
      ['outbound', sms().text],
      ['inbound', 'stop'],
    ],
  )
  await assert.rejects(openTwilioSender(fake.twilio).send(sms()), { providerCode: '21610' })
  fake.reset()
  await openTwilioSender(fake.twilio).send(sms())
})
