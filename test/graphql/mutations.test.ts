import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../support/assertions.ts'
import type { Client } from '../support/client.ts'
import { codeFor } from '../support/emails.ts'
import { type GraphqlAnswer, queryGraphql } from '../support/graphql.ts'
import { selectAllFields } from '../support/graphql-selection.ts'
import { runJobs } from '../support/jobs.ts'
import { givePoints } from '../support/points.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { countRows } from '../support/writes.ts'

const input = (salon: TestSalon, changes: object = {}) => ({
  servicio_ids: [salon.id('Corte')],
  peluquero_id: salon.id('Ana'),
  fecha: '2030-03-06',
  hora_inicio: '10:00',
  nombre: 'Lucía Prado',
  email: 'lucia@example.com',
  ...changes,
})

/** Runs a mutation and selects its whole result; `arguments` are written as in a query. */
async function runMutation(
  who: Client,
  field: string,
  type: string,
  args: string,
  entrada?: [string, object],
  headers = {},
) {
  const variables = entrada ? `($entrada: ${entrada[0]}!)` : ''
  const allArgs = [args, entrada && 'entrada: $entrada'].filter(Boolean).join(', ')
  const query = `mutation ${variables} { ${field}${allArgs && `(${allArgs})`} ${selectAllFields(type)} }`
  const answer = await queryGraphql(who, query, entrada && { entrada: entrada[1] }, headers)
  return { ...answer, data: answer.data?.[field] }
}

const createBooking = (who: Client, body: object, headers = {}) =>
  runMutation(who, 'crear_reserva', 'Reserva', '', ['NuevaReserva', body], headers)

function dataOfResult(answer: GraphqlAnswer) {
  assert.deepEqual(answer.codes, [], answer.text)
  return answer.data
}

/**
 * Equal except for values that differ between any two createBooking, and for fields that are absent in
 * REST and null in GraphQL.
 */
function assertSame(graphql: object, rest: object, ignored: readonly string[]) {
  const plain = (value: unknown) =>
    JSON.parse(
      JSON.stringify(value, (name, inner) =>
        inner === null || ignored.includes(name) ? undefined : inner,
      ),
    )
  assert.deepEqual(plain(graphql), plain(rest))
}

const bookingSpecificFields = [
  'id',
  'codigo',
  'hora_inicio',
  'hora_fin',
  'inicio',
  'fin',
  'cancelable_hasta',
  'reprogramable_hasta',
  'created_at',
]

test('D29: a guest books and cancels through GraphQL, and REST shows the same', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const rest = dataOf(await salon.guest.post('/reservas/crear/', input(salon)), 201)
  const graphql = dataOfResult(
    await createBooking(salon.guest, input(salon, { hora_inicio: '11:00' })),
  )
  assertSame(graphql, rest, bookingSpecificFields)
  const found = dataOf(await salon.guest.get(`/reservas/codigo/${graphql.codigo}/`))
  assert.deepEqual([found.id, found.hora_inicio], [graphql.id, '11:00'])

  const cancelled = dataOf(await salon.guest.cancel(rest, { codigo: rest.codigo, motivo: 'Viaje' }))
  const args = `id: ${graphql.id}, codigo: "${graphql.codigo}", motivo: "Viaje"`
  assertSame(
    dataOfResult(await runMutation(salon.guest, 'cancelar_reserva', 'Cancelacion', args)),
    cancelled,
    bookingSpecificFields,
  )
  assert.equal(dataOf(await salon.backend.get(`/reservas/${graphql.id}/`)).estado, 'cancelada')
})

test('D37, D44: a guest moves a booking through GraphQL, and may try it first', async () => {
  const salon = await openSalon({ now: '2030-03-01T08:00' })
  const { id, codigo } = dataOf(await salon.guest.post('/reservas/crear/', input(salon)), 201)
  const move = (hora_inicio: string, args = '') =>
    runMutation(salon.guest, 'reprogramar_reserva', 'ReservaReprogramada', `id: ${id}${args}`, [
      'NuevaHora',
      { fecha: '2030-03-04', hora_inicio, codigo },
    ])
  const tried = dataOfResult(await move('12:00', ', simular: true'))
  assert.deepEqual([tried.simulado, tried.hora_inicio, tried.version], [true, '12:00', 2])
  assert.equal(dataOf(await salon.guest.get(`/reservas/codigo/${codigo}/`)).version, 1)
  const moved = dataOfResult(await move('12:00'))
  assert.deepEqual([moved.simulado, moved.hora_inicio, moved.version], [false, '12:00', 2])
  assert.deepEqual((await move('12:07')).codes, ['SLOT_NOT_AVAILABLE'])
})

test('D40: an entry joins the waitlist, is offered a time and accepts or leaves through GraphQL', async () => {
  // one visit a day, so that the freed time is the only one
  const salon = await openSalon({ hours: '10:00-10:30', now: '2030-03-04T08:00' })
  const booked = dataOf(await salon.guest.post('/reservas/crear/', input(salon)), 201)
  const marta = await salon.customer({ nombre: 'Marta', email: 'marta@example.com' })
  const join = async (who: Client, contact: object) => {
    salon.clock.set(new Date(salon.clock.now().getTime() + 1000))
    const body = { servicio_ids: [salon.id('Corte')], desde: '2030-03-06', hasta: '2030-03-06' }
    const entrada: [string, object] = ['NuevaEspera', { ...body, ...contact }]
    const joined = await runMutation(who, 'apuntar_lista_espera', 'EsperaCreada', '', entrada)
    return dataOfResult(joined)
  }
  const eva = await join(salon.guest, { nombre: 'Eva', email: 'eva@example.com' })
  const own = await join(marta, {})
  const proof = ({ id, codigo }: typeof eva) => `id: ${id}, codigo: "${codigo}"`
  const assertShown = async (estado: string) => {
    const query = `{ espera(${proof(eva)}) ${selectAllFields('Espera')} }`
    const { espera } = dataOfResult(await queryGraphql(salon.guest, query))
    const headers = { 'x-reserva-codigo': eva.codigo }
    assertSame(espera, dataOf(await salon.guest.get(`/lista-espera/${eva.id}/`, headers)), [])
    assert.equal(espera.estado, estado)
  }
  const accept = (args: string) => runMutation(salon.guest, 'aceptar_oferta', 'Reserva', args)

  await assertShown('esperando')
  assert.deepEqual((await accept(proof(eva))).codes, ['WAITLIST_NO_OFFER'])
  await salon.guest.cancel(booked)
  await runJobs(salon)
  await assertShown('ofrecida')
  assert.deepEqual((await accept(`id: ${eva.id}, codigo: "0123456789"`)).codes, [
    'WAITLIST_NOT_FOUND',
  ])
  const accepted = dataOfResult(await accept(proof(eva)))
  assert.deepEqual([accepted.fecha, accepted.hora_inicio], ['2030-03-06', '10:00'])
  await assertShown('aceptada')
  const again = await accept(proof(eva))
  assert.deepEqual(
    [again.codes, again.errors[0].extensions.estado],
    [['WAITLIST_NO_OFFER'], 'aceptada'],
  )

  const leave = await runMutation(marta, 'retirar_lista_espera', 'EsperaRetirada', `id: ${own.id}`)
  assert.deepEqual(dataOfResult(leave), { id: own.id, estado: 'retirada' })
  const mine = `{ cliente { lista_espera { items { id estado } } } }`
  const { cliente } = dataOfResult(await queryGraphql(marta, mine))
  assert.deepEqual(cliente.lista_espera.items, [{ id: own.id, estado: 'retirada' }])
  const all = `{ lista_espera { items ${selectAllFields('Espera')} } }`
  const { lista_espera } = dataOfResult(await queryGraphql(salon.backend, all))
  assertSame(lista_espera.items, dataOf(await salon.backend.get('/lista-espera/')).items, [])
})

test('D40: an offer is declined through GraphQL, as in REST', async () => {
  const salon = await openSalon({ hours: '10:00-10:30', now: '2030-03-04T08:00' })
  const booked = dataOf(await salon.guest.post('/reservas/crear/', input(salon)), 201)
  const body = { servicio_ids: [salon.id('Corte')], desde: '2030-03-06', hasta: '2030-03-06' }
  const contact = { nombre: 'Eva', email: 'eva@example.com' }
  const { id, codigo } = dataOf(
    await salon.guest.post('/lista-espera/', { ...body, ...contact }),
    201,
  )
  await salon.guest.cancel(booked)
  await runJobs(salon)
  const headers = { 'x-reserva-codigo': codigo }
  const { oferta } = dataOf(await salon.guest.get(`/lista-espera/${id}/`, headers))
  const decline = (offerId: number) =>
    runMutation(
      salon.guest,
      'rechazar_oferta',
      'Espera',
      `id: ${id}, codigo: "${codigo}", oferta_id: ${offerId}`,
    )
  assert.deepEqual((await decline(oferta.id + 1)).codes, ['WAITLIST_NO_OFFER'])
  const declined = dataOfResult(await decline(oferta.id))
  assertSame(declined, dataOf(await salon.guest.get(`/lista-espera/${id}/`, headers)), [])
  assert.deepEqual([declined.estado, declined.oferta], ['esperando', null])
})

test('D41: the business blocks time and frees it through GraphQL, as in REST', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const time = { desde: '2030-03-06T10:00', hasta: '2030-03-06T11:00', motivo: 'Curso' }
  const entrada = { peluquero_id: salon.id('Ana'), ...time }
  const block = () =>
    runMutation(salon.backend, 'crear_bloqueo', 'Bloqueo', '', ['NuevoBloqueo', entrada])
  const created = dataOfResult(await block())
  const taken = await block()
  assert.deepEqual(
    [taken.codes, taken.errors[0].extensions.bloqueo],
    [['SLOT_NOT_AVAILABLE'], { id: created.id }],
  )
  const query = `{ bloqueos { items ${selectAllFields('Bloqueo')} } }`
  const { bloqueos } = dataOfResult(await queryGraphql(salon.backend, query))
  assert.deepEqual(bloqueos.items, [created])
  assertSame(bloqueos.items, dataOf(await salon.backend.get('/bloqueos/')).items, [])
  const remove = () =>
    runMutation(salon.backend, 'borrar_bloqueo', 'BloqueoBorrado', `id: ${created.id}`)
  assert.equal(dataOfResult(await remove()).id, created.id)
  assert.deepEqual((await remove()).codes, ['BLOCK_NOT_FOUND'])
})

test('D42: the business manages endpoints through GraphQL, as in REST', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const entrada = { url: 'https://till.example/', tipos: ['reserva.creada'] }
  const run = (field: string, type: string, args: string, input?: [string, object]) =>
    runMutation(salon.backend, field, type, args, input)
  const { secreto, ...created } = dataOfResult(
    await run('crear_endpoint', 'EndpointCreado', '', ['NuevoEndpoint', entrada]),
  )
  assert.match(secreto, /^whsec_/)
  const id = `id: ${created.id}`
  const query = `{ endpoint(${id}) ${selectAllFields('Endpoint')} endpoints { items { id } } }`
  const read = dataOfResult(await queryGraphql(salon.backend, query))
  assert.deepEqual([read.endpoint, read.endpoints.items], [created, [{ id: created.id }]])
  assertSame(
    read.endpoint,
    dataOf(await salon.backend.get(`/webhooks/endpoints/${created.id}/`)),
    [],
  )

  const delivery = dataOfResult(await run('probar_endpoint', 'Entrega', id))
  const log = `{ entregas(${id}, estado: "pendiente") { items ${selectAllFields('Entrega')} } }`
  const { entregas } = dataOfResult(await queryGraphql(salon.backend, log))
  assert.deepEqual(entregas.items, [delivery])
  const sent = await run('reenviar_entrega', 'Entrega', `${id}, entrega: ${delivery.id}`)
  assert.equal(dataOfResult(sent).estado, 'pendiente')
  assert.notEqual(dataOfResult(await run('rotar_secreto', 'SecretoRotado', id)).secreto, secreto)
  const change: [string, object] = ['CambioEndpoint', { activo: false }]
  const off = dataOfResult(await run('actualizar_endpoint', 'Endpoint', id, change))
  assert.equal(off.activo, false)
  assert.deepEqual((await run('probar_endpoint', 'Entrega', id)).codes, ['ENDPOINT_DISABLED'])
  const byGuest = await runMutation(salon.guest, 'borrar_endpoint', 'EndpointBorrado', id)
  assert.deepEqual(byGuest.codes, ['INSUFFICIENT_SCOPE'])
  const other = await openSalon({ now: '2030-03-04T08:00' })
  const elsewhere = await runMutation(other.backend, 'borrar_endpoint', 'EndpointBorrado', id)
  assert.deepEqual(elsewhere.codes, ['ENDPOINT_NOT_FOUND'])
  assert.equal(dataOfResult(await run('borrar_endpoint', 'EndpointBorrado', id)).id, created.id)
})

test('D17: in GraphQL, too, only the business writes and reads an internal note', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const { id, codigo } = dataOf(await salon.guest.post('/reservas/crear/', input(salon)), 201)
  const cancel = (who: Client, args: string) =>
    runMutation(who, 'cancelar_reserva', 'Cancelacion', `id: ${id}, ${args}`)
  const byGuest = await cancel(salon.guest, `codigo: "${codigo}", nota_interna: "x"`)
  assert.deepEqual(byGuest.codes, ['INSUFFICIENT_SCOPE'])
  dataOfResult(await cancel(salon.backend, 'nota_interna: "Solo para nosotros"'))
  const query = `{ reserva_por_codigo(codigo: "${codigo}") { nota_interna } }`
  const notes = [salon.guest, salon.backend].map(async (who) =>
    dataOfResult(await queryGraphql(who, query)),
  )
  assert.deepEqual(await Promise.all(notes), [
    { reserva_por_codigo: { nota_interna: null } },
    { reserva_por_codigo: { nota_interna: 'Solo para nosotros' } },
  ])
})

test('D29: the business confirms, completes and marks no-shows, as in REST', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00', settings: { confirmsByHand: true } })
  const two = async (time: string, other: string) => [
    dataOf(
      await salon.guest.post(
        '/reservas/crear/',
        input(salon, { fecha: '2030-03-04', hora_inicio: time }),
      ),
      201,
    ),
    dataOfResult(
      await createBooking(salon.guest, input(salon, { fecha: '2030-03-04', hora_inicio: other })),
    ),
  ]
  const [rest, graphql] = await two('09:00', '09:30')
  const transition = (field: string, id: number) =>
    runMutation(salon.backend, field, 'ReservaDetalle', `id: ${id}, motivo: "Así es"`)
  const pairs = [
    ['confirmar_reserva', 'confirmar'],
    ['completar_reserva', 'completar'],
    ['marcar_no_show', 'no-show'],
  ] as const
  for (const [field, step] of pairs) {
    if (field === 'completar_reserva') salon.setTime('2030-03-04T12:00')
    const restData = dataOf(
      await salon.backend.post(`/reservas/${rest.id}/${step}/`, { motivo: 'Así es' }),
    )
    assertSame(dataOfResult(await transition(field, graphql.id)), restData, [
      ...bookingSpecificFields,
      'updated_at',
    ])
  }
  const refused = await runMutation(
    salon.guest,
    'confirmar_reserva',
    'ReservaDetalle',
    `id: ${graphql.id}`,
  )
  assert.deepEqual(refused.codes, ['INSUFFICIENT_SCOPE'])
})

test('D29: a review and an order made through GraphQL are the same as in REST', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00', products: [{ name: 'Cera', stock: 2 }] })
  const who = { nombre: 'Marta Ruiz', email: 'marta@example.com' }
  const visits = [
    dataOf(await salon.guest.book('Ana', '09:00', who), 201),
    dataOf(await salon.guest.book('Ana', '10:00', who), 201),
  ]
  salon.setTime('2030-03-04T12:00')
  const marta = await salon.customer(who)
  for (const { id } of visits) dataOf(await salon.backend.post(`/reservas/${id}/completar/`))
  const review = { valoracion: 4, comentario: 'Bien' }
  const rest = dataOf(await marta.post(`/reservas/${visits[0].id}/resena/`, review), 201)
  const graphql = await runMutation(marta, 'crear_resena', 'Resena', `id: ${visits[1].id}`, [
    'NuevaResena',
    review,
  ])
  assertSame(dataOfResult(graphql), rest, ['id'])

  const items = [{ producto_id: salon.id('Cera'), cantidad: 1 }]
  const order = dataOf(await marta.post('/pedidos/', { items, notas: 'Luego' }), 201)
  const graphqlOrder = await runMutation(marta, 'crear_pedido', 'Pedido', '', [
    'NuevoPedido',
    { items, notas: 'Luego' },
  ])
  assertSame(dataOfResult(graphqlOrder), order, ['id', 'codigo'])
  const none = await runMutation(marta, 'crear_pedido', 'Pedido', '', ['NuevoPedido', { items }])
  const refused = await marta.post('/pedidos/', { items })
  assert.deepEqual(none.codes, [refused.error.code])
  assert.deepEqual(none.codes, ['OUT_OF_STOCK'])
})

test('D29: an account is created, used and erased through GraphQL alone', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const who = {
    nombre: 'Marta Ruiz',
    email: 'marta@example.com',
    password: 'la silla junto a la ventana',
  }
  const otp = dataOfResult(await runMutation(salon.guest, 'registro', 'Otp', '', ['Registro', who]))
  assert.equal(otp.canal, 'email')
  salon.setTime('2030-03-04T08:02')
  const again = dataOfResult(
    await runMutation(salon.guest, 'reenviar_otp', 'Otp', '', [
      'ReenvioOtp',
      { otp_id: otp.otp_id },
    ]),
  )
  const code = async () => ({ otp_id: again.otp_id, codigo: await codeFor(salon, who.email) })
  const session = dataOfResult(
    await runMutation(salon.guest, 'verificar_otp', 'Sesion', '', ['CodigoOtp', await code()]),
  )
  assert.deepEqual([session.token_type, session.cliente.email], ['Bearer', who.email])

  salon.setTime('2030-03-04T08:05')
  const { email, password } = who
  const login = dataOfResult(
    await runMutation(salon.guest, 'login', 'Otp', '', ['Acceso', { email, password }]),
  )
  const found = { otp_id: login.otp_id, codigo: await codeFor(salon, email) }
  const second = dataOfResult(
    await runMutation(salon.guest, 'verificar_otp', 'Sesion', '', ['CodigoOtp', found]),
  )
  const pair = ['RenovacionSesion', { refresh_token: second.refresh_token }] as [string, object]
  const renewed = dataOfResult(await runMutation(salon.guest, 'renovar_sesion', 'Sesion', '', pair))
  assert.notEqual(renewed.refresh_token, second.refresh_token)

  const token = { authorization: `Bearer ${renewed.access_token}` }
  const change = ['CambioPerfil', { nombre: 'Marta Sol', fecha_nacimiento: '1990-05-06' }] as [
    string,
    object,
  ]
  const changed = dataOfResult(
    await runMutation(salon.guest, 'actualizar_perfil', 'Perfil', '', change, token),
  )
  assert.deepEqual(changed, dataOf(await salon.guest.get('/cliente/perfil/', token)))
  assert.equal(changed.fecha_nacimiento, '1990-05-06')

  const out = ['CierreSesion', { refresh_token: session.refresh_token }] as [string, object]
  assert.deepEqual(
    dataOfResult(await runMutation(salon.guest, 'cerrar_sesion', 'SesionCerrada', '', out)),
    {
      sesion_cerrada: true,
    },
  )
  const ended = ['RenovacionSesion', { refresh_token: session.refresh_token }] as [string, object]
  assert.deepEqual((await runMutation(salon.guest, 'renovar_sesion', 'Sesion', '', ended)).codes, [
    'INVALID_TOKEN',
  ])

  const erased = dataOfResult(
    await runMutation(salon.guest, 'borrar_perfil', 'CuentaBorrada', '', undefined, token),
  )
  assert.equal(erased.id, changed.id)
  assert.deepEqual(
    (await queryGraphql(salon.guest, '{ cliente { perfil { id } } }', undefined, token)).codes,
    ['INVALID_TOKEN'],
  )
})

test('D19, D29: an Idempotency-Key creates one booking across REST and GraphQL', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00' })
  const key = (name: string) => ({ 'idempotency-key': name })
  const graphql = await createBooking(salon.guest, input(salon), key('uno'))
  assert.equal(graphql.headers.get('idempotent-replayed'), null)
  const before = await countRows(salon)
  const rest = await salon.guest.post('/reservas/crear/', input(salon), key('uno'))
  assert.equal(rest.headers.get('idempotent-replayed'), 'true')
  assertSame(dataOfResult(graphql), dataOf(rest, 201), [])
  const again = await createBooking(salon.guest, input(salon, { notas: null }), key('uno'))
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(again.data, graphql.data)
  assert.deepEqual(await countRows(salon), before)
  const other = await createBooking(salon.guest, input(salon, { hora_inicio: '12:00' }), key('uno'))
  assert.deepEqual(other.codes, ['IDEMPOTENCY_KEY_REUSED'])

  const { id, codigo } = graphql.data
  const args = `id: ${id}, codigo: "${codigo}"`
  const cancelled = await salon.guest.post(`/reservas/${id}/cancelar/`, { codigo }, key('dos'))
  const same = await runMutation(
    salon.guest,
    'cancelar_reserva',
    'Cancelacion',
    args,
    undefined,
    key('dos'),
  )
  assert.equal(same.headers.get('idempotent-replayed'), 'true')
  assertSame(dataOfResult(same), dataOf(cancelled), [])
})

test('D29: points pay for a booking as in REST', async () => {
  const salon = await openSalon({
    now: '2030-03-04T08:00',
    services: [{ name: 'Corte', pointsPrice: 50 }],
  })
  const marta = await salon.customer({ nombre: 'Marta', email: 'marta@example.com' })
  await givePoints(salon, marta.id, 80)
  const own = { nombre: undefined, email: undefined, usar_puntos: true }
  const paid = dataOfResult(await createBooking(marta, input(salon, own)))
  assert.equal(paid.total, 0)
  const { codes } = await createBooking(marta, input(salon, { ...own, hora_inicio: '11:00' }))
  const { error } = await marta.post(
    '/reservas/crear/',
    input(salon, { ...own, hora_inicio: '11:00' }),
  )
  assert.deepEqual(codes, [error.code])
})
