import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { openApi } from '../../support/api.ts'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { queryGraphql } from '../../support/graphql.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { until } from '../../support/until.ts'
import { untilWaiting } from '../../support/until-waiting.ts'
import { assertWritesNothing } from '../../support/writes.ts'
import { browser, textOf } from '../pages/open-page.ts'

// What a salon offers, as the salon itself reads and changes it (D67).

let salon: TestSalon
let other: TestSalon

before(async () => {
  salon = await openSalon({
    professionals: ['Ana', { name: 'Luis', services: ['Corte'] }],
    services: [
      { name: 'Corte', priceCents: 1800 },
      { name: 'Tinte', minutes: 60 },
    ],
    resources: { Lavabo: 2 },
    products: [{ name: 'Champú', stock: 5 }],
  })
  other = await openSalon()
})

const simulate = { 'x-simular': 'true' }

const serviceNamed = async (name: string, query = '') => {
  const { items } = dataOf(await salon.backend.get(`/ajustes/servicios/${query}`))
  return items.find(({ nombre }: { nombre: { es: string } }) => nombre.es === name)
}

const categoryId = async () => (await serviceNamed('Corte')).categoria_id

const newService = async (more: object = {}) => ({
  nombre: { es: 'Peinado', en: 'Styling' },
  categoria_id: await categoryId(),
  duracion_minutos: 40,
  precio: 22.5,
  ...more,
})

const auditEntries = async () => {
  const { witness } = await testDatabase()
  return witness<{ id: number; action: string; detail: { changes?: object[] } }[]>`
    select id, action, detail from audit_entries
    where business_id = ${salon.businessId} and action like 'settings.%'`
}

test('D67: services are listed and read with every field and language', async () => {
  const corte = await serviceNamed('Corte')
  assert.deepEqual(
    { ...corte, version: typeof corte.version },
    {
      id: salon.id('Corte'),
      identificador: 'corte',
      activo: true,
      orden: 1,
      nombre: { es: 'Corte' },
      descripcion: { es: 'Corte de la casa' },
      categoria_id: corte.categoria_id,
      duracion_minutos: 30,
      fases: [{ tipo: 'trabajo', minutos: 30 }],
      margen_minutos: 0,
      recursos_ids: [],
      precio: 18,
      precio_oferta: null,
      puntos_otorga: 10,
      puntos_canjea: 0,
      senal: null,
      garantia_tarjeta: null,
      iva: null,
      imagen_url: '',
      galeria: [],
      reservable_online: true,
      destacado: false,
      version: 'string',
    },
  )
  assert.deepEqual(dataOf(await salon.backend.get(`/ajustes/servicios/${corte.id}/`)), corte)
  const page = dataOf(await salon.backend.get('/ajustes/servicios/?page=2&page_size=1'))
  assert.deepEqual(
    page.items.map(({ identificador }: { identificador: string }) => identificador),
    ['tinte'],
  )
  assert.deepEqual(dataOf(await salon.backend.get('/ajustes/servicios/?activo=false')).items, [])
})

test('D67: a service is created, changed, deactivated and made active again', async () => {
  const created = dataOf(await salon.backend.post('/ajustes/servicios/', await newService()), 201)
  const { id } = created.ajuste
  assert.equal(created.ajuste.identificador, 'peinado')
  assert.equal(created.ajuste.orden, 3)
  assert.equal(created.simulado, false)
  // Ana offers every service, Luis does not
  assert.deepEqual(created.plan, {
    cambios: [
      { parte: 'servicios', tipo: 'nuevo', identificador: 'peinado', campos: [] },
      {
        parte: 'profesionales',
        tipo: 'cambiado',
        identificador: 'ana',
        campos: [{ campo: 'servicio peinado', antes: '', despues: 'ofrecido' }],
      },
    ],
    reservas_afectadas: [],
  })
  assert.deepEqual(dataOf(await salon.guest.get(`/servicios/${id}/`)).profesionales.length, 1)

  const changed = dataOf(
    await salon.backend.put(`/ajustes/servicios/${id}/`, {
      precio: 25,
      precio_oferta: 20,
      descripcion: { es: 'Con secado' },
      destacado: true,
      orden: 1,
      version: created.ajuste.version,
    }),
  )
  assert.deepEqual(changed.ajuste, {
    ...created.ajuste,
    precio: 25,
    precio_oferta: 20,
    descripcion: { es: 'Con secado' },
    destacado: true,
    orden: 1,
    version: changed.ajuste.version,
  })
  assert.notEqual(changed.ajuste.version, created.ajuste.version)
  assert.deepEqual(changed.plan.cambios[0], {
    parte: 'servicios',
    tipo: 'cambiado',
    identificador: 'peinado',
    campos: [
      { campo: 'precio', antes: '22.50', despues: '25.00' },
      { campo: 'precio_oferta', antes: '', despues: '20.00' },
      { campo: 'destacado', antes: 'no', despues: 'sí' },
      { campo: 'descripcion (es)', antes: '', despues: 'Con secado' },
    ],
  })
  const list = dataOf(await salon.guest.get('/servicios/')).servicios
  assert.deepEqual([list[0].nombre, list[0].precio, list[0].precio_oferta], ['Peinado', 25, 20])

  const cleared = dataOf(
    await salon.backend.put(`/ajustes/servicios/${id}/`, {
      precio_oferta: null,
      descripcion: null,
    }),
  )
  assert.deepEqual([cleared.ajuste.precio_oferta, cleared.ajuste.descripcion], [null, {}])

  const inactive = dataOf(await salon.backend.delete(`/ajustes/servicios/${id}/`))
  assert.deepEqual([inactive.ajuste.activo, inactive.ajuste.orden], [false, null])
  assertError(await salon.guest.get(`/servicios/${id}/`), 'SERVICE_NOT_FOUND')
  const again = dataOf(await salon.backend.delete(`/ajustes/servicios/${id}/`))
  assert.deepEqual(again.plan.cambios, [])
  assert.equal((await serviceNamed('Peinado', '?activo=false')).id, id)
  assertInvalid(await salon.backend.put(`/ajustes/servicios/${id}/`, { precio: 9 }), 'activo')

  const active = dataOf(await salon.backend.put(`/ajustes/servicios/${id}/`, { activo: true }))
  assert.deepEqual([active.ajuste.activo, active.ajuste.orden, active.ajuste.precio], [true, 3, 25])
  assert.equal(dataOf(await salon.guest.get(`/servicios/${id}/`)).profesionales.length, 1)
  dataOf(await salon.backend.delete(`/ajustes/servicios/${id}/`))
})

test('D67: with X-Simular a change is planned and nothing is written', async () => {
  const body = await newService({ nombre: { es: 'Probado' } })
  await assertWritesNothing(salon, async () => {
    const created = dataOf(await salon.backend.post('/ajustes/servicios/', body, simulate), 201)
    assert.deepEqual([created.ajuste.id, created.simulado], [null, true])
    assert.equal(created.plan.cambios.length, 2)
    const id = salon.id('Corte')
    const { ajuste } = dataOf(
      await salon.backend.put(`/ajustes/servicios/${id}/`, { precio: 99 }, simulate),
    )
    assert.equal(ajuste.precio, 99)
    dataOf(await salon.backend.delete(`/ajustes/servicios/${id}/`, simulate))
  })
  assert.equal((await serviceNamed('Corte')).precio, 18)
})

test('D67: of two changes of one version exactly one wins, and the other sees the current one', async () => {
  const { id, version } = await serviceNamed('Tinte')
  const change = (puntos_otorga: number) =>
    salon.backend.put(`/ajustes/servicios/${id}/`, { puntos_otorga, version })
  const answers = await Promise.all([change(1), change(2)])
  const won = answers.filter(({ status }) => status === 200)
  assert.equal(won.length, 1)
  const lost = answers.find(({ status }) => status !== 200)
  assert.ok(lost)
  assertError(lost, 'VERSION_CONFLICT')
  assert.deepEqual(lost.error.actual, won[0]?.data.ajuste)
  // a change of another service is none of this one
  const corte = await serviceNamed('Corte')
  dataOf(await salon.backend.put(`/ajustes/servicios/${corte.id}/`, { destacado: true }))
  dataOf(
    await salon.backend.put(`/ajustes/servicios/${id}/`, {
      puntos_otorga: 0,
      version: won[0]?.data.ajuste.version,
    }),
  )
  assertError(
    await salon.backend.delete(`/ajustes/servicios/${id}/?version=${version}`),
    'VERSION_CONFLICT',
  )
})

test('D67: a change that orphans bookings is refused with them, unless it is allowed', async () => {
  const booking = dataOf(
    await salon.guest.book('Ana', '10:00', { services: ['Tinte'], date: '2030-03-05' }),
    201,
  )
  const id = salon.id('Tinte')
  const refused = await salon.backend.delete(`/ajustes/servicios/${id}/`)
  assertError(refused, 'WOULD_ORPHAN_BOOKINGS')
  const affected = {
    codigo: booking.codigo,
    fecha: '2030-03-05',
    hora_inicio: '10:00',
    profesional: 'Ana',
    cliente: 'Lucía Prado',
    motivo: 'servicio_inactivo',
  }
  assert.deepEqual(refused.error.reservas, [affected])
  const tried = dataOf(await salon.backend.delete(`/ajustes/servicios/${id}/`, simulate))
  assert.deepEqual(tried.plan.reservas_afectadas, [affected])

  const professional = `/ajustes/profesionales/${salon.id('Ana')}/`
  const person = await salon.backend.delete(professional)
  assertError(person, 'WOULD_ORPHAN_BOOKINGS')
  assert.equal(person.error.reservas[0].motivo, 'profesional_inactivo')

  const allowed = dataOf(
    await salon.backend.delete(`/ajustes/servicios/${id}/?permitir_huerfanas=true`),
  )
  assert.deepEqual(allowed.plan.reservas_afectadas, [affected])
  dataOf(await salon.backend.put(`/ajustes/servicios/${id}/`, { activo: true, orden: 2 }))
  const kept = dataOf(await salon.backend.get(`/reservas/${booking.id}/`))
  assert.equal(kept.estado, 'confirmada')
})

test('D67: a booking keeps the price at which it was made', async () => {
  const booked = dataOf(await salon.guest.book('Ana', '12:00'), 201)
  const id = salon.id('Corte')
  dataOf(await salon.backend.put(`/ajustes/servicios/${id}/`, { precio: 31 }))
  assert.equal(dataOf(await salon.backend.get(`/reservas/${booked.id}/`)).total, booked.total)
  const next = dataOf(await salon.guest.book('Ana', '13:00'), 201)
  assert.equal(next.total, 31)
  dataOf(await salon.backend.put(`/ajustes/servicios/${id}/`, { precio: 18 }))
})

test('D67: a guest who books while a price changes gets the old one or the new one, whole', async () => {
  const { witness } = await testDatabase()
  const id = salon.id('Corte')
  const put = (precio: number) => salon.backend.put(`/ajustes/servicios/${id}/`, { precio })
  // the change has written the price, and waits for those who are booking
  const requests = await witness.begin(async (tx) => {
    await tx`select from businesses where business_id = ${salon.businessId} for key share`
    const change = put(33)
    await untilWaiting(1)
    const before = dataOf(
      await salon.guest.book('Ana', '16:00', { email: 'guest@example.com' }),
      201,
    )
    assert.equal(before.total, 18)
    return { change }
  })
  dataOf(await requests.change)
  const [change, ...bookings] = await Promise.all([
    put(34),
    ...['17:00', '17:30', '18:00'].map((time, number) =>
      salon.guest.book('Ana', time, { email: `guest${number}@example.com` }),
    ),
  ])
  dataOf(change)
  for (const booking of bookings) {
    const { total, servicios } = dataOf(booking, 201)
    assert.ok(total === 33 || total === 34, `${total}`)
    assert.equal(servicios[0].precio, total)
  }
  dataOf(await put(18))
})

test('D67: a repeated request with the same Idempotency-Key changes nothing more', async () => {
  const body = await newService({ nombre: { es: 'Una vez' } })
  const key = { 'idempotency-key': 'ajuste-1' }
  const first = dataOf(await salon.backend.post('/ajustes/servicios/', body, key), 201)
  const second = await salon.backend.post('/ajustes/servicios/', body, key)
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(dataOf(second, 201), first)
  assertError(
    await salon.backend.post('/ajustes/servicios/', { ...body, precio: 1 }, key),
    'IDEMPOTENCY_KEY_REUSED',
  )
  const total = dataOf(await salon.backend.get('/ajustes/servicios/')).pagination.total_items
  dataOf(await salon.backend.delete(`/ajustes/servicios/${first.ajuste.id}/`))
  assert.equal(
    dataOf(await salon.backend.get('/ajustes/servicios/')).pagination.total_items,
    total - 1,
  )
  // without a key it is another service, with another handle
  const third = dataOf(await salon.backend.post('/ajustes/servicios/', body), 201)
  assert.equal(third.ajuste.identificador, 'una-vez-2')
  dataOf(await salon.backend.delete(`/ajustes/servicios/${third.ajuste.id}/`))
})

test('D67: invalid input names every field', async () => {
  const path = '/ajustes/servicios/'
  const post = async (more: object) => salon.backend.post(path, await newService(more))
  assertInvalid(
    await salon.backend.post(path, {}),
    'nombre',
    'categoria_id',
    'duracion_minutos',
    'precio',
  )
  assertInvalid(await post({ precio: '22', color: 'red' }), 'precio', 'color')
  assertInvalid(await post({ precio: 22.555 }), 'precio')
  assertInvalid(await post({ precio: -1 }), 'precio')
  assertInvalid(await post({ precio_oferta: 22.5 }), 'precio_oferta')
  assertInvalid(await post({ nombre: 'Peinado' }), 'nombre')
  assertInvalid(await post({ nombre: {} }), 'nombre')
  assertInvalid(await post({ nombre: { es: '   ' } }), 'nombre')
  assertInvalid(await post({ nombre: { es: 'a\u0007b' } }), 'nombre')
  assertInvalid(await post({ nombre: { fr: 'Coiffure' } }), 'nombre.fr')
  assertInvalid(await post({ duracion_minutos: 4 }), 'duracion_minutos')
  assertInvalid(await post({ categoria_id: other.id('Corte') }), 'categoria_id')
  assertInvalid(await post({ recursos_ids: [1] }), 'recursos_ids')
  assertInvalid(await post({ identificador: 'Corte' }), 'identificador')
  assertInvalid(await post({ identificador: 'corte' }), 'identificador')
  assertInvalid(await post({ galeria: ['no url'] }), 'galeria[0]')
  assertInvalid(
    await post({
      fases: [
        { tipo: 'trabajo', minutos: 40 },
        { tipo: 'trabajo', minutos: 5 },
      ],
    }),
    'fases',
  )
  assertInvalid(await post({ fases: [{ tipo: 'trabajo', minutos: 30 }] }), 'fases')
  assertInvalid(await post({ orden: 0 }), 'orden')
  const corte = `${path}${salon.id('Corte')}/`
  assertInvalid(await salon.backend.put(corte, { version: 7 }), 'version')
  assertInvalid(await salon.backend.put(corte, { permitir_huerfanas: 'sí' }), 'permitir_huerfanas')
  assertInvalid(
    await salon.backend.delete(`${corte}?permitir_huerfanas=quizas`),
    'permitir_huerfanas',
  )
  assertInvalid(await salon.backend.get(`${path}?activo=quizas`), 'activo')
})

test('D67: only the salon itself may, and only for what is its own', async () => {
  const path = `/ajustes/servicios/${salon.id('Corte')}/`
  for (const who of [
    salon.guest,
    await salon.customer({ nombre: 'Vera', email: 'v@example.com' }),
  ]) {
    assertError(await who.get('/ajustes/servicios/'), 'INSUFFICIENT_SCOPE')
    assertError(await who.put(path, { precio: 1 }), 'INSUFFICIENT_SCOPE')
  }
  assertError(await other.backend.get(path), 'SERVICE_NOT_FOUND')
  assertError(await other.backend.put(path, { precio: 1 }), 'SERVICE_NOT_FOUND')
  assertError(await other.backend.delete(path), 'SERVICE_NOT_FOUND')
  assertError(await salon.backend.get('/ajustes/servicios/cero/'), 'SERVICE_NOT_FOUND')
  assert.equal((await serviceNamed('Corte')).precio, 18)
})

test('D67: what another entry needs is not deactivated', async () => {
  const category = await categoryId()
  const path = `/ajustes/categorias/${category}/`
  assertError(await salon.backend.delete(path), 'SETTING_IN_USE')
  assertError(await salon.backend.put(path, { tipo: 'producto' }), 'SETTING_IN_USE')
  const basin = dataOf(await salon.backend.get('/ajustes/recursos/')).items[0]
  assert.equal(basin.cantidad, 2)
  const tinte = `/ajustes/servicios/${salon.id('Tinte')}/`
  dataOf(await salon.backend.put(tinte, { recursos_ids: [basin.id] }))
  assertError(await salon.backend.delete(`/ajustes/recursos/${basin.id}/`), 'SETTING_IN_USE')
  dataOf(
    await salon.backend.put(tinte, {
      recursos_ids: null,
      fases: [
        { tipo: 'trabajo', minutos: 20 },
        { tipo: 'espera', minutos: 25 },
        { tipo: 'trabajo', minutos: 15 },
      ],
    }),
  )
  dataOf(await salon.backend.delete(`/ajustes/recursos/${basin.id}/`))
  // its length without its phases
  assertInvalid(await salon.backend.put(tinte, { duracion_minutos: 50 }), 'fases')
  const plain = dataOf(await salon.backend.put(tinte, { duracion_minutos: 50, fases: null }))
  assert.deepEqual(plain.ajuste.fases, [{ tipo: 'trabajo', minutos: 50 }])
})

test('D67: categories, resources, professionals, products and packages are lists as well', async () => {
  const create = async (path: string, body: object) => {
    const { ajuste } = dataOf(await salon.backend.post(path, body), 201)
    assert.deepEqual(dataOf(await salon.backend.get(`${path}${ajuste.id}/`)), ajuste)
    const { items } = dataOf(await salon.backend.get(path))
    assert.deepEqual(items.at(-1), ajuste)
    return ajuste
  }
  const category = await create('/ajustes/categorias/', {
    nombre: { ar: 'عناية' },
    tipo: 'producto',
  })
  assert.deepEqual([category.identificador, category.tipo], ['category-1', 'producto'])
  const product = await create('/ajustes/productos/', {
    nombre: { es: 'Cera' },
    categoria_id: category.id,
    precio: 12,
    stock: 3,
  })
  assert.equal(product.stock, 3)
  assertInvalid(
    await salon.backend.put(`/ajustes/productos/${product.id}/`, {
      categoria_id: await categoryId(),
    }),
    'categoria_id',
  )
  const uncounted = dataOf(
    await salon.backend.put(`/ajustes/productos/${product.id}/`, { stock: null }),
  )
  assert.equal(uncounted.ajuste.stock, null)
  await create('/ajustes/recursos/', { nombre: { es: 'Sala' } })
  await create('/ajustes/paquetes/', { nombre: { es: 'Cien' }, puntos: 100, precio: 9 })
  const person = await create('/ajustes/profesionales/', {
    nombre: 'Marta Ruiz',
    especialidades: [{ es: 'Color', en: 'Colour' }],
  })
  assert.equal(person.identificador, 'marta-ruiz')
  const offered = dataOf(await salon.backend.get(`/ajustes/profesionales/${person.id}/servicios/`))
  assert.deepEqual(offered.servicios, [])
  dataOf(await salon.backend.delete(`/ajustes/profesionales/${person.id}/`))
  assertError(
    await salon.backend.get(`/ajustes/profesionales/${person.id}/turnos/`),
    'PROFESSIONAL_NOT_FOUND',
  )
  for (const [path, code] of [
    ['/ajustes/categorias/1/', 'CATEGORY_NOT_FOUND'],
    ['/ajustes/recursos/1/', 'RESOURCE_NOT_FOUND'],
    ['/ajustes/productos/1/', 'PRODUCT_NOT_FOUND'],
    ['/ajustes/paquetes/1/', 'PACKAGE_NOT_FOUND'],
    ['/ajustes/profesionales/1/', 'PROFESSIONAL_NOT_FOUND'],
  ] as const)
    assertError(await salon.backend.get(path), code)
})

test('D67: every change is in the audit log, with what has changed', async () => {
  const before = (await auditEntries()).map(({ id }) => id)
  const id = salon.id('Corte')
  dataOf(await salon.backend.put(`/ajustes/servicios/${id}/`, { puntos_canjea: 70 }))
  dataOf(await salon.backend.put(`/ajustes/servicios/${id}/`, { puntos_canjea: 80 }, simulate))
  assertInvalid(
    await salon.backend.put(`/ajustes/servicios/${id}/`, { puntos_canjea: -1 }),
    'puntos_canjea',
  )
  const entries = await auditEntries()
  const [entry, ...more] = entries.filter(({ id }) => !before.includes(id))
  assert.equal(entry?.action, 'settings.update')
  assert.deepEqual(entry?.detail.changes, [
    {
      area: 'services',
      kind: 'changed',
      name: 'corte',
      fields: [{ field: 'points price', from: '0', to: '70' }],
    },
  ])
  assert.deepEqual(more, [])
})

test('D67: what changes nothing has no entry in the audit log, and keeps version and catalogue', async () => {
  const { witness } = await testDatabase()
  const stored = async () => {
    const [row] = await witness<{ catalogVersion: number }[]>`
      select catalog_version::int from businesses where business_id = ${salon.businessId}`
    return [row?.catalogVersion, (await auditEntries()).length]
  }
  const before = await stored()
  const corte = await serviceNamed('Corte')
  const path = `/ajustes/servicios/${corte.id}/`
  const key = { 'idempotency-key': 'ajuste-sin-cambios' }
  for (const headers of [{}, key, key]) {
    const { ajuste, plan } = dataOf(
      await salon.backend.put(path, { precio: 18, version: corte.version }, headers),
    )
    assert.deepEqual([ajuste, plan.cambios], [corte, []])
  }
  dataOf(await salon.backend.put(path, {}))
  dataOf(await salon.backend.put('/ajustes/reglas/', { moneda: 'EUR' }))
  const { horarios } = dataOf(await salon.backend.get('/ajustes/horarios/'))
  dataOf(await salon.backend.put('/ajustes/horarios/', { horarios }))
  assert.deepEqual(await stored(), before)
})

test('D67: a service beyond the largest catalogue is refused', async () => {
  const { witness } = await testDatabase()
  const large = await openSalon()
  await witness`
    insert into services (
      business_id, handle, category_id, name, description, duration_minutes, phase_minutes,
      price_cents, position)
    select business_id, 'mas-' || number, category_id, name, description, duration_minutes,
      phase_minutes, price_cents, number
    from services, generate_series(2, 2000) as number where business_id = ${large.businessId}`
  const { categoria_id } = dataOf(
    await large.backend.get(`/ajustes/servicios/${large.id('Corte')}/`),
  )
  const service = await newService({ categoria_id })
  await assertWritesNothing(large, async () => {
    assertError(await large.backend.post('/ajustes/servicios/', service), 'CATALOG_TOO_LARGE')
    assertError(
      await large.backend.post('/ajustes/servicios/', service, simulate),
      'CATALOG_TOO_LARGE',
    )
  })
})

test('D67: what one process changes is seen in the others: catalogue, free times and page', async (t) => {
  const shared = await openSalon({ settings: { onlinePage: true }, hours: '09:00-20:00' })
  const second = await openApi()
  t.after(() => second.close())
  const [guest, visitor] = [shared.guestAt(second.url), await browser(second.url)]
  const seen = async () => {
    const { servicios } = dataOf(await guest.get('/servicios/'))
    const page = await visitor.open(`/s/${shared.slug}`)
    const [firstSlot] = await guest.listSlots('Ana', '2030-03-05')
    return [servicios[0].precio, textOf(page).includes('Calle Nueva 7'), firstSlot]
  }
  assert.deepEqual(await seen(), [18, false, '09:00'])
  dataOf(await shared.backend.put(`/ajustes/servicios/${shared.id('Corte')}/`, { precio: 19 }))
  dataOf(await shared.backend.put('/ajustes/negocio/', { calle: 'Calle Nueva 7' }))
  dataOf(
    await shared.backend.put('/ajustes/horarios/', {
      horarios: [{ dia: 2, apertura: '11:00', cierre: '20:00' }],
    }),
  )
  await until(async () => isDeepStrictEqual(await seen(), [19, true, '11:00']))
})

test('D67: GraphQL reads and changes the same settings', async () => {
  const id = salon.id('Corte')
  const { data } = await queryGraphql(
    salon.backend,
    `mutation { actualizar_servicio(id: ${id}, entrada: { precio_oferta: 15 }, simular: true) {
      simulado ajuste { precio_oferta version } plan { cambios { identificador } } } }`,
  )
  assert.equal(data.actualizar_servicio.ajuste.precio_oferta, 15)
  assert.equal(data.actualizar_servicio.simulado, true)
  const list = await queryGraphql(
    salon.backend,
    `{ ajustes_servicios(page_size: 1) { items { id nombre { es } } pagination { total_items } } }`,
  )
  assert.equal(list.data.ajustes_servicios.items[0].id, id)
})
