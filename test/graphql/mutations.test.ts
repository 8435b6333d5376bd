import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../support/assertions.ts'
import type { Client } from '../support/client.ts'
import { codeFor } from '../support/emails.ts'
import { type GraphqlAnswer, queryGraphql } from '../support/graphql.ts'
import { selectAllFields } from '../support/graphql-selection.ts'
import { givePoints } from '../support/points.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { countRows } from '../support/writes.ts'

const input = (salon: TestSalon, its: object = {}) => ({
  servicio_ids: [salon.id('Corte')],
  peluquero_id: salon.id('Ana'),
  fecha: '2030-03-06',
  hora_inicio: '10:00',
  nombre: 'Lucía Prado',
  email: 'lucia@example.com',
  ...its,
})

/** Runs a mutation and gives all that it answers; `arguments` are as they stand in a query. */
async function acts(
  who: Client,
  field: string,
  type: string,
  args: string,
  entrada?: [string, object],
  headers = {},
) {
  const declared = entrada ? `($entrada: ${entrada[0]}!)` : ''
  const given = [args, entrada && 'entrada: $entrada'].filter(Boolean).join(', ')
  const query = `mutation ${declared} { ${field}${given && `(${given})`} ${selectAllFields(type)} }`
  const answer = await queryGraphql(who, query, entrada && { entrada: entrada[1] }, headers)
  return { ...answer, data: answer.data?.[field] }
}

const records = (who: Client, body: object, headers = {}) =>
  acts(who, 'crear_reserva', 'Reserva', '', ['NuevaReserva', body], headers)

function done(answer: GraphqlAnswer) {
  assert.deepEqual(answer.codes, [], answer.text)
  return answer.data
}

/**
 * The same, but for what no two of a kind have in common, and for what REST leaves out and the
 * graph calls null.
 */
function alike(graph: object, rest: object, differing: readonly string[]) {
  const plain = (value: unknown) =>
    JSON.parse(
      JSON.stringify(value, (name, inner) =>
        inner === null || differing.includes(name) ? undefined : inner,
      ),
    )
  assert.deepEqual(plain(graph), plain(rest))
}

const ofABooking = [
  'id',
  'codigo',
  'hora_inicio',
  'hora_fin',
  'inicio',
  'fin',
  'cancelable_hasta',
  'created_at',
]

test('D29: a guest books and cancels through the graph, and each door shows what the other did', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const rest = dataOf(await salon.guest.post('/reservas/crear/', input(salon)), 201)
  const graph = done(await records(salon.guest, input(salon, { hora_inicio: '11:00' })))
  alike(graph, rest, ofABooking)
  const shown = dataOf(await salon.guest.get(`/reservas/codigo/${graph.codigo}/`))
  assert.deepEqual([shown.id, shown.hora_inicio], [graph.id, '11:00'])

  const left = dataOf(await salon.guest.cancel(rest, { codigo: rest.codigo, motivo: 'Viaje' }))
  const args = `id: ${graph.id}, codigo: "${graph.codigo}", motivo: "Viaje"`
  alike(done(await acts(salon.guest, 'cancelar_reserva', 'Cancelacion', args)), left, ofABooking)
  assert.equal(dataOf(await salon.backend.get(`/reservas/${graph.id}/`)).estado, 'cancelada')
})

test('D29: the business confirms, completes and marks as not come, as in REST', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00', settings: { confirmsByHand: true } })
  const two = async (time: string, other: string) => [
    dataOf(
      await salon.guest.post(
        '/reservas/crear/',
        input(salon, { fecha: '2030-03-04', hora_inicio: time }),
      ),
      201,
    ),
    done(await records(salon.guest, input(salon, { fecha: '2030-03-04', hora_inicio: other }))),
  ]
  const [rest, graph] = await two('09:00', '09:30')
  const move = (field: string, id: number) =>
    acts(salon.backend, field, 'ReservaDetalle', `id: ${id}, motivo: "Así es"`)
  const pairs = [
    ['confirmar_reserva', 'confirmar'],
    ['completar_reserva', 'completar'],
    ['marcar_no_show', 'no-show'],
  ] as const
  for (const [field, step] of pairs) {
    if (field === 'completar_reserva') salon.setTime('2030-03-04T12:00')
    const observation = dataOf(
      await salon.backend.post(`/reservas/${rest.id}/${step}/`, { motivo: 'Así es' }),
    )
    alike(done(await move(field, graph.id)), observation, [...ofABooking, 'updated_at'])
  }
  const refused = await acts(salon.guest, 'confirmar_reserva', 'ReservaDetalle', `id: ${graph.id}`)
  assert.deepEqual(refused.codes, ['INSUFFICIENT_SCOPE'])
})

test('D29: a review and an order made in the graph are those of REST', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00', products: [{ name: 'Cera', stock: 2 }] })
  const who = { nombre: 'Marta Ruiz', email: 'marta@example.com' }
  const visits = [
    dataOf(await salon.guest.book('Ana', '09:00', who), 201),
    dataOf(await salon.guest.book('Ana', '10:00', who), 201),
  ]
  salon.setTime('2030-03-04T12:00')
  const marta = await salon.customer(who)
  for (const { id } of visits) dataOf(await salon.backend.post(`/reservas/${id}/completar/`))
  const said = { valoracion: 4, comentario: 'Bien' }
  const rest = dataOf(await marta.post(`/reservas/${visits[0].id}/resena/`, said), 201)
  const graph = await acts(marta, 'crear_resena', 'Resena', `id: ${visits[1].id}`, [
    'NuevaResena',
    said,
  ])
  alike(done(graph), rest, ['id'])

  const items = [{ producto_id: salon.id('Cera'), cantidad: 1 }]
  const order = dataOf(await marta.post('/pedidos/', { items, notas: 'Luego' }), 201)
  const wanted = await acts(marta, 'crear_pedido', 'Pedido', '', [
    'NuevoPedido',
    { items, notas: 'Luego' },
  ])
  alike(done(wanted), order, ['id', 'codigo'])
  const none = await acts(marta, 'crear_pedido', 'Pedido', '', ['NuevoPedido', { items }])
  const refused = await marta.post('/pedidos/', { items })
  assert.deepEqual(none.codes, [refused.error.code])
  assert.deepEqual(none.codes, ['OUT_OF_STOCK'])
})

test('D29: an account is made, used and erased in the graph alone', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const who = {
    nombre: 'Marta Ruiz',
    email: 'marta@example.com',
    password: 'la silla junto a la ventana',
  }
  const otp = done(await acts(salon.guest, 'registro', 'Otp', '', ['Registro', who]))
  assert.equal(otp.canal, 'email')
  salon.setTime('2030-03-04T08:02')
  const again = done(
    await acts(salon.guest, 'reenviar_otp', 'Otp', '', ['ReenvioOtp', { otp_id: otp.otp_id }]),
  )
  const code = async () => ({ otp_id: again.otp_id, codigo: await codeFor(salon, who.email) })
  const session = done(
    await acts(salon.guest, 'verificar_otp', 'Sesion', '', ['CodigoOtp', await code()]),
  )
  assert.deepEqual([session.token_type, session.cliente.email], ['Bearer', who.email])

  salon.setTime('2030-03-04T08:05')
  const { email, password } = who
  const login = done(await acts(salon.guest, 'login', 'Otp', '', ['Acceso', { email, password }]))
  const shown = { otp_id: login.otp_id, codigo: await codeFor(salon, email) }
  const second = done(await acts(salon.guest, 'verificar_otp', 'Sesion', '', ['CodigoOtp', shown]))
  const pair = ['RenovacionSesion', { refresh_token: second.refresh_token }] as [string, object]
  const renewed = done(await acts(salon.guest, 'renovar_sesion', 'Sesion', '', pair))
  assert.notEqual(renewed.refresh_token, second.refresh_token)

  const token = { authorization: `Bearer ${renewed.access_token}` }
  const change = ['CambioPerfil', { nombre: 'Marta Sol', fecha_nacimiento: '1990-05-06' }] as [
    string,
    object,
  ]
  const changed = done(await acts(salon.guest, 'actualizar_perfil', 'Perfil', '', change, token))
  assert.deepEqual(changed, dataOf(await salon.guest.get('/cliente/perfil/', token)))
  assert.equal(changed.fecha_nacimiento, '1990-05-06')

  const out = ['CierreSesion', { refresh_token: session.refresh_token }] as [string, object]
  assert.deepEqual(done(await acts(salon.guest, 'cerrar_sesion', 'SesionCerrada', '', out)), {
    sesion_cerrada: true,
  })
  const over = ['RenovacionSesion', { refresh_token: session.refresh_token }] as [string, object]
  assert.deepEqual((await acts(salon.guest, 'renovar_sesion', 'Sesion', '', over)).codes, [
    'INVALID_TOKEN',
  ])

  const erased = done(
    await acts(salon.guest, 'borrar_perfil', 'CuentaBorrada', '', undefined, token),
  )
  assert.equal(erased.id, changed.id)
  assert.deepEqual(
    (await queryGraphql(salon.guest, '{ cliente { perfil { id } } }', undefined, token)).codes,
    ['INVALID_TOKEN'],
  )
})

test('D19, D29: a key stands for one booking, whichever door it is shown at', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const key = (name: string) => ({ 'idempotency-key': name })
  const graph = await records(salon.guest, input(salon), key('uno'))
  assert.equal(graph.headers.get('idempotent-replayed'), null)
  const before = await countRows(salon)
  const rest = await salon.guest.post('/reservas/crear/', input(salon), key('uno'))
  assert.equal(rest.headers.get('idempotent-replayed'), 'true')
  alike(done(graph), dataOf(rest, 201), [])
  const again = await records(salon.guest, input(salon, { notas: null }), key('uno'))
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(again.data, graph.data)
  assert.deepEqual(await countRows(salon), before)
  const other = await records(salon.guest, input(salon, { hora_inicio: '12:00' }), key('uno'))
  assert.deepEqual(other.codes, ['IDEMPOTENCY_KEY_REUSED'])

  const { id, codigo } = graph.data
  const args = `id: ${id}, codigo: "${codigo}"`
  const cancelled = await salon.guest.post(`/reservas/${id}/cancelar/`, { codigo }, key('dos'))
  const same = await acts(
    salon.guest,
    'cancelar_reserva',
    'Cancelacion',
    args,
    undefined,
    key('dos'),
  )
  assert.equal(same.headers.get('idempotent-replayed'), 'true')
  alike(done(same), dataOf(cancelled), [])
})

test('D29: points pay in the graph as they do in REST', async () => {
  const salon = await openSalon({
    now: '2030-03-04T08:00',
    services: [{ name: 'Corte', pointsPrice: 50 }],
  })
  const marta = await salon.customer({ nombre: 'Marta', email: 'marta@example.com' })
  await givePoints(salon, marta.id, 80)
  const own = { nombre: undefined, email: undefined, usar_puntos: true }
  const paid = done(await records(marta, input(salon, own)))
  assert.equal(paid.total, 0)
  const { codes } = await records(marta, input(salon, { ...own, hora_inicio: '11:00' }))
  const { error } = await marta.post(
    '/reservas/crear/',
    input(salon, { ...own, hora_inicio: '11:00' }),
  )
  assert.deepEqual(codes, [error.code])
})
