import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { beforeEach, test } from 'node:test'
import { deleteBusiness, messageCallbackUrl, setMessageSender, setTemplateState } from '@silla/core'
import { startFakeMessaging } from '@silla/fake-messaging'
import { messageTemplates, openMessageSenders } from '@silla/messaging'
import { openApi } from '../support/api.ts'
import { dataOf } from '../support/assertions.ts'
import { atEnd } from '../support/at-end.ts'
import { testDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { runJobs } from '../support/jobs.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { staffOf } from '../support/staff.ts'

// The worker sends by the adapters to the fake providers, which report to the API.

const { witness } = await testDatabase()
const fake = await startFakeMessaging({ retryDelaysMs: [] })
const messageSenders = openMessageSenders(fake)
const port = await freePort()
const publicUrl = `http://127.0.0.1:${port}`
const api = await openApi(undefined, { messageSenders, port, publicUrl })
fake.setTwilioInboundUrl(messageCallbackUrl(publicUrl, 'twilio'))
await fake.subscribeWhatsapp(messageCallbackUrl(publicUrl, 'whatsapp'))
for (const template of messageTemplates) fake.addTemplate(template)
atEnd(async () => {
  await fake.stop()
  await api.close()
  assert.deepEqual(fake.invalidRequests, [], 'requests that a provider would refuse')
})
beforeEach(() => fake.reset())

let count = 0
const phone = '+34600112233'

interface MessagingSalon extends TestSalon {
  customerId: number
  senders: { sms: string; whatsapp: string }
}

async function openMessagingSalon(): Promise<MessagingSalon> {
  const salon = await openSalon({
    ...{ professionals: ['Ana'], now: '2030-03-04T10:00', hours: '00:00-24:00' },
    settings: { slotIntervalMinutes: 30 },
  })
  const staff = await staffOf(salon)
  count++
  const senders = { sms: `+3491000000${count}`, whatsapp: `10654035224292${count}` }
  const names = messageTemplates.map(({ name }) => name)
  for (const channel of ['sms', 'whatsapp'] as const)
    await setMessageSender(staff, { channel, sender: senders[channel], registeredOn: null })
  await setTemplateState(staff, { names, language: 'es', state: 'approved' })
  const { id } = dataOf(
    await salon.backend.post('/clientes/', {
      ...{ nombre: 'Lucía', telefono: phone, email: 'lucia@example.com' },
    }),
    201,
  )
  return Object.assign(salon, { senders, customerId: id as number })
}

const agree = async (salon: MessagingSalon, tipo: string) =>
  dataOf(
    await salon.backend.post(`/clientes/${salon.customerId}/consentimientos/`, {
      ...{ tipo, otorgado: true, medio: 'presencial' },
    }),
    201,
  )

/** Books, sends what is due, and waits for all callbacks. */
async function book(salon: MessagingSalon, time: string) {
  const { codigo } = dataOf(
    await salon.backend.book('Ana', time, {
      ...{ por_negocio: true, cliente_id: salon.customerId, nombre: undefined, email: undefined },
    }),
    201,
  )
  await work(salon)
  return codigo as string
}

async function work(salon: TestSalon) {
  await runJobs(salon, { messageSenders, publicUrl })
  await fake.callbacks.settled()
}

/** The states of the messages of a salon, and what became of the emails that they replace. */
const outcomesOf = async ({ businessId }: TestSalon) => ({
  messages: await witness`
    select channel, state, error from messages where business_id = ${businessId}
    order by channel, state, error`,
  emails: (
    await witness<{ outcome: string }[]>`
      select case when replaced_at is not null then 'replaced' when held then 'held' else 'sent' end as outcome
      from mails where business_id = ${businessId} and kind = 'booking_confirmed'
      order by outcome`
  ).map(({ outcome }) => outcome),
})

test('D77: a booking is an SMS that is delivered, and after STOP the next one is an email', async () => {
  const salon = await openMessagingSalon()
  await agree(salon, 'sms')
  const code = await book(salon, '18:00')
  const [sms] = fake.messages()
  assert.deepEqual(
    [sms?.provider, sms?.phone, sms?.sender, sms?.status],
    ['twilio', phone, salon.senders.sms, 'delivered'],
  )
  assert.match(sms?.text ?? '', new RegExp(code))
  assert.deepEqual(
    fake.callbacks.sent.map(({ httpStatus }) => httpStatus),
    [204, 204],
  )
  const first = await outcomesOf(salon)
  assert.deepEqual(
    first.messages.map(({ state }) => state),
    ['delivered'],
  )
  assert.deepEqual(first.emails, ['replaced'])
  // Twilio names the price later, and it is looked up
  salon.clock.set(new Date(salon.clock.now().getTime() + 11 * 60_000))
  await work(salon)
  const [month] = await witness`
    select cost_micros, cost_currency from message_months where business_id = ${salon.businessId}`
  assert.deepEqual(
    [Number(month?.costMicros), month?.costCurrency],
    [(sms?.segments ?? 0) * 65_200, 'EUR'],
  )

  await fake.reply({ provider: 'twilio', phone, sender: salon.senders.sms, text: 'Stop' })
  await fake.callbacks.settled()
  await book(salon, '19:00')
  assert.equal(fake.messages({ direction: 'outbound' }).length, 1)
  assert.deepEqual((await outcomesOf(salon)).emails, ['replaced', 'sent'])
})

test('D77: a phone without WhatsApp gets an SMS, a landline an email, and a callback may come before the response', async () => {
  const salon = await openMessagingSalon()
  await agree(salon, 'whatsapp')
  fake.callbacks.beforeAnswer()
  await book(salon, '17:00')
  assert.deepEqual((await outcomesOf(salon)).emails, ['replaced'])
  fake.callbacks.beforeAnswer(false)

  await agree(salon, 'sms')
  fake.addWithoutWhatsapp(phone)
  await book(salon, '18:00')
  await work(salon)
  fake.addLandline(phone)
  await book(salon, '19:00')
  await work(salon)
  const { messages, emails } = await outcomesOf(salon)
  assert.deepEqual(
    messages.map(({ channel, state, error }) => [channel, state, error.split(':')[0]]),
    [
      ['sms', 'delivered', ''],
      ['sms', 'failed', '21614'],
      ['whatsapp', 'delivered', ''],
      ['whatsapp', 'failed', '131026'],
      ['whatsapp', 'failed', '131026'],
    ],
  )
  assert.deepEqual(emails, ['replaced', 'replaced', 'sent'])
})

test('D77: a response that is lost sends nothing twice: the callback says that the message was sent', async () => {
  const salon = await openMessagingSalon()
  await agree(salon, 'sms')
  fake.callbacks.hold()
  fake.fault({ method: 'POST', kind: 'reset', when: 'after' })
  await book(salon, '18:00')
  assert.deepEqual(
    (await outcomesOf(salon)).messages.map(({ state }) => state),
    ['unknown'],
  )
  await fake.callbacks.release('backwards')
  await work(salon)
  const { messages, emails } = await outcomesOf(salon)
  assert.deepEqual(
    [messages[0]?.state, emails, fake.messages().length],
    ['delivered', ['replaced'], 1],
  )
  // forged callbacks change nothing
  const forged = await fetch(messageCallbackUrl(publicUrl, 'twilio'), {
    method: 'POST',
    headers: { 'x-twilio-signature': 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=' },
    body: new URLSearchParams({
      MessageSid: fake.messages()[0]?.id ?? '',
      MessageStatus: 'failed',
    }),
  })
  assert.equal(
    ((await forged.json()) as { error: { code: string } }).error.code,
    'INVALID_SIGNATURE',
  )
})

test('D77: what is reported of a salon that has moved goes on to where it is served, as the provider signed it', async (t) => {
  const salon = await openMessagingSalon()
  await agree(salon, 'sms')
  fake.callbacks.hold()
  await book(salon, '18:00')
  const received: string[] = []
  let answers = 204
  const other = createServer(async (request, response) => {
    const { url = '', headers } = request
    const address = String(headers['x-silla-callback-url'])
    const sender = messageSenders.find(({ provider }) => url.includes(`/${provider}/`))
    const callbacks = sender?.readCallback({ url: address, headers, body: await buffer(request) })
    for (const callback of callbacks ?? [])
      received.push(callback.kind === 'status' ? callback.status : callback.text)
    response.writeHead(answers).end()
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  t.after(() => other.close())
  const movedTo = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  const { admin } = await testDatabase()
  await deleteBusiness(admin, salon.slug, { allowOrphaned: true, movedTo, clock: salon.clock })
  await fake.callbacks.release()
  for (const provider of ['twilio', 'whatsapp'] as const)
    await fake.reply({
      ...{ provider, phone, text: 'STOP' },
      sender: salon.senders[provider === 'twilio' ? 'sms' : 'whatsapp'],
    })
  await fake.callbacks.settled()
  assert.deepEqual(received, ['sent', 'delivered', 'STOP', 'STOP'])
  // where it cannot be passed on, the provider has to send it again
  answers = 500
  await fake.reply({ provider: 'whatsapp', phone, text: 'STOP', sender: salon.senders.whatsapp })
  await fake.callbacks.settled()
  assert.equal(fake.callbacks.sent.at(-1)?.httpStatus, 503)
})

test('D77: a callback that another deployment has forwarded is verified by the address that the provider signed', async () => {
  const salon = await openMessagingSalon()
  await agree(salon, 'sms')
  const address = 'https://before.example/mensajes/twilio/'
  const form = {
    From: phone,
    To: salon.senders.sms,
    Body: 'STOP',
    MessageSid: `SM${'a'.repeat(32)}`,
  }
  const signed = Object.entries(form).sort().flat().join('')
  const send = async (forwardedFrom: string, signedAddress = forwardedFrom) => {
    const signature = createHmac('sha1', fake.twilio.authToken)
      .update(signedAddress + signed)
      .digest('base64')
    const response = await fetch(messageCallbackUrl(publicUrl, 'twilio'), {
      method: 'POST',
      headers: { 'x-twilio-signature': signature, 'x-silla-callback-url': forwardedFrom },
      body: new URLSearchParams(form),
    })
    return response.status
  }
  assert.equal(await send('https://somewhere.example/mensajes/twilio/', address), 400)
  assert.equal(await send('https://before.example/elsewhere/'), 400, 'signed for another path')
  assert.equal(await send(address), 204)
  const [consent] = await witness`
    select granted from customer_consents
    where business_id = ${salon.businessId} and kind = 'sms' order by ordinal desc limit 1`
  assert.equal(consent?.granted, false)

  // two deployments that name each other do not send it to and fro
  const { admin } = await testDatabase()
  const movedTo = 'http://127.0.0.1:1'
  await deleteBusiness(admin, salon.slug, { allowOrphaned: true, movedTo, clock: salon.clock })
  assert.equal(await send(address), 204)
})
