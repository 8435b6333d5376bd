import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { beforeEach, test } from 'node:test'
import { openMessageSenders, readMessagingSettings } from '@silla/messaging'
import { openWhatsappSender, readWhatsappSettings } from '@silla/messaging-whatsapp'
import { assertFaults, failureOf, now, openMessaging, whatsappMessage } from './open-messaging.ts'

const { fake, whatsapp, callbackUrl, read, refused, respondWith } = await openMessaging()
fake.addTemplate({
  name: 'silla_reminder_1',
  language: 'es',
  body: 'Hola {{1}}: te esperamos {{2}}.',
})
fake.addTemplate({ name: 'silla_closed_1', language: 'es', body: 'Hoy cerramos.' })

beforeEach(() => {
  fake.reset()
  fake.setTemplateStatus('silla_reminder_1', 'es', 'APPROVED')
  read.length = refused.length = 0
})

test('D77: a WhatsApp message is an approved template with its parameters, and comes back as read with our reference', async () => {
  fake.nextOutcome({ status: 'read', provider: 'whatsapp' })
  const { providerRef } = await whatsapp.send(whatsappMessage())
  await fake.callbacks.settled()
  const [message] = fake.messages()
  assert.deepEqual(
    [message?.sender, message?.phone, message?.text, message?.id],
    [
      '106540352242922',
      '+34611222333',
      'Hola Lucía: te esperamos mañana a las 10:00.',
      providerRef,
    ],
  )
  assert.deepEqual(
    read,
    ['sent', 'delivered', 'read'].map((status) => ({
      kind: 'status',
      providerRef,
      sender: '106540352242922',
      reference: 'b1.42',
      status,
      errorCode: null,
      at: now,
      cost: null,
    })),
  )
  const closed = { name: 'silla_closed_1', language: 'es', parameters: [] }
  await whatsapp.send(whatsappMessage({ template: closed }))
  // Meta refuses line breaks and many spaces in a parameter
  const parameters = ['Lucía\n', 'a las\t10:00,      calle Mayor']
  const template = { name: 'silla_reminder_1', language: 'es', parameters }
  await whatsapp.send(whatsappMessage({ template }))
  assert.deepEqual(
    fake
      .messages()
      .map(({ text }) => text)
      .slice(1),
    ['Hoy cerramos.', 'Hola Lucía: te esperamos a las 10:00, calle Mayor.'],
  )
  assert.equal(await whatsapp.findCost(providerRef), null)
})

test("D77: Meta's errors are refused, unavailable or unknown, whatever their HTTP status", async () => {
  for (const [code, outcome] of [
    [100, 'refused'],
    [131021, 'refused'],
    [131026, 'refused'],
    [131047, 'refused'],
    [132016, 'refused'],
    [0, 'unavailable'],
    [2, 'unavailable'],
    [4, 'unavailable'],
    [10, 'unavailable'],
    [190, 'unavailable'],
    [80007, 'unavailable'],
    [130429, 'unavailable'],
    [131016, 'unavailable'],
    [131031, 'unavailable'],
    [131048, 'unavailable'],
    [131056, 'unavailable'],
    [131057, 'unavailable'],
    [131000, 'unknown'],
  ] as const) {
    fake.rejectNext('whatsapp', code)
    assert.deepEqual(await failureOf(whatsapp.send(whatsappMessage())), [outcome, String(code)])
  }
  fake.limitRate('whatsapp', 1)
  await whatsapp.send(whatsappMessage())
  assert.deepEqual(await failureOf(whatsapp.send(whatsappMessage())), ['unavailable', '130429'])
  const other = openWhatsappSender({ ...fake.whatsapp, accessToken: 'another-access-token' })
  assert.deepEqual(await failureOf(other.send(whatsappMessage())), ['unavailable', '190'])
  assert.deepEqual(await failureOf(whatsapp.send(whatsappMessage({ template: null }))), [
    'refused',
    '',
  ])
  assert.deepEqual(await failureOf(whatsapp.send(whatsappMessage({ sender: '+34600111222' }))), [
    'refused',
    '',
  ])
})

test('D77: a template that is missing, waits, was rejected, is paused or has other parameters refuses the message', async () => {
  const send = (more: { name?: string; language?: string; parameters?: string[] }) =>
    whatsapp.send(
      whatsappMessage({
        template: { name: 'silla_reminder_1', language: 'es', parameters: ['a', 'b'], ...more },
      }),
    )
  assert.deepEqual(await failureOf(send({ name: 'silla_reminder_2' })), ['refused', '132001'])
  assert.deepEqual(await failureOf(send({ language: 'ar' })), ['refused', '132001'])
  assert.deepEqual(await failureOf(send({ parameters: ['a'] })), ['refused', '132000'])
  assert.deepEqual(await failureOf(send({ parameters: ['a', 'b'.repeat(1020)] })), [
    'refused',
    '132005',
  ])
  for (const [status, code] of [
    ['PENDING', '132001'],
    ['REJECTED', '132001'],
    ['PAUSED', '132015'],
    ['DISABLED', '132016'],
  ] as const) {
    fake.setTemplateStatus('silla_reminder_1', 'es', status)
    assert.deepEqual(await failureOf(send({})), ['refused', code], status)
  }
  fake.setTemplateStatus('silla_reminder_1', 'es', 'APPROVED')
  await send({})
})

test('D77: templates are listed page by page with what WhatsApp says of them', async () => {
  const { account } = fake.whatsapp
  const list = whatsapp.listTemplates ?? assert.fail()
  for (let index = 100; index < 310; index++)
    fake.addTemplate({ name: `other_${index}`, language: 'en', body: 'Hello.' })
  for (const [status, state] of [
    ['APPROVED', 'approved'],
    ['PENDING', 'pending'],
    ['REJECTED', 'rejected'],
    ['PAUSED', 'rejected'],
    ['DISABLED', 'rejected'],
  ] as const) {
    fake.setTemplateStatus('silla_reminder_1', 'es', status)
    const found = await list(account)
    assert.equal(found.length, 212)
    assert.equal(new Set(found.map(({ name }) => name)).size, 212)
    assert.deepEqual(
      found.find(({ name }) => name === 'silla_reminder_1'),
      { name: 'silla_reminder_1', language: 'es', state },
    )
  }
  assert.deepEqual(await failureOf(list('102290129340399')), ['refused', '100'])
  assert.deepEqual(await failureOf(list('../me')), ['refused', ''])
  const stranger = openWhatsappSender({ ...fake.whatsapp, accessToken: 'EAAsomethingElse0' })
  assert.deepEqual(await failureOf(stranger.listTemplates?.(account) ?? assert.fail()), [
    'unavailable',
    '190',
  ])
  fake.fault({ method: 'GET', kind: 'response', status: 200, body: '{"data":[{"name":7}]}' })
  assert.deepEqual(await failureOf(list(account)), ['unknown', ''])
  fake.clearFaults()
})

test('D77: faults of the network are unknown when the message may have been sent, and nothing is sent again', async () => {
  fake.callbacks.hold()
  const open = ({ whatsapp: settings, addTemplate }: typeof fake, timeoutMilliseconds: number) => {
    addTemplate({ name: 'silla_reminder_1', language: 'es', body: 'Hola {{1}}: {{2}}.' })
    const sender = openWhatsappSender({ ...settings, timeoutMilliseconds })
    return () => sender.send(whatsappMessage())
  }
  await assertFaults(fake, open, { error: '131000', rateLimit: '130429' })
})

test('D77: a number without WhatsApp is reported by a callback, and callbacks are repeated until they are accepted', async () => {
  fake.addWithoutWhatsapp('+34611222333')
  respondWith(503, 503)
  await whatsapp.send(whatsappMessage())
  await fake.callbacks.settled()
  assert.deepEqual(
    fake.callbacks.sent.map(({ httpStatus }) => httpStatus),
    [503, 503, 204],
  )
  assert.deepEqual(
    read.map((one) => one.kind === 'status' && [one.status, one.errorCode]),
    Array(3).fill(['failed', '131026']),
  )
})

test('D77: a callback carries several statuses and texts of customers; what has no words is left out', async () => {
  const { id } = await fake.reply({
    provider: 'whatsapp',
    phone: '+971501234567',
    sender: '106540352242922',
    text: 'إلغاء',
  })
  await fake.callbacks.settled()
  const inbound = {
    kind: 'inbound',
    providerRef: id,
    from: '+971501234567',
    sender: '106540352242922',
    text: 'إلغاء',
    at: now,
  }
  assert.deepEqual(read, [inbound])

  const metadata = { display_phone_number: '34600111222', phone_number_id: '106540352242922' }
  const message = (more: object) => ({
    from: '34611222333',
    id: 'wamid.1',
    timestamp: '1',
    ...more,
  })
  const change = (value: object, field = 'messages') => ({ changes: [{ field, value }] })
  const signed = (content: unknown) => {
    const body = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
    const hex = createHmac('sha256', fake.whatsapp.appSecret).update(body).digest('hex')
    return { url: '', headers: { 'x-hub-signature-256': `sha256=${hex}` }, body }
  }
  const found = whatsapp.readCallback(
    signed({
      object: 'whatsapp_business_account',
      entry: [
        change({
          metadata,
          statuses: [
            { id: 'wamid.2', status: 'delivered', timestamp: '1893456000', recipient_id: '34' },
            { id: 'wamid.2', status: 'played', timestamp: '1893456001', recipient_id: '34' },
            { id: 'wamid.3', status: 'failed', timestamp: '1893456002' },
          ],
        }),
        change({
          metadata,
          messages: [
            message({ type: 'button', button: { text: 'STOP', payload: 'stop' } }),
            message({ type: 'image', image: { id: '7' } }),
            message({ type: 'reaction', reaction: { emoji: '👍' } }),
            { id: 'wamid.4', timestamp: '1', type: 'text', text: { body: 'hidden number' } },
          ],
        }),
        change({ event: 'APPROVED' }, 'message_template_status_update'),
      ],
    }),
  )
  assert.deepEqual(
    found?.map((one) =>
      one.kind === 'status' ? [one.status, one.reference, one.errorCode] : one.text,
    ),
    [['delivered', null, null], ['failed', null, ''], 'STOP'],
  )
  for (const malformed of [
    'no JSON',
    'null',
    {},
    { object: 'x', entry: [change({})] },
    { object: 'x', entry: [change({ metadata, statuses: [{ id: 7 }] })] },
    {
      object: 'x',
      entry: [change({ metadata, messages: [message({ type: 'text', text: 'STOP' })] })],
    },
  ])
    assert.throws(() => whatsapp.readCallback(signed(malformed)), /^MessageSenderError: malformed/)
})

test('D77: a callback is read only with the signature of exactly its bytes, and an address is verified by its token', async () => {
  const body = Buffer.from('{"object":"x","entry":[]}')
  const sign = (secret: string) =>
    `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  const readWith = (signature: string | undefined, bytes = body) =>
    whatsapp.readCallback({ url: '', headers: { 'x-hub-signature-256': signature }, body: bytes })
  assert.deepEqual(readWith(sign(fake.whatsapp.appSecret)), [])
  const right = sign(fake.whatsapp.appSecret)
  for (const wrong of [
    undefined,
    '',
    'sha256=',
    sign('other'),
    right.slice(7),
    right.toUpperCase(),
  ])
    assert.equal(readWith(wrong), null, String(wrong))
  assert.equal(readWith(right, Buffer.from('{"object":"x","entry":[] }')), null)

  const verify = (name = 'hub.mode', value = 'subscribe') =>
    whatsapp.verifyCallbackUrl(
      `${callbackUrl('whatsapp')}?${new URLSearchParams({
        'hub.mode': 'subscribe',
        'hub.challenge': '1158201444',
        'hub.verify_token': fake.whatsapp.verifyToken,
        [name]: value,
      })}`,
    )
  assert.equal(verify(), '1158201444')
  for (const [name, value] of [
    ['hub.verify_token', 'another'],
    ['hub.mode', 'unsubscribe'],
    ['hub.challenge', ''],
    ['hub.challenge', '<script>'],
  ])
    assert.equal(verify(name, value), null, `${name}=${value}`)
  await assert.rejects(fake.subscribeWhatsapp(callbackUrl('twilio')), /could not be verified/)
})

test('the settings of WhatsApp are complete, and its token goes to Meta or to this machine', () => {
  const given = {
    WHATSAPP_ACCESS_TOKEN: 'EAAexampleexample',
    WHATSAPP_APP_SECRET: 'a'.repeat(32),
    WHATSAPP_VERIFY_TOKEN: 'verify-me-verify-me',
  }
  assert.equal(readWhatsappSettings({}), null)
  const settings = readWhatsappSettings(given)
  assert.deepEqual([settings?.apiUrl, settings?.version], ['https://graph.facebook.com', 'v23.0'])
  for (const [wrong, name] of [
    [{ WHATSAPP_APP_SECRET: '' }, 'WHATSAPP_APP_SECRET is missing'],
    [{ WHATSAPP_VERIFY_TOKEN: 'short' }, 'WHATSAPP_VERIFY_TOKEN is invalid'],
    [{ WHATSAPP_API_BASE: 'https://example.com' }, 'WHATSAPP_API_BASE is invalid'],
    [{ WHATSAPP_API_VERSION: '23' }, 'WHATSAPP_API_VERSION is invalid'],
  ] as const)
    assert.throws(() => readWhatsappSettings({ ...given, ...wrong }), new RegExp(name))
})

test('without keys nothing is sent, and production refuses a fake server', () => {
  assert.deepEqual(openMessageSenders(readMessagingSettings({})), [])
  const env = {
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: 'a'.repeat(32),
    TWILIO_API_BASE: 'http://127.0.0.1:12112',
  }
  const opened = openMessageSenders(readMessagingSettings(env))
  assert.deepEqual(
    opened.map(({ provider, channel }) => [provider, channel]),
    [['twilio', 'sms']],
  )
  assert.throws(
    () => readMessagingSettings({ ...env, NODE_ENV: 'production' }),
    /TWILIO_API_BASE or WHATSAPP_API_BASE is invalid/,
  )
})
