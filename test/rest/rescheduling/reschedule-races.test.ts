import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../../support/assertions.ts'
import type { ApiResponse } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { reschedule } from '../../support/reschedule.ts'
import { openSalon, type SalonClient, type TestSalon } from '../../support/salon.ts'
import type { SalonFixture } from '../../support/salon-fixture.ts'
import { twoProcesses } from '../../support/two-processes.ts'

const { witness } = await testDatabase()
/** The clock of the two processes is the real one. */
const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)

interface Booking {
  id: number
  codigo: string
}

async function salonOfTwo(fixture: SalonFixture = {}) {
  const salon = await openSalon({
    timezone: 'UTC',
    settings: { cancellationHours: 0, rescheduleLimit: 100 },
    ...fixture,
  })
  const [one, other] = (await twoProcesses()).map((url) => salon.guestAt(url))
  const clients = [one as SalonClient, other as SalonClient] as const
  let guests = 0
  const book = (time: string, professional = 'Ana', client = clients[0]) =>
    client.book(professional, time, { date: day, email: `cliente-${++guests}@example.com` })
  const booked = async (time: string, professional?: string): Promise<Booking> =>
    dataOf(await book(time, professional), 201)
  const move = (index: number, booking: Booking, time: string, fields = {}) =>
    reschedule(clients[index % 2] as SalonClient, booking, {
      fecha: day,
      hora_inicio: time,
      ...fields,
    })
  return { salon, clients, book, booked, move }
}

const outcome = ({ status, error }: ApiResponse) => error?.code ?? status

/** Every claim belongs to a line of an open booking, and every line has its claims. */
async function assertClaimsMatch({ businessId }: TestSalon) {
  const [row] = await witness<{ claims: string[]; lines: string[] }[]>`
    select
      (select coalesce(array_agg(concat(c.owner_id, ' ', c.resource_id, ' ', c.starts_at)), '{}')
        from claims c where c.business_id = ${businessId}) as claims,
      (select coalesce(array_agg(concat(line.booking_id, ' ', line.professional_id, ' ', line.starts_at
          + make_interval(mins => coalesce((select sum(before)::int
              from unnest(line.phase_minutes[1:phase.number - 1]) as before), 0)))), '{}')
        from booking_lines line
        join bookings b on b.business_id = line.business_id and b.id = line.booking_id
        cross join generate_series(1, cardinality(line.phase_minutes), 2) as phase (number)
        where line.business_id = ${businessId} and b.state <> 'cancelled') as lines`
  assert.deepEqual(row?.claims.sort(), row?.lines.sort())
}

test('D37: two reschedules of one booking at once: one after the other, or one with the version', async () => {
  const { salon, clients, booked, move } = await salonOfTwo()
  for (let round = 0; round < 4; round++) {
    const booking = await booked('09:00')
    const answers = await Promise.all([
      move(0, booking, '11:00', { version: 1 }),
      move(1, booking, '12:00', { version: 1 }),
    ])
    assert.deepEqual(answers.map(outcome).sort(), [200, 'VERSION_CONFLICT'])
    const free = await Promise.all([move(0, booking, '13:00'), move(1, booking, '14:00')])
    assert.deepEqual(free.map(outcome), [200, 200])
    assert.deepEqual(free.map(({ data }) => data.version).sort(), [3, 4])
    await assertClaimsMatch(salon)
    dataOf(await clients[0].cancel(booking))
  }
})

test('D37: a reschedule against a cancellation: in one order or the other, and the time is free', async () => {
  const { salon, clients, booked, move } = await salonOfTwo()
  for (let round = 0; round < 6; round++) {
    const booking = await booked('09:00')
    const [moved, cancelled] = await Promise.all([
      move(round, booking, '11:00'),
      (clients[(round + 1) % 2] as SalonClient).cancel(booking),
    ])
    assert.equal(cancelled.status, 200, cancelled.text)
    assert.ok([200, 'CANNOT_RESCHEDULE'].includes(outcome(moved)), moved.text)
    const history = await witness<{ toState: string }[]>`
      select to_state from booking_transitions
      where business_id = ${salon.businessId} and booking_id = ${booking.id}
      order by occurred_at, id`
    assert.equal(history.at(-1)?.toState, 'cancelled')
    assert.equal(history.length, moved.status === 200 ? 3 : 2)
    await assertClaimsMatch(salon)
  }
})

test('D37: a reschedule against bookings of the time it frees and of its new time', async () => {
  const { salon, clients, book, booked, move } = await salonOfTwo()
  for (let round = 0; round < 6; round++) {
    const booking = await booked('09:00')
    const [moved, freed, wanted] = await Promise.all([
      move(round, booking, '11:00'),
      book('09:00', 'Ana', clients[(round + 1) % 2]),
      book('11:00', 'Ana', clients[(round + 1) % 2]),
    ])
    assert.deepEqual(
      [moved, wanted].map(outcome).filter((each) => typeof each === 'number').length,
      1,
    )
    for (const answer of [moved, freed, wanted])
      assert.ok([200, 201, 'SLOT_NOT_AVAILABLE'].includes(outcome(answer)), answer.text)
    if (moved.status !== 200) assert.equal(outcome(freed), 'SLOT_NOT_AVAILABLE')
    await assertClaimsMatch(salon)
    for (const { data } of [{ data: booking }, freed, wanted])
      if (data) dataOf(await clients[0].cancel(data))
  }
})

test('D37: bookings that swap and shift their times at once: no 5xx, nothing lost, nothing doubled', async () => {
  const phases = [15, 15, 15]
  const { salon, book, booked, move } = await salonOfTwo({
    services: [{ name: 'Color', phases }],
    professionals: ['Ana', 'Bea'],
    settings: { cancellationHours: 0, rescheduleLimit: 100 },
  })
  const bookings = []
  for (const professional of ['Ana', 'Bea'])
    for (const time of ['09:00', '10:00', '11:00']) bookings.push(await booked(time, professional))
  const times = ['09:00', '09:15', '09:30', '10:00', '10:15', '10:45', '11:00', '11:15', '12:00']
  const seen = new Set<unknown>()
  for (let round = 0; round < 4; round++) {
    const answers = await Promise.all([
      ...bookings.flatMap((booking, index) => [
        move(round + index, booking, times[(index * 2 + round) % times.length] as string, {
          peluquero_id: [0, salon.id('Ana'), salon.id('Bea')][(index + round) % 3],
        }),
        move(round + index + 1, booking, times[(index + round * 3) % times.length] as string),
      ]),
      book(times[round * 2] as string, 'Ana'),
      book(times[round * 2 + 1] as string, 'Bea'),
    ])
    for (const answer of answers) seen.add(outcome(answer))
    await assertClaimsMatch(salon)
  }
  const expected = [200, 201, 'SLOT_NOT_AVAILABLE']
  assert.deepEqual(
    [...seen].filter((each) => !expected.includes(each as never)),
    [],
  )
})
