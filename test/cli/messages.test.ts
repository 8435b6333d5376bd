import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditLog } from '@silla/core'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { runJobs } from '../support/jobs.ts'
import { refuses, testMessageSenders, testSms } from '../support/message-providers.ts'
import { addMessageSenders } from '../support/message-salon.ts'
import { openSalon } from '../support/salon.ts'
import { runMany } from './run-silla.ts'

const { admin, urls } = await testDatabase()
const env = { CLI_DATABASE_URL: urls.cli, SILLA_OPERATOR: 'marta@desk' }
const phone = '+34600112233'

const silla = (...lines: string[][]) =>
  runMany(
    lines.map((line) => ['messages', ...line]),
    env,
  )

/** A salon that sends messages, and a booking whose only message its provider has refused. */
async function openSalonWithFailedMessage() {
  const salon = await openSalon({ professionals: ['Ana'], now: '2030-03-04T10:00' })
  const senders = await addMessageSenders(salon)
  const { id } = dataOf(
    await salon.backend.post('/clientes/', { nombre: 'Lucía', telefono: phone }),
    201,
  )
  dataOf(
    await salon.backend.post(`/clientes/${id}/consentimientos/`, {
      ...{ tipo: 'sms', otorgado: true, medio: 'presencial' },
    }),
    201,
  )
  dataOf(
    await salon.backend.book('Ana', '18:00', {
      ...{ por_negocio: true, cliente_id: id, nombre: undefined, email: undefined },
    }),
    201,
  )
  testSms.answers.push(refuses('30006'))
  const work = () =>
    runJobs(salon, { messageSenders: testMessageSenders, publicUrl: 'https://book.example' })
  await work()
  return { salon, senders, work }
}

test('D77: staff finds a message that reached nobody, and sends it again once', async () => {
  const { salon, work } = await openSalonWithFailedMessage()
  const b = ['-b', salon.slug]
  const [list, json, none, elsewhere] = await silla(
    ['list', ...b],
    ['list', ...b, '--state', 'failed', '--phone', '600112233', '--json'],
    ['list', ...b, '--state', 'delivered'],
    ['list', ...b, '--phone', '600112234', '--json'],
  )
  const [message] = json?.json().messages ?? []
  assert.deepEqual(
    [message.kind, message.channel, message.to, message.state, json?.json().total],
    ['booking_confirmed', 'sms', phone, 'failed', 1],
  )
  const row = `^${message.id} +.* booking_confirmed +sms +\\${phone} +failed +30006: refused with 30006$`
  assert.match(list?.stdout ?? '', new RegExp(row, 'm'))
  assert.match(none?.stdout ?? '', /has no matching messages\./)
  assert.deepEqual(elsewhere?.json().messages, [])

  const id = String(message.id)
  const other = await openSalon({ now: '2030-03-04T10:00' })
  const [shown, ofOther, retryOfOther] = await silla(
    ['show', id, ...b],
    ['show', id, '-b', other.slug, '--json'],
    ['retry', id, '-b', other.slug, '--json'],
  )
  assert.match(shown?.stdout ?? '', /^State +failed$/m)
  assert.equal(ofOther?.code, 1)
  assert.equal(retryOfOther?.json().error.code, 'MESSAGE_NOT_FOUND')

  const sentBefore = testSms.accepted.length
  const [retried] = await silla(['retry', id, ...b])
  assert.equal(retried?.stdout, `Retrying message ${id}, booking_confirmed to ${phone}.\n`)
  await work()
  assert.deepEqual(
    testSms.accepted.slice(sentBefore).map(({ to }) => to),
    [phone],
  )
  const [after, again] = await silla(['show', id, ...b, '--json'], ['retry', id, ...b, '--json'])
  const { state, error, attempts } = after?.json().message ?? {}
  assert.deepEqual([state, error, attempts], ['sent', '', 2])
  assert.match(again?.json().error.message, /is sent: only one that failed or was dropped/)
  await work()
  assert.equal(testSms.accepted.length, sentBefore + 1)
  const { entries } = await auditLog(admin, salon.slug, { offset: 0, limit: 10 })
  assert.ok(entries.some(({ action }) => action === 'messages.retry'))
})

test('D77: a message that an email has replaced is not sent again', async () => {
  const { salon, work } = await openSalonWithFailedMessage()
  salon.setTime('2030-03-04T10:05')
  const { items } = dataOf(await salon.backend.get('/clientes/'))
  dataOf(
    await salon.backend.put(`/clientes/${items[0].id}/`, {
      ...{ nombre: 'Lucía', telefono: phone, email: 'lucia@example.com' },
    }),
  )
  dataOf(
    await salon.backend.book('Ana', '19:00', {
      ...{ por_negocio: true, cliente_id: items[0].id, nombre: undefined, email: undefined },
    }),
    201,
  )
  testSms.answers.push(refuses('21614'))
  await work()
  const b = ['-b', salon.slug]
  const [list] = await silla(['list', ...b, '--json'])
  const [newest, oldest] = list?.json().messages ?? []
  const [refused, retried] = await silla(
    ['retry', String(newest.id), ...b, '--json'],
    ['retry', String(oldest.id), ...b],
  )
  assert.match(refused?.json().error.message, /neither another channel nor an email has replaced/)
  assert.equal(retried?.code, 0)
})

test('D77: the number of one salon is not given to another until it is free', async () => {
  const { salon, senders } = await openSalonWithFailedMessage()
  const other = await openSalon({ now: '2030-03-04T10:00' })
  const set = ['senders', 'set', other.slug, 'sms', senders.sms]
  const [taken] = await silla([...set, '--json'])
  assert.equal(taken?.code, 1)
  const { code, message } = taken?.json().error ?? {}
  assert.equal(code, 'SENDER_TAKEN')
  assert.equal(message, `${senders.sms} is the sender of another business.`)
  const [removed, given] = await silla(['senders', 'remove', salon.slug, 'sms'], set)
  assert.equal(removed?.code, 0)
  assert.equal(given?.stdout, `${other.slug} sends sms from ${senders.sms}.\n`)
})
