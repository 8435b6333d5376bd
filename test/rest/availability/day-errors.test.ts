import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError } from '../../support/assertions.ts'
import { openSalon } from '../../support/salon.ts'

test('D4: a date that does not exist is INVALID_DATE', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  for (const date of [
    '2030-02-30',
    '2030-13-01',
    '2030-3-4',
    '20300304',
    '04-03-2030',
    '2030-03-04T00:00',
    'hoy',
    '%00',
  ]) {
    assertError(
      await salon.guest.get(`/disponibilidad/${salon.id('Ana')}/${date}/`),
      'INVALID_DATE',
    )
  }
  assertError(
    await salon.guest.get(`/disponibilidad/${salon.id('Ana')}/2029-02-29/`),
    'INVALID_DATE',
  )
})

test('D13: yesterday is DATE_IN_PAST, and the day after the horizon DATE_TOO_FAR', async () => {
  const salon = await openSalon({ now: '2030-03-04T23:59', settings: { horizonDays: 10 } })
  const answer = (date: string) => salon.guest.get(`/disponibilidad/${salon.id('Ana')}/${date}/`)
  assertError(await answer('2030-03-03'), 'DATE_IN_PAST')
  assert.equal((await answer('2030-03-04')).status, 200)
  assert.equal((await answer('2030-03-14')).status, 200)
  assertError(await answer('2030-03-15'), 'DATE_TOO_FAR')
  assertError(await answer('0001-01-01'), 'DATE_IN_PAST')
  assertError(await answer('9999-12-31'), 'DATE_TOO_FAR')

  salon.setTime('2030-03-05T00:00')
  assertError(await answer('2030-03-04'), 'DATE_IN_PAST')
  assert.equal((await answer('2030-03-15')).status, 200)
})

test('D4: today is the date in the salon’s time zone', async () => {
  const dubai = await openSalon({ timezone: 'Asia/Dubai', now: '2030-03-05T00:30' })
  assertError(
    await dubai.guest.get(`/disponibilidad/${dubai.id('Ana')}/2030-03-04/`),
    'DATE_IN_PAST',
  )
  const newYork = await openSalon({ timezone: 'America/New_York', now: '2030-03-04T23:30' })
  assert.equal(
    (await newYork.guest.get(`/disponibilidad/${newYork.id('Ana')}/2030-03-04/`)).status,
    200,
  )
})

test('D13: the default horizon is 90 days', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  assert.equal(
    (await salon.guest.get(`/disponibilidad/${salon.id('Ana')}/2030-06-02/`)).status,
    200,
  )
  assertError(
    await salon.guest.get(`/disponibilidad/${salon.id('Ana')}/2030-06-03/`),
    'DATE_TOO_FAR',
  )
})

test('D3, D13: an unknown, inactive or invalid professional id is PROFESSIONAL_NOT_FOUND', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00', professionals: ['Ana', 'Bea'] })
  const neighbour = await openSalon({ now: '2030-03-04T08:00', professionals: ['Zoe'] })
  const gone = salon.id('Bea')
  await salon.apply({ professionals: ['Ana'] })
  const unknown = await salon.guest.get(`/disponibilidad/987654321/${salon.today}/`)
  for (const id of [gone, neighbour.id('Zoe'), -1, '00', '1.5', 'ana', '9'.repeat(100)]) {
    const answer = await salon.guest.get(`/disponibilidad/${id}/${salon.today}/`)
    assertError(answer, 'PROFESSIONAL_NOT_FOUND')
    assert.equal(answer.text, unknown.text)
  }
  for (const id of [gone, neighbour.id('Zoe'), -1, '9'.repeat(100)]) {
    assertError(
      await salon.guest.get(`/disponibilidad/dias/?peluquero_id=${id}`),
      'PROFESSIONAL_NOT_FOUND',
    )
  }
})
