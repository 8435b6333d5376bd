import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCustomer } from '@silla/core'
import { buildSchema, getNamedType } from 'graphql'
import { sources } from '../architecture/sources.ts'
import { restEquivalents } from '../spec/contract/rest-equivalents.ts'
import { assertError, dataOf } from '../support/assertions.ts'
import { assertDetailHasWords } from '../support/audit.ts'
import { testDatabase } from '../support/database.ts'
import { queryGraphql } from '../support/graphql.ts'
import { selectAllFields } from '../support/graphql-selection.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { staffOf } from '../support/staff.ts'
import { offerFreeTimes } from '../support/waitlist.ts'

const { witness } = await testDatabase()
const graph = buildSchema(sources('docs/schema.graphql')[0]?.text ?? '')

/** Operations in which it is the customer who changes something, with a code or a token, or an owner. */
const ofCustomers =
  /^(POST \/auth\/|(PUT|DELETE) \/cliente\/|POST \/pedidos\/|POST \/reservas\/{id}\/resena\/|POST \/soporte\/)/

/** Operations that no key may call: a new one has to be added to `changesOfPeople`. */
const ofStaff = / \/(personal|ajustes\/(pagos|descarga))\//

/** The operations that can write, by mutation: a new one has to be added to `changes`. */
const mutations = Object.entries(restEquivalents)
  .filter(([name, route]) => name.startsWith('Mutation.') && !ofCustomers.test(route))
  .map(([name, route]) => ({ field: name.slice('Mutation.'.length), route }))

interface Entry {
  id: string
  operator: string
  action: string
  detail: Record<string, unknown>
  /** Of the member of staff; null: a key. */
  authorId: number | null
}

const entriesOf = async ({ businessId }: TestSalon, operator = 'key %'): Promise<Entry[]> => [
  ...(await witness<Entry[]>`
    select id::text, operator, action, detail, staff_id as author_id from audit_entries
    where business_id = ${businessId} and operator like ${operator} order by id`),
]

const openDiary = () =>
  openSalon({
    payments: true,
    professionals: ['Ana'],
    products: [{ name: 'Cera' }],
    settings: { confirmsByHand: true },
    now: '2030-03-04T08:00',
  })

for (const api of ['REST', 'GraphQL'] as const)
  test(`D8: each change by secret key has an audit entry with the name of the key, through ${api}`, async () => {
    const salon = await openDiary()
    const done: string[] = []
    const call: Call = async (route, body = {}, params = {}) => {
      const before = new Set((await entriesOf(salon)).map(({ id }) => id))
      const data =
        api === 'REST'
          ? await overRest(salon, route, body, params)
          : await overGraphql(salon, route, body, params)
      const added = (await entriesOf(salon)).filter(({ id }) => !before.has(id))
      assert.deepEqual(
        added.map(({ operator }) => operator),
        ['key server'],
        route,
      )
      assert.ok(added[0]?.detail.keyId)
      assertDetailHasWords(added[0])
      done.push(route)
      return { ...data, action: added[0]?.action, detail: added[0]?.detail }
    }
    await changes(salon, call)
    const routes = mutations.map(({ route }) => route).filter((route) => !ofStaff.test(route))
    assert.deepEqual([...new Set(done)].sort(), routes.sort())
  })

for (const api of ['REST', 'GraphQL'] as const)
  test(`D66: each change of people has an audit entry with person and device, through ${api}`, async () => {
    const salon = await openSalon({ payments: true })
    const owner = await salon.staff('owner', { name: 'Lola Gil' })
    const done: string[] = []
    const entries = () => entriesOf(salon, 'staff Lola Gil')
    const call: Call = async (route, body = {}, params = {}) => {
      const before = new Set((await entries()).map(({ id }) => id))
      const send = api === 'REST' ? overRest : overGraphql
      const data = await send({ backend: owner }, route, body, params)
      done.push(route)
      const [added, ...others] = (await entries()).filter(({ id }) => !before.has(id))
      assert.equal(others.length, 0, route)
      const { action, detail, authorId } = added ?? assert.fail(route)
      assertDetailHasWords({ action, detail })
      const { sessionId, device, ...more } = detail
      const who = [authorId, sessionId, device]
      assert.deepEqual(who, [owner.staffId, owner.sessionId, 'Firefox, Linux'])
      return { ...data, action, detail: more }
    }
    await changesOfPeople(salon, call, `omar.${api}@example.com`)
    const { action } = await call('POST /ajustes/pagos/continuar/')
    assert.equal(action, 'payments.continue')
    assert.equal((await call('POST /ajustes/descarga/')).action, 'downloads.request')
    assert.equal((await call('DELETE /ajustes/descarga/')).action, 'downloads.revoke')
    const routes = mutations.map(({ route }) => route).filter((route) => ofStaff.test(route))
    assert.deepEqual([...new Set(done)].sort(), routes.sort())
  })

test('D8: what is refused, repeated, only tried, or done by a customer or a visitor has no audit entry', async () => {
  const salon = await openDiary()
  const headers = { 'idempotency-key': 'once' }
  const block = { peluquero_id: salon.id('Ana'), ...blocked }
  dataOf(await salon.backend.post('/bloqueos/', block, headers), 201)
  dataOf(await salon.backend.post('/bloqueos/', block, headers), 201)
  assertError(await salon.backend.post('/bloqueos/', block), 'SLOT_NOT_AVAILABLE')
  assertError(
    await salon.backend.book('Ana', '12:30', { date: '2030-03-06' }),
    'SLOT_NOT_AVAILABLE',
  )
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: '2030-03-06' }), 201)
  const move = { fecha: '2030-03-07', hora_inicio: '10:00' }
  dataOf(
    await salon.backend.post(`/reservas/${booking.id}/reprogramar/`, move, { 'x-simular': 'true' }),
  )
  dataOf(await salon.guest.cancel(booking))
  const customer = await salon.customer({ nombre: 'Noor', email: 'noor@example.com' })
  const own = dataOf(await customer.book('Ana', '16:00', { date: '2030-03-06' }), 201)
  const withSecretKey = { 'x-api-key': salon.secretKey }
  dataOf(await customer.post(`/reservas/${own.id}/cancelar/`, {}, withSecretKey))
  assert.deepEqual(
    (await entriesOf(salon)).map(({ action }) => action),
    ['blocks.create'],
  )
})

test('D8: nothing is changed without its entry, and the error says why there is none', async () => {
  const salon = await openSalon()
  const context = await staffOf(salon, 'no name of an action')
  const noor = { name: 'Noor', email: 'noor@example.com', phone: null, language: 'es' as const }
  await assert.rejects(createCustomer(context, noor), /audit_entries_action/)
  assert.deepEqual(dataOf(await salon.backend.get('/clientes/')).items, [])
})

const blocked = { desde: '2030-03-06T12:00', hasta: '2030-03-06T13:00', motivo: 'Curso' }

type Call = (
  route: string,
  body?: object,
  params?: Record<string, unknown>,
  // biome-ignore lint/suspicious/noExplicitAny: tests read any field of the contract
) => Promise<any>

/** Does everything that a secret key can do. */
async function changes(salon: TestSalon, call: Call): Promise<void> {
  const visit = (hora_inicio: string, more = {}) => ({
    servicio_ids: [salon.id('Corte')],
    peluquero_id: salon.id('Ana'),
    fecha: '2030-03-06',
    hora_inicio,
    ...more,
  })
  const who = { nombre: 'Eva Ruiz', email: 'eva@example.com' }
  const book = (time: string) => call('POST /reservas/crear/', visit(time, who))

  const first = await book('10:00')
  assert.deepEqual([first.action, first.detail.bookingId], ['bookings.create', first.id])
  const { id } = first
  const moved = { fecha: '2030-03-07', hora_inicio: '10:00' }
  await call('POST /reservas/{id}/reprogramar/', moved, { id })
  const { detail } = await call('POST /reservas/{id}/cancelar/', {}, { id })
  assert.equal(detail.bookingId, id)

  const ofAbsent = await book('12:00')
  const cancelling = { reserva_id: ofAbsent.id, version: 1, accion: 'cancelar' }
  const settled = await call(
    'POST /peluqueros/{id}/ausencia/',
    { fecha: '2030-03-06', visitas: [cancelling] },
    { id: salon.id('Ana') },
  )
  assert.equal(settled.detail.bookingId, ofAbsent.id)

  const paid = await book('09:00')
  const intent = await call('POST /pagos/intent/', intentFor(paid))
  salon.stripe.pay({ data: intent } as never)
  await call('POST /pagos/confirmar/', { payment_intent_id: intent.payment_intent_id })
  await call('POST /reservas/{id}/reembolsar/', {}, { id: paid.id })

  const hold = await call('POST /retenciones/', visit('11:00'))
  assert.equal(hold.detail.holdId, hold.id)
  const { token } = hold
  await call('POST /retenciones/{id}/prolongar/', { token }, { id: hold.id })
  await call('DELETE /retenciones/{id}/', {}, { id: hold.id, token })

  const block = await call('POST /bloqueos/', { peluquero_id: salon.id('Ana'), ...blocked })
  assert.equal(block.detail.blockId, block.id)
  await call('DELETE /bloqueos/{id}/', {}, { id: block.id })
  const calendar = await call('POST /calendarios/', {})
  assert.equal(calendar.detail.feedId, calendar.id)
  await call('DELETE /calendarios/{id}/', {}, { id: calendar.id })

  const customer = await call('POST /clientes/', { nombre: 'Rosa Gil' })
  assert.deepEqual([customer.action, customer.detail.customerId], ['customers.create', customer.id])
  const own = { id: customer.id }
  const updated = await call('PUT /clientes/{id}/', { telefono: '699112233' }, own)
  assert.equal(updated.detail.customerId, customer.id)
  const note = await call('POST /clientes/{id}/notas/', { tipo: 'nota', texto: 'Rizado' }, own)
  assert.equal(note.detail.customerId, customer.id)
  const ofNote = { ...own, nota: note.id }
  const changed = await call('PUT /clientes/{id}/notas/{nota}/', { texto: 'Liso' }, ofNote)
  assert.deepEqual([changed.detail.customerId, changed.detail.noteId], [customer.id, note.id])
  await call('DELETE /clientes/{id}/notas/{nota}/', {}, ofNote)
  const consent = { tipo: 'salud', otorgado: true, medio: 'papel' }
  await call('POST /clientes/{id}/consentimientos/', consent, own)

  const sent = await call('POST /importaciones/', {
    ...{ tipo: 'clientes', origen: 'generico', archivo: 'bmFtZQpFdmEK' },
  })
  assert.deepEqual([sent.detail.importId, sent.detail.kind], [sent.id, 'customers'])
  const cancelled = await call('DELETE /importaciones/{id}/', {}, { id: sent.id })
  assert.equal(cancelled.detail.importId, sent.id)
  await call('POST /clientes/{id}/bloquear/', {}, own)
  await call('POST /clientes/{id}/desbloquear/', {}, own)
  const gift = await call('POST /clientes/{id}/puntos/', { puntos: 5, motivo: 'Regalo' }, own)
  assert.deepEqual([gift.detail.customerId, gift.detail.points], [customer.id, 5])

  const { id: con } = await call('POST /clientes/', { nombre: 'Rosa' })
  const merge = await call('POST /clientes/{id}/fusionar/', { con }, own)
  assert.deepEqual([merge.detail.customerId, merge.detail.sourceId], [customer.id, con])

  const join = (day: string) =>
    call('POST /lista-espera/', {
      servicio_ids: [salon.id('Corte')],
      desde: day,
      hasta: day,
      ...who,
    })
  const [accepting, declining] = [await join('2030-03-08'), await join('2030-03-11')]
  assert.equal(accepting.detail.entryId, accepting.id)
  await offerFreeTimes(salon)
  await call('POST /lista-espera/{id}/aceptar/', {}, { id: accepting.id })
  await call('POST /lista-espera/{id}/rechazar/', {}, { id: declining.id })
  await call('DELETE /lista-espera/{id}/', {}, { id: declining.id })

  const url = 'https://till.example/'
  const endpoint = await call('POST /webhooks/endpoints/', { url })
  assert.equal(endpoint.detail.endpointId, endpoint.id)
  const its = { id: endpoint.id }
  await call('PUT /webhooks/endpoints/{id}/', { descripcion: 'Caja' }, its)
  await call('POST /webhooks/endpoints/{id}/rotar/', {}, its)
  const { id: entrega } = await call('POST /webhooks/endpoints/{id}/probar/', {}, its)
  await call('POST /webhooks/endpoints/{id}/entregas/{entrega}/reenviar/', {}, { ...its, entrega })
  await call('DELETE /webhooks/endpoints/{id}/', {}, its)

  await settingsChanges(salon, call)

  const waiting = await book('17:00')
  await call('POST /reservas/{id}/confirmar/', {}, { id: waiting.id })
  const lines = { lineas: [{ servicio_id: salon.id('Corte'), precio: 99, motivo: 'Largo' }] }
  await call('PUT /reservas/{id}/lineas/', { ...lines, version: 2 }, { id: waiting.id })
  await call('PUT /reservas/{id}/mensajes/', { canales: [] }, { id: waiting.id })
  const cash = { reserva_id: waiting.id, metodo: 'efectivo', monto: 10, propina: 2 }
  const entry = await call('POST /cobros/', cash)
  assert.deepEqual(
    [entry.detail.tillEntryId, entry.detail.bookingId, entry.detail.amountCents],
    [entry.id, waiting.id, 1000],
  )
  const voided = await call('POST /cobros/{id}/anular/', { motivo: 'Error' }, { id: entry.id })
  assert.equal(voided.detail.reversesId, entry.id)
  const items = [{ producto_id: salon.id('Cera'), cantidad: 1 }]
  const sale = await call('POST /ventas/', { items, nombre: 'Pablo' })
  assert.deepEqual([sale.action, sale.detail.orderId], ['till.sell', sale.id])
  salon.setTime('2030-03-06T16:50')
  await call('POST /reservas/{id}/llegada/', {}, { id: waiting.id })
  await call('DELETE /reservas/{id}/llegada/', {}, { id: waiting.id })
  salon.setTime('2030-03-06T19:00')
  await call('POST /reservas/{id}/completar/', {}, { id: waiting.id })
  await call('POST /reservas/{id}/no-show/', {}, { id: waiting.id })
  await cardChanges(salon, call)
}

/** D50, D51 */
async function cardChanges(salon: TestSalon, call: Call): Promise<void> {
  await call('PUT /ajustes/reglas/', {
    garantia_tarjeta: { no_show: 100, cancelacion_tardia: 50 },
  })
  const booking = dataOf(await salon.guest.book('Ana', '10:00', { date: '2030-03-08' }), 201)
  const { id, codigo, cliente } = booking
  const { version } = dataOf(
    await salon.guest.get(`/reservas/${id}/condiciones/`, { 'x-reserva-codigo': codigo }),
  )
  const card = { reference_id: id, cliente_id: cliente.id, condiciones: version }
  const { setup_intent_id, detail } = await call('POST /pagos/tarjeta/', card)
  salon.stripe.fake.saveCard(setup_intent_id)
  const saved = await call('POST /pagos/tarjeta/confirmar/', { setup_intent_id })
  assert.ok(detail.cardId)
  assert.equal(saved.detail.cardId, detail.cardId)
  dataOf(await salon.backend.post(`/reservas/${id}/confirmar/`, {}))
  salon.setTime('2030-03-08T11:00')
  dataOf(await salon.backend.post(`/reservas/${id}/no-show/`, {}))
  const fee = await call('POST /reservas/{id}/cargo/', { motivo: 'no_show' }, { id })
  assert.deepEqual([fee.action, fee.detail.bookingId], ['payments.charge-fee', id])
  const waived = await call('POST /reservas/{id}/cargo/perdonar/', {}, { id })
  assert.deepEqual([waived.action, waived.detail.bookingId], ['payments.waive-fee', id])
}

/** D66 */
async function changesOfPeople(salon: TestSalon, call: Call, email: string): Promise<void> {
  const invitation = { nombre: 'Omar', email, rol: 'recepcion' }
  const { id, action, detail } = await call('POST /personal/', invitation)
  assert.equal(action, 'staff.invite')
  assert.deepEqual(detail, { staffId: id, role: 'receptionist', professionalId: null })
  const change = { nombre: 'Omar Haddad', rol: 'encargado', permisos_retirados: ['caja.anular'] }
  const changed = await call('PUT /personal/{id}/', change, { id })
  assert.equal(changed.action, 'staff.update')
  assert.deepEqual(changed.detail, {
    staffId: id,
    changes: {
      name: true,
      role: { before: 'receptionist', after: 'manager' },
      permissionsRemoved: { before: [], after: ['till.void'] },
    },
  })
  salon.clock.set(new Date(salon.clock.now().getTime() + 3_600_000))
  // they confirm with their passkey again
  await witness`
    update staff_sessions set passkey_at = ${salon.clock.now()}
    where business_id = ${salon.businessId}`
  salon.clock.set(new Date(salon.clock.now().getTime() + 1000))
  const again = await call('POST /personal/{id}/invitacion/', {}, { id })
  assert.deepEqual([again.action, again.detail], ['staff.invite', { staffId: id }])
  const person = await salon.staff('professional')
  const theirs = { id: person.staffId }
  const ended = await call(
    'DELETE /personal/{id}/sesiones/{sesion}/',
    {},
    {
      ...theirs,
      sesion: person.sessionId,
    },
  )
  assert.deepEqual(
    [ended.action, ended.detail],
    ['staff.sessions', { staffId: person.staffId, endedSessionId: person.sessionId }],
  )
  await call('DELETE /personal/{id}/sesiones/', {}, theirs)
  const { action: last } = await call('DELETE /personal/{id}/', {}, theirs)
  assert.equal(last, 'staff.deactivate')
}

/** D67 */
async function settingsChanges(salon: TestSalon, call: Call): Promise<void> {
  await call('PUT /ajustes/negocio/', { calle: 'Calle Mayor 7' })
  await call('PUT /ajustes/reglas/', { antelacion_minima_minutos: 5 })
  await call('PUT /ajustes/marca/', { logo_url: '/logo.svg' })
  await call('PUT /ajustes/horarios/', { horarios: [{ dia: 7 }] })
  await call('POST /ajustes/festivos/', { fecha: '2030-12-25' })
  await call('DELETE /ajustes/festivos/{fecha}/', {}, { fecha: '2030-12-25' })
  const ana = { id: salon.id('Ana') }
  const turnos = [1, 2, 3, 4, 5].map((dia) => ({ dia, desde: '08:00', hasta: '21:00' }))
  const member = '/ajustes/profesionales/{id}'
  await call(`PUT ${member}/turnos/`, { turnos }, ana)
  await call(`POST ${member}/excepciones/`, { fecha: '2030-12-24' }, ana)
  await call(`DELETE ${member}/excepciones/{fecha}/`, {}, { ...ana, fecha: '2030-12-24' })
  const servicios = [{ servicio_id: salon.id('Corte'), precio: 17 }]
  await call(`PUT ${member}/servicios/`, { servicios }, ana)

  const change = async (list: string, body: object) => {
    const created = await call(`POST /ajustes/${list}/`, body)
    assert.deepEqual(
      [created.action, created.detail.settingId],
      ['settings.create', created.ajuste.id],
    )
    const { id } = created.ajuste
    const renamed = list === 'profesionales' ? 'Eva Gil' : { es: 'Otra' }
    const changed = { nombre: renamed }
    const { detail } = await call(`PUT /ajustes/${list}/{id}/`, changed, { id })
    assert.equal(detail.settingId, id)
    return id
  }
  const nombre = { es: 'Nueva' }
  const ofServices = await change('categorias', { nombre })
  const ofProducts = await change('categorias', { nombre, tipo: 'producto' })
  const service = { nombre, categoria_id: ofServices, duracion_minutos: 30, precio: 9 }
  const ids = {
    recursos: await change('recursos', { nombre }),
    servicios: await change('servicios', service),
    profesionales: await change('profesionales', { nombre: 'Eva' }),
    productos: await change('productos', { nombre, categoria_id: ofProducts, precio: 9 }),
    paquetes: await change('paquetes', { nombre, puntos: 10, precio: 1 }),
    categorias: ofServices,
  }
  for (const [list, id] of Object.entries(ids)) {
    const { action } = await call(`DELETE /ajustes/${list}/{id}/`, {}, { id })
    assert.equal(action, 'settings.deactivate')
  }
}

const intentFor = (booking: { id: number; total_centimos: number; cliente: { id: number } }) => ({
  cliente_id: booking.cliente.id,
  amount: booking.total_centimos,
  type: 'booking',
  reference_id: booking.id,
})

async function overRest(
  { backend }: Pick<TestSalon, 'backend'>,
  route: string,
  body: object,
  params: Record<string, unknown>,
) {
  const [method = '', pattern = ''] = route.split(' ')
  const path = pattern.replace(/{(\w+)}/g, (_, name) => String(params[name]))
  const send = { POST: backend.post, PUT: backend.put, DELETE: backend.delete }[method]
  const answer =
    method === 'DELETE'
      ? await backend.delete(
          path,
          params.token ? { 'x-retencion-token': String(params.token) } : {},
        )
      : await send?.(path, body as never)
  assert.ok(answer && answer.status < 300, `${route}: ${answer?.text}`)
  return answer.data
}

async function overGraphql(
  { backend }: Pick<TestSalon, 'backend'>,
  route: string,
  body: object,
  params: Record<string, unknown>,
) {
  const name = mutations.find((one) => one.route === route)?.field ?? ''
  const field = graph.getMutationType()?.getFields()[name]
  assert.ok(field, route)
  const values: Record<string, unknown> = { ...params, ...body, entrada: body }
  const given = field.args.filter((arg) => values[arg.name] !== undefined)
  const types = given.map((arg) => `$${arg.name}: ${arg.type}`).join(', ')
  const args = given.map((arg) => `${arg.name}: $${arg.name}`).join(', ')
  const query = `mutation (${types}) { ${name}(${args}) ${selectAllFields(getNamedType(field.type).name)} }`
  const variables = Object.fromEntries(given.map((arg) => [arg.name, values[arg.name]]))
  const answer = await queryGraphql(
    backend,
    given.length > 0 ? query : query.replaceAll('()', ''),
    variables,
  )
  assert.deepEqual(answer.codes, [], `${route}: ${answer.text}`)
  return answer.data[name]
}
