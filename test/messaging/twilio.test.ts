import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { MessageSenderError } from '@silla/core'
import { openTwilioSender, readTwilioSettings } from '@silla/messaging-twilio'
import { assertFaults, failureOf, openMessaging, sms } from './open-messaging.ts'

const { fake, twilio, callbackUrl, read, refused, respondWith } = await openMessaging()
const statusUrl = callbackUrl('twilio')

beforeEach(() => {
  fake.reset()
  read.length = refused.length = 0
})

test('D77: an SMS has its sender, its text and its validity, and comes back as delivered with our reference', async () => {
  const { providerRef } = await twilio.send(sms({ statusUrl }))
  await fake.callbacks.settled()
  const [message] = fake.messages()
  assert.deepEqual(
    [message?.sender, message?.phone, message?.text, message?.validSeconds, message?.segments],
    ['+34600111222', '+34611222333', sms().text, 600, 1],
  )
  assert.deepEqual(
    read.map(
      (one) => one.kind === 'status' && [one.status, one.reference, one.errorCode, one.sender],
    ),
    [
      ['sent', 'b1.42', null, '+34600111222'],
      ['delivered', 'b1.42', null, '+34600111222'],
    ],
  )
  assert.ok(read.every((one) => one.providerRef === providerRef))
  // Twilio has at most ten hours; a name is a sender too
  await twilio.send(sms({ sender: 'Barberia 1', validSeconds: 86_400.5, reference: 'ñ &=?' }))
  await twilio.send(sms({ validSeconds: 0, reference: 'ñ &=?', statusUrl }))
  await fake.callbacks.settled()
  assert.deepEqual(
    fake.messages().map(({ validSeconds }) => validSeconds),
    [600, 36_000, 1],
  )
  const last = read.at(-1)
  assert.equal(last?.kind === 'status' && last.reference, 'ñ &=?')
})

test("D77: Twilio's errors are refused, unavailable or unknown, and contain no number", async () => {
  for (const [code, outcome] of [
    [21211, 'refused'],
    [21212, 'refused'],
    [21408, 'refused'],
    [21606, 'refused'],
    [20429, 'unavailable'],
    [21611, 'unavailable'],
    [21730, 'unavailable'],
    [20500, 'unknown'],
  ] as const) {
    fake.rejectNext('twilio', code)
    assert.deepEqual(await failureOf(twilio.send(sms())), [outcome, String(code)])
  }
  fake.addLandline('+34911222333')
  assert.deepEqual(await failureOf(twilio.send(sms({ to: '+34911222333' }))), ['refused', '21614'])
  fake.limitRate('twilio', 1)
  await twilio.send(sms())
  assert.deepEqual(await failureOf(twilio.send(sms())), ['unavailable', '20429'])
  // the platform's credentials: no message is lost by them
  const other = openTwilioSender({ ...fake.twilio, authToken: '0'.repeat(32) })
  assert.deepEqual(await failureOf(other.send(sms())), ['unavailable', '20003'])
  const unknown = openTwilioSender({ ...fake.twilio, accountSid: `AC${'0'.repeat(32)}` })
  assert.deepEqual(await failureOf(unknown.send(sms())), ['unavailable', '20003'])
})

test('D77: faults of the network are unknown when the SMS may have been sent, and nothing is sent again', async () => {
  const open = ({ twilio: settings }: typeof fake, timeoutMilliseconds: number) => {
    const sender = openTwilioSender({ ...settings, timeoutMilliseconds })
    return () => sender.send(sms())
  }
  await assertFaults(fake, open, { error: '20500', rateLimit: '20429' })
})

test('D77: callbacks come late, twice, backwards, before the response, undelivered or never', async () => {
  fake.callbacks.hold()
  fake.callbacks.duplicate(2)
  await twilio.send(sms({ statusUrl }))
  assert.equal(read.length, 0)
  assert.deepEqual(await fake.callbacks.release('backwards'), [204, 204, 204, 204])
  const statuses = () => read.map((one) => one.kind === 'status' && one.status)
  assert.deepEqual(statuses(), ['delivered', 'delivered', 'sent', 'sent'])

  read.length = 0
  fake.callbacks.duplicate(1)
  fake.callbacks.beforeAnswer()
  const sending = twilio.send(sms({ statusUrl })).then(() => statuses())
  assert.deepEqual(await sending, ['sent', 'delivered'], 'both before the response')

  read.length = 0
  fake.callbacks.beforeAnswer(false)
  fake.nextOutcome({ status: 'undelivered', errorCode: 30006 })
  await twilio.send(sms({ statusUrl }))
  fake.nextOutcome({ status: 'none' })
  await twilio.send(sms({ statusUrl }))
  fake.callbacks.drop()
  await twilio.send(sms({ statusUrl }))
  await fake.callbacks.settled()
  assert.deepEqual(statuses(), ['sent', 'failed', 'delivered'])
  const failed = read[1]
  assert.equal(failed?.kind === 'status' && failed.errorCode, '30006')

  // Twilio repeats no callback that was answered
  fake.callbacks.sent.length = 0
  respondWith(500, 500)
  await twilio.send(sms({ statusUrl }))
  await fake.callbacks.settled()
  assert.deepEqual(
    fake.callbacks.sent.map(({ httpStatus }) => httpStatus),
    [500, 500],
  )
})

test('D77: a customer who writes STOP is read, and blocked by Twilio until START', async () => {
  const customer = { provider: 'twilio', phone: sms().to, sender: sms().sender } as const
  const { id } = await fake.reply({ ...customer, text: ' Stop ' })
  await fake.callbacks.settled()
  assert.deepEqual(read, [
    {
      kind: 'inbound',
      providerRef: id,
      from: '+34611222333',
      sender: '+34600111222',
      text: ' Stop ',
      at: null,
    },
  ])
  assert.deepEqual(await failureOf(twilio.send(sms())), ['refused', '21610'])
  await twilio.send(sms({ sender: '+34600111333' }))
  await fake.reply({ ...customer, text: 'START' })
  await twilio.send(sms())
  // BAJA is a word for the platform, not for Twilio
  await fake.reply({ ...customer, text: 'BAJA' })
  await twilio.send(sms())
  await assert.rejects(fake.reply({ ...customer, sender: 'Barberia', text: 'STOP' }), /Barberia/)
})

test('D77: a callback is read only with the signature of exactly its address and fields', async () => {
  // an example that Twilio publishes with its libraries
  const published = openTwilioSender({ ...fake.twilio, authToken: '12345' })
  const body = new URLSearchParams({
    Digits: '1234',
    CallSid: 'CA1234567890ABCDE',
    From: '+14158675309',
    Caller: '+14158675309',
    To: '+18005551212',
  })
  const request = (url: string, signature: string | undefined, form = body) => ({
    url,
    headers: { 'x-twilio-signature': signature },
    body: Buffer.from(form.toString()),
  })
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2'
  const signature = 'RSOYDt4T1cUTdK1PDd93/VVr8B8='
  // signed, and about no message
  const isSigned = (sender: typeof published, ...given: Parameters<typeof request>) => {
    try {
      return sender.readCallback(request(...given)) !== null
    } catch (error) {
      assert.ok(error instanceof MessageSenderError && /MessageSid/.test(error.message))
      return true
    }
  }
  assert.equal(isSigned(published, url, signature), true)
  assert.equal(
    isSigned(published, 'https://mycompany.com:443/myapp.php?foo=1&bar=2', signature),
    true,
  )
  const other = new URLSearchParams(body)
  other.set('Digits', '1235')
  const more = new URLSearchParams(body)
  more.append('More', '')
  for (const wrong of [
    [url.replace('foo=1', 'foo=2'), signature],
    [url.replace('https', 'http'), signature],
    [url, 'RSOYDt4T1cUTdK1PDd93/VVr8B9='],
    [url, signature.slice(0, 20)],
    [url, ''],
    [url, undefined],
    [url, signature, other],
    [url, signature, more],
  ] as Parameters<typeof request>[])
    assert.equal(isSigned(published, ...wrong), false, JSON.stringify(wrong))
  // while the token is replaced, both are valid
  const replaced = openTwilioSender({
    ...fake.twilio,
    authToken: '9'.repeat(32),
    previousAuthToken: '12345',
  })
  assert.equal(isSigned(replaced, url, signature), true)
  assert.equal(isSigned(openTwilioSender(fake.twilio), url, signature), false)
  assert.equal(twilio.verifyCallbackUrl(`${statusUrl}?hub.mode=subscribe&hub.challenge=1`), null)
})

test('D77: the price of an SMS is looked up, and unknown until Twilio has it', async () => {
  fake.nextOutcome({ status: 'none' })
  const waiting = await twilio.send(sms())
  assert.equal(await twilio.findCost(waiting.providerRef), null)
  const arabic = await twilio.send(sms({ text: 'تم تأكيد موعدك. '.repeat(5) }))
  assert.deepEqual(await twilio.findCost(arabic.providerRef), {
    amountMicros: 2 * 65_200,
    currency: 'EUR',
  })
  assert.deepEqual(await failureOf(twilio.findCost(`SM${'0'.repeat(32)}`)), [
    'unavailable',
    '20404',
  ])
  assert.deepEqual(await failureOf(twilio.findCost('../Calls')), ['refused', ''])
})

test('the settings of Twilio are complete, and its token goes to Twilio or to this machine', () => {
  const given = { TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'a'.repeat(32) }
  assert.equal(readTwilioSettings({ TWILIO_ACCOUNT_SID: '' }), null)
  assert.deepEqual(readTwilioSettings(given), {
    accountSid: given.TWILIO_ACCOUNT_SID,
    authToken: given.TWILIO_AUTH_TOKEN,
    previousAuthToken: null,
    apiUrl: 'https://api.twilio.com',
  })
  const at = (TWILIO_API_BASE: string) => readTwilioSettings({ ...given, TWILIO_API_BASE })
  assert.equal(at('https://api.dublin.ie1.twilio.com')?.apiUrl, 'https://api.dublin.ie1.twilio.com')
  assert.equal(at('http://127.0.0.1:12112')?.apiUrl, 'http://127.0.0.1:12112')
  for (const base of [
    'https://api.twilio.com.example',
    'http://api.twilio.com',
    'https://example.com',
  ])
    assert.throws(() => at(base), /^Error: TWILIO_API_BASE is invalid: /)
  assert.throws(
    () => readTwilioSettings({ TWILIO_AUTH_TOKEN: given.TWILIO_AUTH_TOKEN }),
    (error: Error) =>
      /TWILIO_ACCOUNT_SID is missing/.test(error.message) && !/aaaa/.test(error.message),
  )
})
