import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { openSalon } from '../../support/salon.ts'
import type { SalonFixture } from '../../support/salon-fixture.ts'

const plan: SalonFixture & { now: string } = {
  services: [
    { name: 'Corte', minutes: 30 },
    { name: 'Barba', minutes: 20 },
    { name: 'Tinte', minutes: 90 },
    ...Array.from({ length: 9 }, (_, index) => ({ name: `Extra ${index}`, minutes: 10 })),
  ],
  professionals: ['Ana', { name: 'Bea', services: ['Corte', 'Barba'] }],
  now: '2030-03-04T08:00',
}
const extras = Array.from({ length: 9 }, (_, index) => `Extra ${index}`)

async function scene() {
  const salon = await openSalon(plan)
  const day = `/disponibilidad/${salon.id('Ana')}/${salon.today}/`
  const beas = `/disponibilidad/${salon.id('Bea')}/${salon.today}/`
  const ids = (...names: string[]) => names.map(salon.id).join(',')
  const minutes = async (query: string) =>
    dataOf(await salon.guest.get(day + query)).duracion_solicitada
  return { salon, day, beas, ids, minutes }
}

test('D13: duration is duracion, else the sum of servicios, else that of servicio_id, else the interval', async () => {
  const { ids, minutes } = await scene()
  assert.equal(await minutes(''), 15)
  assert.equal(await minutes(`?servicio_id=${ids('Barba')}`), 20)
  assert.equal(await minutes(`?servicios=${ids('Corte', 'Barba')}`), 50)
  assert.equal(await minutes(`?servicios=${ids('Corte', 'Barba')}&servicio_id=${ids('Tinte')}`), 50)
  assert.equal(
    await minutes(`?servicios=${ids('Corte', 'Barba')}&servicio_id=${ids('Tinte')}&duracion=25`),
    25,
  )
  assert.equal(await minutes(`?servicio_id=${ids('Tinte')}&duracion=5`), 5)
  assert.equal(await minutes('?duracion=720'), 720)
  assert.equal(await minutes(`?servicios=${ids('Corte', ...extras)}`), 120)
})

test('D13: a longer duration has fewer starts', async () => {
  const { salon, day } = await scene()
  const { slots, ultimo_disponible } = dataOf(await salon.guest.get(`${day}?duracion=90`))
  assert.equal(ultimo_disponible, '18:30')
  assert.deepEqual(slots[0], { hora_inicio: '09:00', hora_fin: '10:30', disponible: true })
})

test('D13: a service the professional does not offer is SERVICE_NOT_OFFERED, also with duracion', async () => {
  const { salon, beas, ids } = await scene()
  for (const query of [
    `servicio_id=${ids('Tinte')}`,
    `servicios=${ids('Corte', 'Tinte')}`,
    `servicio_id=${ids('Tinte')}&duracion=30`,
    `servicios=${ids('Tinte')}&servicio_id=${ids('Corte')}`,
  ]) {
    assertError(await salon.guest.get(`${beas}?${query}`), 'SERVICE_NOT_OFFERED')
    assertError(
      await salon.guest.get(`/disponibilidad/dias/?peluquero_id=${salon.id('Bea')}&${query}`),
      'SERVICE_NOT_OFFERED',
    )
  }
  assert.equal((await salon.guest.get(`${beas}?servicio_id=${ids('Corte')}`)).status, 200)
})

test('D13: an unknown or inactive service is SERVICE_NOT_FOUND', async () => {
  const { salon, day, ids } = await scene()
  const neighbour = await openSalon({ services: [{ name: 'Uñas' }] })
  const gone = salon.id('Barba')
  await salon.apply({
    ...plan,
    services: (plan.services ?? []).filter(({ name }) => name !== 'Barba'),
    professionals: ['Ana'],
  })
  for (const id of [gone, neighbour.id('Uñas'), 0, -1, 987_654, '9'.repeat(20)]) {
    for (const query of [
      `servicio_id=${id}`,
      `servicios=${ids('Corte')},${id}`,
      `servicio_id=${id}&duracion=30`,
    ]) {
      assertError(await salon.guest.get(`${day}?${query}`), 'SERVICE_NOT_FOUND')
      assertError(await salon.guest.get(`/disponibilidad/dias/?${query}`), 'SERVICE_NOT_FOUND')
    }
  }
})

test('D13: availability of a service that is not bookable online can be queried', async () => {
  const salon = await openSalon({
    services: [{ name: 'Mechas', bookableOnline: false }],
    now: '2030-03-04T08:00',
  })
  const path = `/disponibilidad/${salon.id('Ana')}/${salon.today}/?servicio_id=${salon.id('Mechas')}`
  assert.equal(dataOf(await salon.guest.get(path)).duracion_solicitada, 30)
})

test('D13: duracion outside 5 to 720 and invalid id lists are rejected by name', async () => {
  const { salon, day, ids } = await scene()
  const corte = ids('Corte')
  for (const [query, field] of [
    ['duracion=4', 'duracion'],
    ['duracion=721', 'duracion'],
    ['duracion=0', 'duracion'],
    ['duracion=-30', 'duracion'],
    ['duracion=30.5', 'duracion'],
    ['duracion=', 'duracion'],
    ['duracion=30&duracion=45', 'duracion'],
    ['duracion=media', 'duracion'],
    ['servicio_id=corte', 'servicio_id'],
    ['servicio_id=', 'servicio_id'],
    ['servicios=', 'servicios'],
    [`servicios=${corte},`, 'servicios'],
    [`servicios=${corte};${corte}`, 'servicios'],
    [`servicios=${corte},${corte}`, 'servicios'],
    [`servicios=${ids('Corte', 'Barba', ...extras)}`, 'servicios'],
  ] as const) {
    assertInvalid(await salon.guest.get(`${day}?${query}`), field)
    assertInvalid(await salon.guest.get(`/disponibilidad/dias/?${query}`), field)
  }
})
