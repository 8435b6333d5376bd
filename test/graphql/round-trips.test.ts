import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openApi } from '../support/api.ts'
import { atEnd } from '../support/at-end.ts'
import { type Client, client } from '../support/client.ts'
import { testDatabase } from '../support/database.ts'
import { queryGraphql } from '../support/graphql.ts'
import { insertReviews } from '../support/reviews.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { tapWire, type WireTap } from '../support/wire-tap.ts'

let salon: TestSalon
let tap: WireTap
let guest: Client
let mine: Client

before(async () => {
  salon = await openSalon({
    services: [{ name: 'Corte' }, { name: 'Barba' }],
    professionals: ['Ana', 'Bea', 'Eva', 'Luz', 'Paz'],
    products: [{ name: 'Cera' }],
  })
  await insertReviews(salon, 'Ana', [{ rating: 5, day: '2030-02-03' }])
  await insertReviews(salon, 'Eva', [{ rating: 4, day: '2030-02-03' }])
  const { urls } = await testDatabase()
  tap = await tapWire(urls.api)
  atEnd(tap.close)
  const api = await openApi(tap.url)
  atEnd(api.close)
  api.clock.set(salon.clock.now())
  guest = client(api.url, { 'x-api-key': salon.publishableKey })
  const { token } = await salon.customer({ nombre: 'Marta', email: 'marta@example.com' })
  mine = client(api.url, { 'x-api-key': salon.publishableKey, authorization: `Bearer ${token}` })
})

/** Repeated until every connection has prepared its statements, so that only queries count. */
async function costs(expected: number, who: Client, query: string) {
  const seen: number[] = []
  while (seen.length < 60 && seen.at(-1) !== expected) {
    tap.roundTrips()
    const answer = await queryGraphql(who, query)
    assert.deepEqual(answer.codes, [], answer.text)
    seen.push(tap.roundTrips())
  }
  assert.equal(Math.min(...seen), expected, query)
}

const team = (fields: string) => `{ peluqueros { items { id ${fields} } } }`

test('D29: the catalogue takes no round trip at any depth', () =>
  costs(
    0,
    guest,
    `{ negocio { nombre } horarios { dia } festivos { fecha } categorias { nombre servicios { nombre } } paquetes_puntos { items { id } }
       servicios { items { nombre profesionales { nombre } } }
       peluqueros { items { nombre servicios { nombre categoria { nombre } } horario_laboral { excepciones { fecha } } } } }`,
  ))

test('D29: days, slots and reviews of all professionals take one round trip each', async () => {
  await costs(1, guest, team('dias { fecha disponible }'))
  await costs(1, guest, team('disponibilidad(fecha: "2030-03-05") { slots { hora_inicio } }'))
  await costs(
    1,
    guest,
    team('resenas(page_size: 2) { items { comentario } pagination { total_items } }'),
  )
})

test('D29: the same field with two sets of arguments takes one round trip', async () => {
  await costs(
    1,
    guest,
    team(
      `corte: dias(servicio_id: ${salon.id('Corte')}) { fecha } barba: dias(desde: "2030-03-10") { fecha }`,
    ),
  )
  await costs(
    1,
    guest,
    team(
      'hoy: disponibilidad(fecha: "2030-03-04") { fecha } manana: disponibilidad(fecha: "2030-03-05") { fecha }',
    ),
  )
  await costs(
    1,
    guest,
    team('una: resenas(page_size: 1) { items { id } } dos: resenas(page: 2) { items { id } }'),
  )
})

test('D29: a screen with reviews, days and slots of all professionals takes two round trips', () =>
  costs(
    2,
    guest,
    `{ negocio { nombre estadisticas { servicios_count } }
       servicios { items { id nombre precio duracion_minutos } }
       peluqueros { items { id nombre servicios { id nombre } resenas(page_size: 3) { items { comentario } }
         dias(hasta: "2030-03-10") { fecha disponible primer_slot }
         disponibilidad(fecha: "2030-03-04") { slots { hora_inicio disponible } } } } }`,
  ))

test('D29: the data of a customer takes four round trips: profile, bookings, points, orders', async () => {
  const { data } = await mine.post('/reservas/crear/', {
    servicio_ids: [salon.id('Corte')],
    peluquero_id: salon.id('Ana'),
    fecha: '2030-03-05',
    hora_inicio: '10:00',
  })
  assert.equal(
    (await queryGraphql(mine, '{ cliente { proxima_reserva { id } } }')).data.cliente
      .proxima_reserva.id,
    data.id,
  )
  await costs(
    4,
    mine,
    `{ cliente { perfil { nombre } proxima_reserva { id } puntos_saldo
       reservas { items { id } } movimientos { items { id } } pedidos { items { id } } } }`,
  )
  await costs(
    1,
    mine,
    '{ cliente { proxima_reserva { fecha } reservas(estado: "cancelada") { items { id } } } }',
  )
  await costs(1, mine, '{ cliente { perfil { nombre } puntos_saldo } }')
})
