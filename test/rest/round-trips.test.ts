import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openApi, type TestApi } from '../support/api.ts'
import { atEnd } from '../support/at-end.ts'
import { type Client, client } from '../support/client.ts'
import { testDatabase } from '../support/database.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { tapWire, type WireTap } from '../support/wire-tap.ts'

let salon: TestSalon
let tap: WireTap
let api: TestApi
let guest: Client

before(async () => {
  salon = await openSalon({ professionals: ['Ana', 'Bea'], now: '2030-03-04T08:00' })
  const { urls } = await testDatabase()
  tap = await tapWire(urls.api)
  atEnd(tap.close)
  api = await openApi(tap.url)
  atEnd(api.close)
  api.clock.set(salon.clock.now())
  guest = client(api.url, { 'x-api-key': salon.publishableKey })
})

/** Asked often enough before that every connection knows its statements: what is counted is what a visitor costs. */
async function costs(expected: number, ask: () => Promise<{ status: number; text: string }>) {
  for (let warmUp = 0; warmUp < 8; warmUp++) await ask()
  tap.roundTrips()
  const answer = await ask()
  assert.ok(answer.status < 300, answer.text)
  assert.equal(tap.roundTrips(), expected)
}

for (const path of [
  '/negocio/',
  '/negocio/horarios/',
  '/negocio/festivos/',
  '/servicios/',
  '/categorias/',
  '/peluqueros/',
] as const) {
  test(`a catalogue read does not go to the database: ${path}`, () => costs(0, () => guest.get(path)))
}

test('a service, a professional and a schedule come from the same copy', async () => {
  await costs(0, () => guest.get(`/servicios/${salon.id('Corte')}/`))
  await costs(0, () => guest.get(`/peluqueros/${salon.id('Ana')}/`))
  await costs(0, () => guest.get(`/peluqueros/${salon.id('Ana')}/horario/`))
})

test('a day of availability is one round trip', () =>
  costs(1, () => guest.get(`/disponibilidad/${salon.id('Ana')}/2030-03-05/`)))

test('a month of days is one round trip, for one professional and for all', async () => {
  await costs(1, () => guest.get(`/disponibilidad/dias/?peluquero_id=${salon.id('Ana')}`))
  await costs(1, () => guest.get('/disponibilidad/dias/'))
})

test('who is free today is one round trip', () => costs(1, () => guest.get('/peluqueros/?disponible_hoy=true')))

test('a booking is one round trip', async () => {
  let booked = 0
  await costs(1, () => {
    booked++
    return guest.post('/reservas/crear/', {
      servicio_ids: [salon.id('Corte')],
      peluquero_id: salon.id('Bea'),
      fecha: '2030-03-05',
      hora_inicio: `${9 + booked}:00`.padStart(5, '0'),
      nombre: 'Lucía Prado',
      email: `lucia-${booked}@example.com`,
    })
  })
})

test('a booking looked up by its code is one round trip', async () => {
  const { data } = await salon.guest.books('Ana', '17:00')
  await costs(1, () => guest.get(`/reservas/codigo/${data.codigo}/`))
})
