import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openApi, testApi } from '../support/api.ts'
import { dataOf } from '../support/assertions.ts'
import { atEnd } from '../support/at-end.ts'
import { type Client, client } from '../support/client.ts'
import { testDatabase } from '../support/database.ts'
import { queryGraphql } from '../support/graphql.ts'
import { jobsDatabase } from '../support/jobs.ts'
import { insertReviews } from '../support/reviews.ts'
import { type Customer, openSalon, type TestSalon } from '../support/salon.ts'

// Another salon's ids anywhere in a query, with the policy in place and with the policy out of the
// way.

let mine: TestSalon
let theirs: TestSalon
let marta: Customer
let booking: { id: number; codigo: string }
let order: { id: number }
let block: { id: number }
let hold: { id: number; token: string }
let waiting: { id: number; codigo: string }
let doors: string[]

before(async () => {
  theirs = await openSalon({
    now: '2030-03-04T08:00',
    services: ['Uno', 'Dos', 'Tinte'].map((name) => ({ name, category: name })),
    professionals: ['Zoe', 'Zita', 'Zulema'],
    products: [{ name: 'Gel' }, { name: 'Laca' }],
    closings: { '2030-03-10': null },
  })
  mine = await openSalon({ now: '2030-03-04T08:00', products: [{ name: 'Cera' }] })
  const who = { nombre: 'Marta', email: 'marta@example.com' }
  const stranger = await theirs.customer(who)
  marta = await mine.customer(who)
  dataOf(await mine.guest.book('Ana', '09:00'), 201)
  for (const time of ['09:00', '10:00']) dataOf(await stranger.book('Zoe', time), 201)
  booking = dataOf(await stranger.book('Zulema', '11:00', { services: ['Tinte'] }), 201)
  const items = [{ producto_id: theirs.id('Laca'), cantidad: 1 }]
  order = dataOf(await stranger.post('/pedidos/', { items }), 201)
  const time = { desde: '2030-03-06T10:00', hasta: '2030-03-06T12:00', motivo: 'Zafio' }
  const newBlock = { peluquero_id: theirs.id('Zoe'), ...time }
  block = dataOf(await theirs.backend.post('/bloqueos/', newBlock), 201)
  const newHold = {
    servicio_ids: [theirs.id('Tinte')],
    peluquero_id: theirs.id('Zulema'),
    fecha: '2030-03-06',
    hora_inicio: '10:00',
  }
  hold = dataOf(await theirs.guest.post('/retenciones/', newHold), 201)
  const newEntry = {
    servicio_ids: [theirs.id('Tinte')],
    desde: '2030-03-06',
    hasta: '2030-03-06',
    nombre: 'Zafio',
    email: 'zafio@example.com',
  }
  waiting = dataOf(await theirs.guest.post('/lista-espera/', newEntry), 201)
  await insertReviews(theirs, 'Zoe', [{ rating: 1, day: '2030-02-01', comment: 'Zafio' }])
  await insertReviews(mine, 'Ana', [{ rating: 5, day: '2030-02-01', comment: 'Bien' }])

  const { urls } = await testDatabase()
  const jobs = await jobsDatabase()
  await jobs`grant usage on schema jobs to silla_owner`
  await jobs`grant execute on function jobs.enqueue to silla_owner`
  const unguarded = await openApi(urls.migrator)
  atEnd(unguarded.close)
  unguarded.clock.set(mine.clock.now())
  doors = [(await testApi()).url, unguarded.url]
})

const team = (fields: string) => `{ peluqueros { items { id nombre ${fields} } } }`

test('D29: the graph of one salon holds nothing of the other', async () => {
  for (const url of doors) {
    const owner = client(url, { 'x-api-key': mine.secretKey })
    const customer = client(url, {
      'x-api-key': mine.publishableKey,
      authorization: `Bearer ${marta.token}`,
    })
    for (const [who, query] of [
      [
        owner,
        '{ negocio { nombre estadisticas { servicios_count } } festivos { fecha } categorias { nombre servicios { nombre } } }',
      ],
      [
        owner,
        '{ servicios { items { nombre profesionales { nombre } } } productos { items { nombre } } }',
      ],
      [
        owner,
        team('servicios { nombre } resenas { items { comentario } pagination { total_items } }'),
      ],
      [
        owner,
        team(
          'dias { fecha slots_libres } disponibilidad(fecha: "2030-03-04") { slots { disponible } }',
        ),
      ],
      [
        owner,
        '{ reservas { items { codigo profesional { nombre } } } bloqueos { items { motivo } } pedidos { items { id items { nombre } } } }',
      ],
      [
        customer,
        '{ cliente { perfil { reservas_totales } proxima_reserva { id } reservas { items { id } } pedidos { items { id } } } }',
      ],
    ] as [Client, string][]) {
      const { codes, text } = await queryGraphql(who, query)
      assert.deepEqual(codes, [], text)
      assert.doesNotMatch(text, /Zoe|Zita|Zulema|Tinte|Laca|Gel|Zafio|2030-03-10"}|salon-1"/, query)
    }
    const { data } = await queryGraphql(
      owner,
      team('resenas { items { comentario } pagination { total_items } }'),
    )
    const [ana] = data.peluqueros.items
    assert.deepEqual(ana.resenas, {
      items: [{ comentario: 'Bien' }],
      pagination: { total_items: 1 },
    })
    const day = await queryGraphql(
      owner,
      team('disponibilidad(fecha: "2030-03-04") { slots { hora_inicio disponible } }'),
    )
    const taken = day.data.peluqueros.items[0].disponibilidad.slots.filter(
      (one: { disponible: boolean }) => !one.disponible,
    )
    assert.deepEqual(
      taken.map((slot: { hora_inicio: string }) => slot.hora_inicio),
      ['09:00', '09:15'],
    )
    const { data: own } = await queryGraphql(
      customer,
      '{ cliente { reservas { items { id } } proxima_reserva { id } } }',
    )
    assert.deepEqual(own.cliente, { reservas: { items: [] }, proxima_reserva: null })
  }
})

test('D29: an id of the other salon is nobody’s, wherever it stands', async () => {
  const [service, professional] = [theirs.id('Tinte'), theirs.id('Zulema')]
  const { data: theirService } = await theirs.guest.get(`/servicios/${service}/`)
  const category = theirService.categoria.id
  for (const url of doors) {
    const guest = client(url, { 'x-api-key': mine.publishableKey })
    const owner = client(url, { 'x-api-key': mine.secretKey })
    const customer = client(url, {
      'x-api-key': mine.publishableKey,
      authorization: `Bearer ${marta.token}`,
    })
    for (const [who, query, code] of [
      [guest, `{ servicio(id: ${service}) { id } }`, 'SERVICE_NOT_FOUND'],
      [guest, `{ peluquero(id: ${professional}) { id } }`, 'PROFESSIONAL_NOT_FOUND'],
      [
        guest,
        `{ disponibilidad(peluquero_id: ${professional}, fecha: "2030-03-05") { fecha } }`,
        'PROFESSIONAL_NOT_FOUND',
      ],
      [guest, `{ dias(peluquero_id: ${professional}) { fecha } }`, 'PROFESSIONAL_NOT_FOUND'],
      [guest, `{ dias(servicios: [${service}]) { fecha } }`, 'SERVICE_NOT_FOUND'],
      [guest, team(`dias(servicio_id: ${service}) { fecha }`), 'SERVICE_NOT_FOUND'],
      [
        guest,
        team(`disponibilidad(fecha: "2030-03-05", servicios: [${service}]) { fecha }`),
        'SERVICE_NOT_FOUND',
      ],
      [guest, `{ reserva_por_codigo(codigo: "${booking.codigo}") { id } }`, 'BOOKING_NOT_FOUND'],
      [
        guest,
        `{ reserva(id: ${booking.id}, codigo: "${booking.codigo}") { id } }`,
        'BOOKING_NOT_FOUND',
      ],
      [owner, `{ reserva(id: ${booking.id}) { id } }`, 'BOOKING_NOT_FOUND'],
      [customer, `{ reserva(id: ${booking.id}) { id } }`, 'BOOKING_NOT_FOUND'],
      [owner, `{ pedido(id: ${order.id}) { id } }`, 'ORDER_NOT_FOUND'],
      [customer, `{ pedido(id: ${order.id}) { id } }`, 'ORDER_NOT_FOUND'],
      [
        guest,
        `mutation { cancelar_reserva(id: ${booking.id}, codigo: "${booking.codigo}") { estado } }`,
        'BOOKING_NOT_FOUND',
      ],
      [owner, `mutation { cancelar_reserva(id: ${booking.id}) { estado } }`, 'BOOKING_NOT_FOUND'],
      [owner, `mutation { borrar_bloqueo(id: ${block.id}) { id } }`, 'BLOCK_NOT_FOUND'],
      [owner, `{ espera(id: ${waiting.id}) { id } }`, 'WAITLIST_NOT_FOUND'],
      ...['aceptar_oferta', 'rechazar_oferta', 'retirar_lista_espera'].map(
        (verb): [Client, string, string] => [
          guest,
          `mutation { ${verb}(id: ${waiting.id}, codigo: "${waiting.codigo}") { id } }`,
          'WAITLIST_NOT_FOUND',
        ],
      ),
      ...['prolongar', 'liberar'].map((verb): [Client, string, string] => [
        guest,
        `mutation { ${verb}_retencion(id: ${hold.id}, token: "${hold.token}") { id } }`,
        'HOLD_NOT_FOUND',
      ]),
      [owner, `mutation { confirmar_reserva(id: ${booking.id}) { id } }`, 'BOOKING_NOT_FOUND'],
      [owner, `mutation { completar_reserva(id: ${booking.id}) { id } }`, 'BOOKING_NOT_FOUND'],
      [owner, `mutation { marcar_no_show(id: ${booking.id}) { id } }`, 'BOOKING_NOT_FOUND'],
      [
        guest,
        `mutation { crear_resena(id: ${booking.id}, entrada: { valoracion: 1, codigo: "${booking.codigo}" }) { id } }`,
        'BOOKING_NOT_FOUND',
      ],
      [
        customer,
        `mutation { crear_pedido(entrada: { items: [{ producto_id: ${theirs.id('Laca')}, cantidad: 1 }] }) { id } }`,
        'PRODUCT_NOT_FOUND',
      ],
      [guest, bookingOf(service, mine.id('Ana')), 'SERVICE_NOT_FOUND'],
      [guest, bookingOf(mine.id('Corte'), professional), 'PROFESSIONAL_NOT_FOUND'],
    ] as [Client, string, string][]) {
      const { codes, text } = await queryGraphql(who, query)
      assert.deepEqual([...new Set(codes)], [code], `${query} ${text}`)
    }
    const { data, codes } = await queryGraphql(
      guest,
      `{ servicios(categoria_id: ${category}) { items { id } } productos(categoria_id: ${category}) { items { id } }
         peluqueros(servicio_id: ${service}) { items { id } } }`,
    )
    const none = { items: [] }
    assert.deepEqual([codes, data], [[], { servicios: none, productos: none, peluqueros: none }])
  }
  assert.equal(dataOf(await theirs.backend.get(`/reservas/${booking.id}/`)).estado, 'confirmada')
})

const bookingOf = (service: number, professional: number) =>
  `mutation { crear_reserva(entrada: { servicio_ids: [${service}], peluquero_id: ${professional}, fecha: "2030-03-05",
    hora_inicio: "10:00", nombre: "Lucía", email: "lucia@example.com" }) { id } }`
