import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../../support/assertions.ts'
import { openSalon } from '../../support/salon.ts'
import type { SalonFixture } from '../../support/salon-fixture.ts'

const monday = '2030-03-04'

/**
 * Opens such a salon on an early Monday and returns the starts offered that day, for the service or
 * for so many minutes.
 */
async function startsIn(plan: SalonFixture, query = ''): Promise<string[]> {
  const salon = await openSalon({
    settings: { slotIntervalMinutes: 30 },
    ...plan,
    now: `${monday}T00:00`,
  })
  const input = query || `?servicio_id=${salon.id(plan.services?.[0]?.name ?? 'Corte')}`
  const { slots } = dataOf(
    await salon.guest.get(`/disponibilidad/${salon.id('Ana')}/${monday}/${input}`),
  )
  return slots.map((slot: { hora_inicio: string }) => slot.hora_inicio)
}

const ana = (...shifts: string[]) => [{ name: 'Ana', shifts: { 1: shifts } }]

for (const [promise, plan, starts] of [
  [
    'a grid begins where the shift begins',
    { professionals: ana('09:10-10:30') },
    ['09:10', '09:40'],
  ],
  [
    'each shift has a grid of its own',
    { professionals: ana('09:00-10:00', '11:20-12:30') },
    ['09:00', '09:30', '11:20', '11:50'],
  ],
  [
    'a grid keeps its anchor when the salon opens later than the shift begins',
    { hours: '09:00-10:30', professionals: ana('08:45-10:30') },
    ['09:15', '09:45'],
  ],
  [
    'a grid keeps its anchor across the break, and no visit reaches into it',
    { hours: '09:00-12:00', break: '10:10-10:40' },
    ['09:00', '09:30', '11:00', '11:30'],
  ],
  [
    'a visit must end by the time the salon closes',
    { hours: '09:00-10:15', services: [{ name: 'Corte', minutes: 45 }] },
    ['09:00', '09:30'],
  ],
  [
    'a visit must end by the time the shift ends',
    { professionals: ana('09:00-10:00'), services: [{ name: 'Corte', minutes: 45 }] },
    ['09:00'],
  ],
  [
    'a visit cannot span a pause between two shifts',
    {
      professionals: ana('09:00-10:00', '10:15-11:15'),
      services: [{ name: 'Corte', minutes: 60 }],
    },
    ['09:00', '10:15'],
  ],
  [
    'shifts that touch are one stretch of work, with a grid each',
    {
      professionals: ana('09:00-10:10', '10:10-11:00'),
      services: [{ name: 'Corte', minutes: 40 }],
    },
    ['09:00', '09:30', '10:00', '10:10'],
  ],
  [
    'shifts that overlap offer each start once',
    { professionals: ana('09:00-10:00', '09:30-10:30') },
    ['09:00', '09:30', '10:00'],
  ],
  [
    'a partial closing takes its part of the day',
    { hours: '09:00-12:00', closings: { [monday]: '09:40-11:10' } },
    ['09:00', '11:30'],
  ],
  [
    'several partial closings take theirs',
    { hours: '09:00-12:00', closings: { [monday]: ['09:30-10:00', '11:00-11:30'] } },
    ['09:00', '10:00', '10:30', '11:30'],
  ],
  [
    'an exception replaces the shifts of its day',
    { professionals: [{ name: 'Ana', exceptions: { [monday]: ['15:05-16:05'] } }] },
    ['15:05', '15:35'],
  ],
  [
    'an exception can bring work to a free day, within the opening hours',
    {
      hours: '09:00-10:30',
      professionals: [{ name: 'Ana', shifts: {}, exceptions: { [monday]: ['08:00-12:00'] } }],
    },
    ['09:00', '09:30', '10:00'],
  ],
  [
    'an exception of another day changes nothing',
    { hours: '09:00-10:00', professionals: [{ name: 'Ana', exceptions: { '2030-03-11': null } }] },
    ['09:00', '09:30'],
  ],
  [
    'a salon may be open until midnight',
    { hours: '22:00-24:00', services: [{ name: 'Corte', minutes: 60 }] },
    ['22:00', '22:30', '23:00'],
  ],
  ['a salon may open at midnight', { hours: '00:00-01:00' }, ['00:00', '00:30']],
  [
    'the grid steps by the interval of the salon',
    { hours: '09:00-10:00', settings: { slotIntervalMinutes: 15 } },
    ['09:00', '09:15', '09:30'],
  ],
] as [string, SalonFixture, string[]][]) {
  test(`D13: ${promise}`, async () => assert.deepEqual(await startsIn(plan), starts))
}

test('D13: the midnight that ends a day is 00:00', async () => {
  const salon = await openSalon({
    hours: '22:00-24:00',
    services: [{ name: 'Corte', minutes: 60 }],
    now: `${monday}T08:00`,
  })
  const { slots } = dataOf(
    await salon.guest.get(
      `/disponibilidad/${salon.id('Ana')}/${monday}/?servicio_id=${salon.id('Corte')}`,
    ),
  )
  assert.deepEqual(slots.at(-1), { hora_inicio: '23:00', hora_fin: '00:00', disponible: true })
  const booking = dataOf(await salon.guest.book('Ana', '23:00'), 201)
  assert.deepEqual(
    [booking.fecha, booking.hora_inicio, booking.hora_fin],
    [monday, '23:00', '00:00'],
  )
})

test('D13: a booking blocks exactly the slots that it overlaps', async () => {
  const salon = await openSalon({
    hours: '09:00-12:00',
    services: [{ name: 'Corte', minutes: 40 }],
    settings: { slotIntervalMinutes: 30 },
    now: `${monday}T08:00`,
  })
  dataOf(await salon.guest.book('Ana', '10:00'), 201)
  assert.deepEqual(await salon.guest.listSlots('Ana'), [
    '09:00',
    '09:30 ocupado',
    '10:00 ocupado',
    '10:30 ocupado',
    '11:00',
  ])
})
