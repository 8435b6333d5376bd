import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import {
  checkMessages,
  eraseCustomerAsStaff,
  type MessageCallback,
  MessageSenderError,
  nightlyMaintenance,
  removeMessageSender,
  setMessageSender,
  setTemplateState,
} from '@silla/core'
import { testApi } from '../support/api.ts'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { runJobs } from '../support/jobs.ts'
import {
  isDown,
  refuses,
  rightSignature,
  type TestProvider,
  testMessageSenders,
  testSms,
  testWhatsapp,
} from '../support/message-providers.ts'
import { addMessageSenders } from '../support/message-salon.ts'
import { requestContextFor } from '../support/request-context.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { staffOf } from '../support/staff.ts'

const { witness } = await testDatabase()
const api = await testApi()
const phone = '+34600112233'
const publicUrl = 'https://book.example'

beforeEach(() => {
  for (const provider of testMessageSenders) {
    provider.accepted.length = 0
    provider.answers.length = 0
    provider.costs.clear()
    provider.templates = []
  }
})

let count = 0

const templateNames = [
  ...['confirmed', 'rescheduled', 'cancelled', 'reminder'].map((kind) => `silla_booking_${kind}_1`),
  'silla_waitlist_offer_1',
]

/** A salon that sends from both channels, at ten in the morning. */
async function openMessagingSalon(settings: object = {}, now = '2030-03-04T10:00') {
  const salon = await openSalon({
    ...{ professionals: ['Ana'], now, hours: '00:00-24:00' },
    settings: { cancellationHours: 0, slotIntervalMinutes: 30, ...settings },
  })
  const senders = await addMessageSenders(salon)
  await setTemplateState(await staffOf(salon), {
    ...{ names: templateNames, language: 'es', state: 'approved' },
  })
  return Object.assign(salon, { senders })
}

type MessagingSalon = Awaited<ReturnType<typeof openMessagingSalon>>

async function newCustomer(
  salon: TestSalon,
  channels: readonly ('sms' | 'whatsapp')[],
  more: object = {},
) {
  const body = { nombre: 'Lucía', telefono: phone, email: 'lucia@example.com', ...more }
  const { id } = dataOf(await salon.backend.post('/clientes/', body), 201)
  for (const channel of channels) await agree(salon, id, channel)
  return id as number
}

const agree = async (
  salon: TestSalon,
  id: number,
  tipo: string,
  otorgado = true,
  more: object = {},
) =>
  dataOf(
    await salon.backend.post(`/clientes/${id}/consentimientos/`, {
      ...{ tipo, otorgado, medio: 'presencial', ...more },
    }),
    201,
  )

const book = async (salon: TestSalon, cliente_id: number, time = '18:00', date?: string) =>
  dataOf(
    await salon.backend.book('Ana', time, {
      ...{ por_negocio: true, cliente_id, nombre: undefined, email: undefined },
      ...(date && { date }),
    }),
    201,
  )

const work = (salon: TestSalon, more: object = {}) =>
  runJobs(salon, { messageSenders: testMessageSenders, publicUrl, ...more })

function later(salon: TestSalon, minutes: number) {
  salon.clock.set(new Date(salon.clock.now().getTime() + minutes * 60_000))
}

const messagesOf = ({ businessId }: TestSalon) => witness`
  select kind, channel, state, error, segments, cost_micros, to_phone, payload
  from messages where business_id = ${businessId} order by created_at, channel desc`

/** State and whether an email of a kind was sent or stored. */
async function mailOf({ businessId }: TestSalon, kind: string) {
  const [mail] = await witness`
    select state, held, replaced_at is not null as is_replaced from mails
    where business_id = ${businessId} and kind = ${kind}`
  if (!mail) return 'none'
  if (mail.isReplaced) return 'replaced'
  return mail.held ? 'held' : mail.state
}

const monthOf = async ({ businessId }: TestSalon) =>
  (
    await witness`
      select segments, cost_micros, cost_currency from message_months
      where business_id = ${businessId}`
  )[0]

type Sent = TestProvider['accepted'][number]

const status = (sent: Sent, more: Partial<MessageCallback> = {}) => ({
  ...{ kind: 'status', providerRef: sent.providerRef, sender: sent.sender },
  ...{ reference: sent.reference, status: 'delivered', errorCode: null, at: null, cost: null },
  ...more,
})

async function report(provider: TestProvider, callbacks: object[], signature = rightSignature) {
  const response = await api.inject({
    ...{
      method: 'POST',
      url: `/mensajes/${provider.provider}/`,
      payload: JSON.stringify(callbacks),
    },
    headers: { 'content-type': 'application/json', 'x-signature': signature },
  })
  return response.statusCode
}

const lastOf = (provider: TestProvider): Sent => {
  const sent = provider.accepted.at(-1)
  assert.ok(sent, `${provider.provider} got no message`)
  return sent
}

test('D77: a booking goes by WhatsApp to a customer who agrees, and its email only if it is not delivered', async () => {
  const salon = await openMessagingSalon()
  const id = await newCustomer(salon, ['whatsapp', 'sms'])
  const booking = await book(salon, id)
  await work(salon)
  const sent = lastOf(testWhatsapp)
  assert.equal(testSms.accepted.length, 0)
  assert.deepEqual(
    [sent.to, sent.sender, sent.template?.name, sent.template?.language, sent.validSeconds],
    [phone, salon.senders.whatsapp, 'silla_booking_confirmed_1', 'es', 600],
  )
  assert.match(sent.text, /^Cita confirmada en .+: lun, 4 mar, 18:00\. Cambiar o anular: /)
  assert.match(sent.text, new RegExp(booking.codigo))
  assert.equal(sent.statusUrl, 'https://book.example/mensajes/test-whatsapp/')
  assert.equal(await mailOf(salon, 'booking_confirmed'), 'held')

  const cost = { amountMicros: 31_000, currency: 'EUR' }
  assert.equal(await report(testWhatsapp, [status(sent, { cost })]), 204)
  assert.equal(await mailOf(salon, 'booking_confirmed'), 'replaced')
  later(salon, 11)
  await work(salon)
  assert.equal(testSms.accepted.length, 0)
  assert.equal(await mailOf(salon, 'booking_confirmed'), 'replaced')
  const [message] = await messagesOf(salon)
  assert.deepEqual(
    [message?.state, Number(message?.costMicros), message?.payload],
    ['delivered', 31_000, {}],
  )
  assert.deepEqual(
    { ...(await monthOf(salon)) },
    { segments: 1, costMicros: 31_000, costCurrency: 'EUR' },
  )
})

test('D77: without a consent, or with one for another number, there is an email and no message', async () => {
  const salon = await openMessagingSalon()
  const id = await newCustomer(salon, [])
  await book(salon, id)
  const withdrawn = await newCustomer(salon, ['sms'], { email: 'b@example.com' })
  await agree(salon, withdrawn, 'sms', false)
  await book(salon, withdrawn, '19:00')
  const moved = await newCustomer(salon, ['sms'], { email: 'c@example.com' })
  const card = dataOf(await salon.backend.get(`/clientes/${moved}/`))
  dataOf(
    await salon.backend.put(`/clientes/${moved}/`, {
      ...{ nombre: 'Lucía', email: 'c@example.com', telefono: '+34600998877' },
      version: card.version,
    }),
  )
  await book(salon, moved, '20:00')
  await work(salon)
  assert.equal((await messagesOf(salon)).length, 0)
  const [sent] = await witness`
    select count(*)::int as count from mails
    where business_id = ${salon.businessId} and kind = 'booking_confirmed' and state = 'kept'`
  assert.equal(sent?.count, 3)
  const noPhone = await newCustomer(salon, [], { telefono: '', email: 'd@example.com' })
  const { error } = await salon.backend.post(`/clientes/${noPhone}/consentimientos/`, {
    ...{ tipo: 'sms', otorgado: true, medio: 'presencial' },
  })
  assert.equal(error.code, 'MESSAGES_NEED_PHONE')
})

test('D77: accepted and never delivered: SMS after ten minutes, email after ten more; what comes late changes nothing', async () => {
  const salon = await openMessagingSalon()
  await book(salon, await newCustomer(salon, ['whatsapp', 'sms']))
  await work(salon)
  later(salon, 9)
  await work(salon)
  assert.equal(testSms.accepted.length, 0)
  later(salon, 2)
  await work(salon)
  const [whatsapp, sms] = [lastOf(testWhatsapp), lastOf(testSms)]
  assert.equal(sms.template, null)
  assert.equal(await mailOf(salon, 'booking_confirmed'), 'held')
  later(salon, 11)
  await work(salon)
  assert.equal(await mailOf(salon, 'booking_confirmed'), 'kept')
  await report(testWhatsapp, [status(whatsapp)])
  await report(testSms, [status(sms, { status: 'failed', errorCode: '30003' })])
  await work(salon)
  assert.deepEqual(
    (await messagesOf(salon)).map(({ channel, state }) => [channel, state]),
    [
      ['whatsapp', 'delivered'],
      ['sms', 'failed'],
    ],
  )
  assert.equal(await mailOf(salon, 'booking_confirmed'), 'kept')
  assert.equal(testWhatsapp.accepted.length + testSms.accepted.length, 2)
})

test('D77: refused by the provider, as a landline is: the next channel at once, and nothing is counted for it', async () => {
  const salon = await openMessagingSalon()
  await book(salon, await newCustomer(salon, ['sms']))
  testSms.answers.push(refuses('21614'))
  await work(salon)
  assert.equal(await mailOf(salon, 'booking_confirmed'), 'kept')
  const [message] = await messagesOf(salon)
  assert.deepEqual([message?.state, message?.error], ['failed', '21614: refused with 21614'])
  assert.equal((await monthOf(salon))?.segments, 0)
  // WhatsApp reports later what it cannot deliver
  await book(
    salon,
    await newCustomer(salon, ['whatsapp', 'sms'], { email: 'b@example.com' }),
    '19:00',
  )
  await work(salon)
  await report(testWhatsapp, [
    status(lastOf(testWhatsapp), { status: 'failed', errorCode: '131026' }),
  ])
  await work(salon)
  assert.equal(testSms.accepted.length, 1)
})

test('D77: a provider that is down is tried again every 15 seconds, and after ten minutes the email is sent', async () => {
  const salon = await openMessagingSalon()
  const id = await newCustomer(salon, ['sms'])
  await book(salon, id)
  testSms.answers.push(isDown, isDown)
  await work(salon)
  assert.equal(testSms.accepted.length, 0)
  later(salon, 0.25)
  await work(salon)
  later(salon, 0.25)
  await work(salon)
  assert.equal(testSms.accepted.length, 1)
  assert.equal((await monthOf(salon))?.segments, 1)

  await book(salon, id, '19:00')
  testSms.answers.push(...Array(60).fill(isDown))
  for (let tries = 0; tries < 45; tries++) {
    await work(salon)
    later(salon, 0.25)
  }
  assert.equal(testSms.accepted.length, 1)
  const [kept] = await witness`
    select count(*)::int as count from mails
    where business_id = ${salon.businessId} and state = 'kept'`
  assert.equal(kept?.count, 2, 'one is that of the first booking, whose message was not reported')
})

test('D77: after a timeout nothing is sent twice: the callback decides, also before the answer and by reference', async () => {
  const salon = await openMessagingSalon()
  const id = await newCustomer(salon, ['sms'])
  await book(salon, id)
  // slow: the message was sent, and its answer is lost
  testSms.answers.push((message) => {
    testSms.accepted.push({ ...message, providerRef: 'slow-1' })
    throw new MessageSenderError('no response within 10 s', 'unknown', '')
  })
  await work(salon)
  assert.equal((await messagesOf(salon))[0]?.state, 'unknown')
  later(salon, 5)
  await work(salon)
  assert.equal(testSms.accepted.length, 1)
  await report(testSms, [status(lastOf(testSms))])
  later(salon, 6)
  await work(salon)
  assert.deepEqual(
    [testSms.accepted.length, await mailOf(salon, 'booking_confirmed')],
    [1, 'replaced'],
  )

  // the callback arrives while the request is open
  await book(salon, id, '19:00')
  testSms.answers.push(async (message) => {
    const early = { ...message, providerRef: 'early-1' }
    assert.equal(await report(testSms, [status(early)]), 204)
  })
  await work(salon)
  later(salon, 11)
  await work(salon)
  const [, second] = await messagesOf(salon)
  assert.equal(second?.state, 'delivered')
  assert.equal(testSms.accepted.length, 2)
})

test('D77: callbacks twice, out of order, forged, of another salon or of nobody have no wrong effect', async () => {
  const salon = await openMessagingSalon()
  const other = await openMessagingSalon()
  await book(salon, await newCustomer(salon, ['sms']))
  await work(salon)
  const sent = lastOf(testSms)
  const read = () => messagesOf(salon).then(([message]) => message?.state)
  assert.equal(await report(testSms, [status(sent)], 'forged'), 400)
  assert.equal(await report(testSms, [status(sent, { sender: other.senders.sms })]), 204)
  assert.equal(await report(testSms, [status(sent, { sender: '+34999999999' })]), 204)
  assert.equal(await read(), 'sent')
  const cost = { amountMicros: 50_000, currency: 'USD' }
  const events = [
    status(sent, { status: 'read' }),
    status(sent, { status: 'delivered', cost }),
    status(sent, { status: 'sent' }),
    status(sent, { status: 'failed', errorCode: '30008' }),
    status(sent, { status: 'delivered', cost }),
  ]
  for (const event of events) await report(testSms, [event])
  assert.equal(await read(), 'read')
  assert.equal(Number((await monthOf(salon))?.costMicros), 50_000)
  assert.equal(await mailOf(salon, 'booking_confirmed'), 'replaced')
  const unknown = await api.inject({ method: 'POST', url: '/mensajes/nobody/' })
  assert.equal(unknown.statusCode, 404)
  const verified = await api.inject('/mensajes/test-whatsapp/?hub.challenge=42')
  assert.deepEqual([verified.statusCode, verified.body], [200, '42'])
})

const reply = (salon: MessagingSalon, text: string, from = phone) => ({
  ...{ kind: 'inbound', providerRef: `in-${++count}`, from, sender: salon.senders.sms },
  ...{ text, at: null },
})

test('D77: STOP, BAJA and إلغاء withdraw the channel at this salon, also between request and sending', async () => {
  const salon = await openMessagingSalon()
  const other = await openMessagingSalon()
  const id = await newCustomer(salon, ['sms', 'whatsapp'])
  const there = await newCustomer(other, ['sms'])
  for (const word of ['Stop', 'BAJA.', ' إلغاء ', 'الغاء', 'alto']) {
    await agree(salon, id, 'sms')
    const latest = async () => {
      const { consentimientos } = dataOf(await salon.backend.get(`/clientes/${id}/`))
      return consentimientos.find(({ tipo }: { tipo: string }) => tipo === 'sms')
    }
    await report(testSms, [reply(salon, `Gracias, y ${word} no es lo que quiero`)])
    assert.equal((await latest()).otorgado, true, 'a sentence with the word')
    await report(testSms, [reply(salon, word)])
    const found = await latest()
    assert.deepEqual([found.otorgado, found.medio, found.texto], [false, 'respuesta', word], word)
  }
  await agree(salon, id, 'whatsapp', false)
  await agree(salon, id, 'sms')
  await book(salon, id)
  await report(testSms, [reply(salon, 'STOP')])
  await work(salon)
  const [message] = await messagesOf(salon)
  assert.deepEqual([message?.state, message?.error], ['dropped', 'no_consent'])
  assert.equal(testSms.accepted.length, 0)
  assert.equal(await mailOf(salon, 'booking_confirmed'), 'kept')

  await book(other, there)
  await work(other)
  assert.equal(testSms.accepted.length, 1, 'the other salon may still write')
})

test('D77: a number that another customer has now: only that customer gets messages there', async () => {
  const salon = await openMessagingSalon()
  const before = await newCustomer(salon, ['sms'])
  const now = await newCustomer(salon, ['sms'], { nombre: 'Noor', email: 'noor@example.com' })
  await book(salon, before)
  await book(salon, now, '19:00')
  await work(salon)
  assert.equal(testSms.accepted.length, 1)
  assert.match(lastOf(testSms).text, /19:00/)
  const { consentimientos } = dataOf(await salon.backend.get(`/clientes/${before}/`))
  assert.deepEqual([consentimientos[0].otorgado, consentimientos[0].medio], [false, 'reasignado'])

  // a family shares it
  await agree(salon, before, 'sms', true, { numero_compartido: true })
  await book(salon, before, '20:00')
  await book(salon, now, '20:30')
  await work(salon)
  assert.equal(testSms.accepted.length, 3)
})

test('D77: the ceiling of the month is kept in the middle of a batch, and the others get emails', async () => {
  const salon = await openMessagingSalon({ messagesPerMonth: 2 })
  const id = await newCustomer(salon, ['whatsapp', 'sms'])
  for (const time of ['17:00', '18:00', '19:00', '20:00']) await book(salon, id, time)
  await work(salon)
  assert.deepEqual([testWhatsapp.accepted.length, testSms.accepted.length], [2, 0])
  assert.equal((await monthOf(salon))?.segments, 2)
  const states = (await messagesOf(salon)).map(({ state, error }) => `${state} ${error}`).sort()
  assert.deepEqual(states, ['dropped ceiling', 'dropped ceiling', 'sent ', 'sent '])
  // the month is the salon's
  salon.clock.set('2030-04-01T10:00', 'Europe/Madrid')
  await book(salon, id, '19:00', '2030-04-01')
  await work(salon)
  assert.equal(testWhatsapp.accepted.length, 3)
})

test('D77: each segment of an SMS counts towards the ceiling', async () => {
  const salon = await openMessagingSalon({ messagesPerMonth: 3, mainLanguage: 'ar' })
  const id = await newCustomer(salon, ['sms'])
  for (const time of ['17:00', '18:00']) await book(salon, id, time)
  await work(salon)
  assert.equal(testSms.accepted.length, 1)
  assert.equal((await monthOf(salon))?.segments, 2)
})

test('D77: a template that is not approved, or refused, sends the SMS instead', async () => {
  const salon = await openMessagingSalon()
  const id = await newCustomer(salon, ['whatsapp', 'sms'])
  await book(salon, id)
  testWhatsapp.answers.push(refuses('132015'))
  await work(salon)
  assert.equal(testSms.accepted.length, 1)
  await setTemplateState(await staffOf(salon), {
    ...{ names: ['silla_booking_confirmed_1'], language: 'es', state: 'rejected' },
  })
  await book(salon, id, '19:00')
  await work(salon)
  assert.deepEqual([testWhatsapp.accepted.length, testSms.accepted.length], [0, 2])
  const errors = (await messagesOf(salon)).map(({ error }) => error)
  assert.ok(errors.includes('template_not_approved'))
})

test('D77: from 21:00 to 9:00 an email is sent instead; without one the message waits, unless the visit comes first', async () => {
  const salon = await openMessagingSalon({ reminderHours: 2 }, '2030-03-04T22:00')
  await book(salon, await newCustomer(salon, ['sms']), '12:00', '2030-03-05')
  const phoneOnly = { email: '', telefono: '+34600445566' }
  const id = await newCustomer(salon, ['sms'], phoneOnly)
  await book(salon, id, '14:00', '2030-03-05')
  await book(salon, id, '08:30', '2030-03-05')
  await work(salon)
  assert.equal(testSms.accepted.length, 0)
  assert.equal(await mailOf(salon, 'booking_confirmed'), 'kept')
  salon.setTime('2030-03-05T06:30')
  await work(salon)
  assert.equal(testSms.accepted.length, 1)
  assert.match(lastOf(testSms).text, /^Te esperamos en .*, 8:30\./)
  salon.setTime('2030-03-05T09:00')
  await work(salon)
  assert.equal(testSms.accepted.length, 3)
  assert.ok(testSms.accepted.slice(1).every(({ text }) => text.startsWith('Cita confirmada')))
  salon.setTime('2030-03-05T12:00')
  await work(salon)
  assert.match(lastOf(testSms).text, /^Te esperamos en .*14:00/)
})

test('D77: a cost that no callback names is looked up, and added to the month', async () => {
  const salon = await openMessagingSalon()
  await book(salon, await newCustomer(salon, ['sms']))
  await work(salon)
  const sent = lastOf(testSms)
  await report(testSms, [status(sent)])
  later(salon, 10)
  await work(salon)
  assert.equal(Number((await monthOf(salon))?.costMicros), 0)
  testSms.costs.set(sent.providerRef, { amountMicros: 75_000, currency: 'USD' })
  later(salon, 360)
  await work(salon)
  assert.deepEqual(
    { ...(await monthOf(salon)) },
    { segments: 1, costMicros: 75_000, costCurrency: 'USD' },
  )
})

test('D77: without an address for callbacks what is accepted counts as delivered', async () => {
  const salon = await openMessagingSalon()
  await book(salon, await newCustomer(salon, ['sms']))
  await work(salon, { publicUrl: null })
  assert.equal(lastOf(testSms).statusUrl, null)
  later(salon, 30)
  await work(salon, { publicUrl: null })
  assert.equal(await mailOf(salon, 'booking_confirmed'), 'replaced')
})

test('D77: the owner gets emails about bookings as messages, where the salon wants it', async () => {
  const salon = await openMessagingSalon({
    ...{ ownerNotifications: 'each', ownerMessages: 'sms', ownerMessagesPhone: '+34600000001' },
  })
  dataOf(await salon.guest.book('Ana', '18:00'), 201)
  await work(salon)
  const sent = lastOf(testSms)
  assert.equal(sent.to, '+34600000001')
  assert.match(sent.text, /^Nueva cita: lun, 4 mar, 18:00, Corte, con Ana\.$/)
  assert.equal(await mailOf(salon, 'owner_booking_created'), 'held')
})

test('D77: an erased customer has no messages', async () => {
  const salon = await openMessagingSalon()
  const id = await newCustomer(salon, ['sms'])
  const booking = await book(salon, id)
  await work(salon)
  dataOf(await salon.backend.cancel(booking, { codigo: undefined }))
  await eraseCustomerAsStaff(await staffOf(salon), id)
  assert.equal((await messagesOf(salon)).length, 0)
})

test('D77: strangers can cause six messages an hour to a number, in all salons together', async () => {
  const [salon, other] = [await openMessagingSalon(), await openMessagingSalon()]
  const telefono = '+34600777888'
  for (const each of [salon, other]) {
    const id = await newCustomer(each, ['sms'], { telefono })
    for (const time of ['16:00', '17:00', '18:00', '19:00']) await book(each, id, time)
    await work(each, { limitsMails: true })
  }
  assert.equal(testSms.accepted.length, 6)
  const dropped = (await messagesOf(other)).filter(({ error }) => error === 'too_many')
  assert.equal(dropped.length, 2)
  later(salon, 61)
  await book(
    other,
    await newCustomer(other, ['sms'], { telefono, email: 'z@example.com' }),
    '20:00',
  )
  await work(other, { limitsMails: true })
  assert.equal(testSms.accepted.length, 7)
})

test('D77: offers of the waitlist to a number count among the six', async () => {
  const salon = await openMessagingSalon()
  const date = '2030-03-06'
  let entries = 0
  const join = async () =>
    dataOf(
      await salon.guest.post('/lista-espera/', {
        ...{ servicio_ids: [salon.id('Corte')], desde: date, hasta: date, nombre: 'Noor' },
        ...{ email: `noor${++entries}@example.com`, telefono: '+34600777999', ...choice(['sms']) },
      }),
      201,
    )
  const other = { date, email: 'eva@example.com' }
  const freed = dataOf(await salon.guest.book('Ana', '10:00', other), 201)
  let entry = await join()
  dataOf(await salon.guest.cancel(freed))
  for (let offers = 1; offers <= 8; offers++) {
    await work(salon, { limitsMails: true })
    const { id, codigo } = entry
    entry = await join()
    dataOf(await salon.guest.delete(`/lista-espera/${id}/`, { 'x-reserva-codigo': codigo }))
  }
  assert.equal(testSms.accepted.length, 6)
})

test('D77: the doctor names salons whose messages do not go out, or soon will not', async () => {
  const salon = await openMessagingSalon({ messagesPerMonth: 5 })
  const clock = salon.clock
  const { admin } = await testDatabase()
  const found = async () => {
    const result = await checkMessages(admin, clock, testMessageSenders)
    return result.code === 'messagesIncomplete'
      ? result.facts.faults.filter(({ slug }) => slug === salon.slug).map(({ fault }) => fault)
      : []
  }
  assert.deepEqual(await found(), [])
  await setMessageSender(await staffOf(salon), {
    ...{ channel: 'sms', sender: 'Barberia', registeredOn: null },
  })
  await setTemplateState(await staffOf(salon), {
    ...{ names: ['silla_booking_reminder_1'], language: 'es', state: 'rejected' },
  })
  const id = await newCustomer(salon, ['sms'])
  for (const time of ['16:00', '17:00', '18:00', '19:00']) await book(salon, id, time)
  await work(salon)
  assert.deepEqual(await found(), [
    'templates_not_approved',
    'sender_not_registered',
    'ceiling_near',
  ])
})

test('D77: a time zone that Node does not support hides no other fault of any salon', async () => {
  const salons = [await openMessagingSalon(), await openMessagingSalon()]
  for (const [index, salon] of salons.entries())
    await setMessageSender(await staffOf(salon), {
      ...{ channel: 'sms', sender: `Salon${index}`, registeredOn: null },
    })
  await witness`
    update business_settings set timezone = 'Mars/Olympus'
    where business_id = ${salons[0]?.businessId ?? ''}`
  const { admin } = await testDatabase()
  const result = await checkMessages(admin, salons[0]?.clock ?? assert.fail(), testMessageSenders)
  assert.equal(result.code, 'messagesIncomplete')
  const faults = salons.map(({ slug }) =>
    result.facts.faults.filter((each) => each.slug === slug).map(({ fault }) => fault),
  )
  assert.deepEqual(faults, [
    ['sender_not_registered', 'time_zone_unknown'],
    ['sender_not_registered'],
  ])
})

const choice = (canales: string[], texto = 'Quiero mensajes en este móvil') => ({
  mensajes: { canales, texto },
})

const consentsOf = ({ businessId }: TestSalon) => witness`
  select kind, granted, means, recorded_by, phone, wording from customer_consents
  where business_id = ${businessId} order by kind desc, ordinal`

test('D77: a guest who ticks WhatsApp while booking gets the confirmation there, and the record says how', async () => {
  const salon = await openMessagingSalon()
  const { configuracion } = dataOf(await salon.guest.get('/negocio/'))
  assert.deepEqual(configuracion.canales_mensajes, ['whatsapp', 'sms'])
  const contact = { telefono: phone, email: 'nora@example.com' }
  // a tick needs a number, and nothing is agreed to without a tick
  const noPhone = await salon.guest.book('Ana', '16:00', {
    ...{ ...contact, ...choice(['sms']), telefono: undefined },
  })
  assert.equal(noPhone.error.code, 'PHONE_REQUIRED')
  dataOf(await salon.guest.book('Ana', '16:00', { ...contact, ...choice([]) }), 201)
  dataOf(await salon.guest.book('Ana', '17:00', contact), 201)
  assert.equal((await consentsOf(salon)).length, 0)
  for (const time of ['18:00', '19:00'])
    dataOf(await salon.guest.book('Ana', time, { ...contact, ...choice(['whatsapp']) }), 201)
  await work(salon)
  assert.deepEqual(testWhatsapp.accepted.map(({ text }) => text.match(/\d+:00/)?.[0]).sort(), [
    '18:00',
    '19:00',
  ])
  assert.deepEqual(
    (await consentsOf(salon)).map((row) => ({ ...row })),
    [
      {
        ...{ kind: 'whatsapp', granted: true, means: 'online', recordedBy: 'customer' },
        ...{ phone, wording: 'Quiero mensajes en este móvil' },
      },
    ],
  )
  const { error } = await salon.backend.book('Ana', '20:00', {
    ...choice(['sms']),
    por_negocio: true,
  })
  assert.equal(error.code, 'VALIDATION_ERROR')
})

test('D77: a channel that the salon does not send by is not agreed to, and its catalogue names those that it does', async () => {
  const salon = await openMessagingSalon()
  await removeMessageSender(await staffOf(salon), 'sms')
  const { configuracion } = dataOf(await salon.guest.get('/negocio/'))
  assert.deepEqual(configuracion.canales_mensajes, ['whatsapp'])
  const contact = { telefono: phone, email: 'nora@example.com' }
  dataOf(await salon.guest.book('Ana', '18:00', { ...contact, ...choice(['sms']) }), 201)
  assert.equal((await consentsOf(salon)).length, 0)
})

/** A salon whose only time of a day is booked, and a guest who waits for it. */
async function openWaiting(more: object = {}) {
  const salon = await openMessagingSalon()
  const date = '2030-03-06'
  const booked = dataOf(
    await salon.guest.book('Ana', '10:00', { date, email: 'eva@example.com' }),
    201,
  )
  const entry = dataOf(
    await salon.guest.post('/lista-espera/', {
      ...{ servicio_ids: [salon.id('Corte')], desde: date, hasta: date },
      ...{ hora_desde: '10:00', hora_hasta: '10:30' },
      ...{ nombre: 'Noor', email: 'noor@example.com', telefono: phone, ...more },
    }),
    201,
  )
  const free = async () => {
    dataOf(await salon.backend.cancel(booked, { codigo: undefined }))
    await work(salon)
  }
  return { salon, entry, free }
}

test('D77: a guest on the waitlist is offered a time by the channel that they ticked, and so is their booking', async () => {
  const { salon, entry, free } = await openWaiting(choice(['sms']))
  await free()
  assert.match(lastOf(testSms).text, /^Hay una hora libre en .*10:00/)
  assert.equal(lastOf(testSms).to, phone)
  assert.equal(await mailOf(salon, 'waitlist_offer'), 'held')
  await report(testSms, [status(lastOf(testSms))])
  assert.equal(await mailOf(salon, 'waitlist_offer'), 'replaced')
  const { codigo } = entry
  dataOf(await salon.guest.post(`/lista-espera/${entry.id}/aceptar/`, { codigo }), 201)
  await work(salon)
  assert.match(lastOf(testSms).text, /^Cita confirmada/)
  const [consent] = await consentsOf(salon)
  assert.deepEqual([consent?.kind, consent?.granted, consent?.phone], ['sms', true, phone])
})

test('D77: STOP ends the offers of everybody who waits with that number, and without a tick an offer is an email', async () => {
  const { salon, free } = await openWaiting(choice(['sms', 'whatsapp']))
  await report(testWhatsapp, [
    { ...reply(salon, 'STOP'), from: phone, sender: salon.senders.whatsapp },
  ])
  await free()
  assert.equal(testWhatsapp.accepted.length, 0)
  assert.match(lastOf(testSms).text, /^Hay una hora libre/)
  const other = await openWaiting()
  testSms.accepted.length = 0
  await other.free()
  assert.deepEqual([testSms.accepted.length, testWhatsapp.accepted.length], [0, 0])
  assert.equal(await mailOf(other.salon, 'waitlist_offer'), 'kept')
})

/** A guest who was offered a time by SMS, and has accepted it. */
async function acceptedBySms() {
  const { salon, entry, free } = await openWaiting(choice(['sms']))
  await free()
  await report(testSms, [status(lastOf(testSms))])
  const { codigo } = entry
  const booking = dataOf(
    await salon.guest.post(`/lista-espera/${entry.id}/aceptar/`, { codigo }),
    201,
  )
  return { salon, cliente: booking.cliente }
}

test('D77: an erased guest of the waitlist has no messages', async () => {
  const { salon, cliente } = await acceptedBySms()
  assert.equal((await messagesOf(salon)).length, 2)
  await eraseCustomerAsStaff(await staffOf(salon), cliente.id)
  assert.equal((await messagesOf(salon)).length, 0)
})

test('D77: an erased guest has no offers by message under an email that the salon has changed since', async () => {
  const { salon, cliente } = await acceptedBySms()
  const path = `/clientes/${cliente.id}/`
  dataOf(await salon.backend.put(path, { email: 'other@example.com' }))
  assert.equal((await messagesOf(salon)).length, 2)
  await eraseCustomerAsStaff(await staffOf(salon), cliente.id)
  assert.equal((await messagesOf(salon)).length, 0)
})

test('D77: two customers with one phone agree each for themselves, and STOP ends both', async () => {
  const salon = await openMessagingSalon()
  const mother = { telefono: phone, email: 'mother@example.com', nombre: 'Marta' }
  const son = { telefono: phone, email: 'son@example.com', nombre: 'Leo' }
  dataOf(await salon.guest.book('Ana', '16:00', { ...mother, ...choice(['sms']) }), 201)
  dataOf(await salon.guest.book('Ana', '17:00', son), 201)
  await work(salon)
  assert.equal(testSms.accepted.length, 1, 'her consent is not his')
  dataOf(await salon.guest.book('Ana', '18:00', { ...son, ...choice(['sms']) }), 201)
  dataOf(await salon.guest.book('Ana', '19:00', mother), 201)
  await work(salon)
  assert.equal(testSms.accepted.length, 3, 'his does not end hers')
  await report(testSms, [reply(salon, 'STOP')])
  dataOf(await salon.guest.book('Ana', '20:00', mother), 201)
  await work(salon)
  assert.equal(testSms.accepted.length, 3)
  assert.deepEqual((await consentsOf(salon)).map(({ granted }) => granted).sort(), [
    false,
    false,
    true,
    true,
  ])
})

const rejected = (state: 'approved' | 'rejected') => [
  ...templateNames.map((name) => ({ name, language: 'es', state: 'approved' as const })),
  { name: 'silla_booking_confirmed_1', language: 'es', state },
  { name: 'somebody_elses', language: 'es', state: 'approved' as const },
]

test('D77: which templates are approved is read from WhatsApp each night, and the salon hears of one that is rejected', async () => {
  const salon = await openMessagingSalon()
  await setMessageSender(await staffOf(salon), {
    ...{ channel: 'whatsapp', sender: salon.senders.whatsapp, registeredOn: null },
    account: '102290129340398',
  })
  const statesNow = async () => {
    const [row] = await witness`
      select templates, templates_read_at from message_senders
      where business_id = ${salon.businessId} and channel = 'whatsapp'`
    return row
  }
  testWhatsapp.templates = rejected('approved')
  await nightlyMaintenance(await requestContextFor(salon))
  await work(salon)
  assert.deepEqual(Object.keys((await statesNow())?.templates).sort(), [...templateNames].sort())
  assert.ok((await statesNow())?.templatesReadAt)
  assert.equal(await mailOf(salon, 'templates_rejected'), 'none')

  // it was rejected during the day: the first message that is refused finds out
  testWhatsapp.templates = rejected('rejected')
  const id = await newCustomer(salon, ['whatsapp', 'sms'])
  await book(salon, id)
  testWhatsapp.answers.push(refuses('132001'))
  await work(salon)
  assert.equal(testSms.accepted.length, 1)
  assert.equal(await mailOf(salon, 'templates_rejected'), 'kept')
  await book(salon, id, '19:00')
  await nightlyMaintenance(await requestContextFor(salon))
  await work(salon)
  assert.deepEqual([testWhatsapp.accepted.length, testSms.accepted.length], [0, 2])
  const mails = await witness`
    select text_body from mails
    where business_id = ${salon.businessId} and kind = 'templates_rejected'`
  assert.equal(mails.length, 1, 'once, not every night')
  assert.match(mails[0]?.textBody, /silla_booking_confirmed_1 \(es\)/)
})

test('D77: the doctor reads templates from WhatsApp, and says when it does not answer', async () => {
  const salon = await openMessagingSalon()
  const { admin } = await testDatabase()
  await setMessageSender(await staffOf(salon), {
    ...{ channel: 'whatsapp', sender: salon.senders.whatsapp, registeredOn: null },
    account: '102290129340398',
  })
  const found = async () => {
    const result = await checkMessages(admin, salon.clock, testMessageSenders)
    return result.code === 'messagesIncomplete'
      ? result.facts.faults.filter(({ slug }) => slug === salon.slug).map(({ fault }) => fault)
      : []
  }
  testWhatsapp.templates = rejected('approved')
  assert.deepEqual(await found(), [])
  testWhatsapp.templates = rejected('rejected')
  assert.deepEqual(await found(), ['templates_not_approved'])
  testWhatsapp.templates = null
  assert.deepEqual(await found(), ['templates_unreadable'])
})
