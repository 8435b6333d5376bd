import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditLog, checkData, checkedBusinesses, systemClock } from '@silla/core'
import { dataFindingOf } from '../../cli/src/doctor/data-messages.ts'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { emailsTo } from '../support/emails.ts'
import { jobsDatabase } from '../support/jobs.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { runMany } from './run-silla.ts'

const { admin, urls, witness } = await testDatabase()
const env = { CLI_DATABASE_URL: urls.cli, SILLA_OPERATOR: 'marta@desk' }
const fixture = { hours: '00:00-24:00', professionals: ['Ana', 'Bea'] }

type Listed = { code: string; agreed: string; outcome: string }

async function realign({ slug }: TestSalon, ...flags: string[]) {
  const line = ['bookings', 'realign', '-b', slug, ...flags, '--json']
  const [result] = await runMany([line], env)
  assert.equal(result?.code, 0, result?.stdout ?? '')
  const { bookings, dryRun } = result?.json() ?? {}
  const outcomes = bookings.map(({ code, outcome }: Listed) => `${code} ${outcome}`)
  return { dryRun, outcomes, agreed: bookings.map(({ agreed }: Listed) => agreed) }
}

async function finding({ slug }: TestSalon): Promise<string | null> {
  const results = checkData(await checkedBusinesses(admin, systemClock))
  const result = results.find(({ check }) => check === 'misaligned-bookings')
  assert.ok(result)
  const { message } = dataFindingOf(result)
  return message.includes(`${slug} (`) ? message : null
}

const timeOf = async (salon: TestSalon, id: number) => {
  const { fecha, hora_inicio, inicio, servicios, version } = dataOf(
    await salon.backend.get(`/reservas/${id}/`),
  )
  return [`${fecha} ${hora_inicio}`, inicio, servicios[0].hora_inicio, version]
}

test('when the salon has another time zone, bookings are found and moved back to their local time', async () => {
  const salon = await openSalon({ ...fixture, now: '2030-03-04T08:00' })
  const book = async (professional: string, time: string, date = '2030-03-11') => {
    const email = `at-${time.replace(':', '-')}@example.com`
    return dataOf(await salon.guest.book(professional, time, { date, email }), 201)
  }
  // an hour later each takes the place that the next one had
  const [first, second, third] = [
    await book('Ana', '10:00'),
    await book('Ana', '11:00'),
    await book('Ana', '12:00'),
  ]
  const blocked = await book('Bea', '10:00')
  const skipped = await book('Bea', '01:30', '2030-03-31')
  const cancelled = await book('Bea', '18:00')
  dataOf(await salon.guest.cancel(cancelled))
  const time = { desde: '2030-03-11T11:15', hasta: '2030-03-11T12:00', motivo: 'Curso' }
  dataOf(await salon.backend.post('/bloqueos/', { peluquero_id: salon.id('Bea'), ...time }), 201)
  assert.deepEqual([await finding(salon), (await realign(salon, '--yes')).outcomes], [null, []])

  await salon.apply({ ...fixture, timezone: 'Atlantic/Canary' })
  const all = [first, blocked, second, third, skipped].map(({ codigo }) => codigo).sort()
  const found = await finding(salon)
  assert.match(found ?? '', /^Upcoming bookings are at another local time than was agreed: /)
  for (const code of all) assert.match(found ?? '', new RegExp(code))
  const listed = await realign(salon, '--dry-run')
  assert.equal(listed.dryRun, true)
  assert.deepEqual(
    listed.outcomes.sort(),
    all.map((code) => `${code} misaligned`),
  )
  assert.deepEqual([...new Set(listed.agreed)].sort(), [
    '2030-03-11 10:00',
    '2030-03-11 11:00',
    '2030-03-11 12:00',
    '2030-03-31 01:30',
  ])
  assert.equal((await timeOf(salon, first.id))[0], '2030-03-11 09:00')

  const moved = await realign(salon, '--yes')
  assert.deepEqual(
    moved.outcomes.sort(),
    [
      ...[first, second, third].map(({ codigo }) => `${codigo} moved`),
      `${blocked.codigo} taken`,
      `${skipped.codigo} skipped`,
    ].sort(),
  )
  assert.deepEqual(
    [await timeOf(salon, first.id), await timeOf(salon, third.id), await timeOf(salon, blocked.id)],
    [
      ['2030-03-11 10:00', '2030-03-11T10:00:00.000Z', '10:00', 2],
      ['2030-03-11 12:00', '2030-03-11T12:00:00.000Z', '12:00', 2],
      ['2030-03-11 09:00', '2030-03-11T09:00:00.000Z', '09:00', 1],
    ],
  )
  const slots = await salon.guest.listSlots('Ana', '2030-03-11')
  assert.deepEqual(
    slots.filter((slot) => slot.includes('ocupado') && slot.endsWith('0 ocupado')),
    ['10:00 ocupado', '11:00 ocupado', '12:00 ocupado'],
  )
  const again = await realign(salon, '--yes')
  assert.deepEqual(again.outcomes, [`${blocked.codigo} taken`, `${skipped.codigo} skipped`])
  assert.doesNotMatch((await finding(salon)) ?? '', new RegExp(first.codigo))

  await assertTraces(salon, first)
})

/** The history, the event, the jobs and the audit entry of a move by an hour; no email. */
async function assertTraces(salon: TestSalon, booking: { id: number }) {
  const history = await witness<{ toState: string; note: string }[]>`
    select to_state, note from booking_transitions
    where business_id = ${salon.businessId} and booking_id = ${booking.id} order by note`
  assert.deepEqual(
    history.map(({ toState, note }) => `${toState} ${note}`),
    [
      'confirmed ',
      'confirmed Moved from 2030-03-11T09:00:00.000Z to 2030-03-11T10:00:00.000Z, which is the ' +
        'agreed local time.',
    ],
  )
  const events = await witness<{ type: string; startsAt: string }[]>`
    select type, payload ->> 'startsAt' as starts_at from events
    where business_id = ${salon.businessId} and payload ->> 'id' = ${String(booking.id)}
      and type = 'reserva.reprogramada'`
  assert.deepEqual(
    events.map(({ startsAt }) => startsAt),
    ['2030-03-11T10:00:00.000Z'],
  )
  const jobs = await jobsDatabase()
  const waiting = await jobs<{ jobKey: string; runAt: Date }[]>`
    select distinct on (job_key) job_key, run_at from jobs.outbox
    where payload ->> 'bookingId' = ${String(booking.id)} order by job_key, id desc`
  assert.deepEqual(
    waiting.map(({ runAt }) => runAt.toISOString()),
    ['2030-03-12T10:30:00.000Z', '2030-03-10T10:00:00.000Z'],
  )
  const page = { action: 'bookings', offset: 0, limit: 10 }
  const { entries } = await auditLog(admin, salon.slug, page)
  assert.deepEqual(
    entries.map(({ action, detail }) => [action, detail]),
    [['bookings.realign', { moved: 3 }]],
  )
  assert.deepEqual(
    (await emailsTo(salon, 'at-10-00@example.com')).map(({ kind }) => kind),
    ['booking_confirmed', 'booking_confirmed'],
  )
}

test('when the rules of a zone change, bookings move by the difference', async () => {
  const salon = await openSalon({ ...fixture, now: '2030-03-04T08:00' })
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: '2030-05-20' }), 201)
  // booked when Madrid was to keep winter time in summer
  const id = booking.id
  await witness`update bookings set starts_at = starts_at + interval '1 hour',
    ends_at = ends_at + interval '1 hour' where business_id = ${salon.businessId} and id = ${id}`
  await witness`update booking_lines set starts_at = starts_at + interval '1 hour',
    ends_at = ends_at + interval '1 hour'
    where business_id = ${salon.businessId} and booking_id = ${id}`
  await witness`update claims set starts_at = starts_at + interval '1 hour',
    ends_at = ends_at + interval '1 hour'
    where business_id = ${salon.businessId} and owner_id = ${id}`
  assert.match((await finding(salon)) ?? '', new RegExp(booking.codigo))
  const { outcomes } = await realign(salon, '--yes')
  assert.deepEqual(outcomes, [`${booking.codigo} moved`])
  assert.deepEqual((await timeOf(salon, id)).slice(0, 2), [
    '2030-05-20 10:00',
    '2030-05-20T08:00:00.000Z',
  ])
  assert.equal(await finding(salon), null)
})
