import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { untilWaiting } from '../../support/until-waiting.ts'
import { assertWritesNothing } from '../../support/writes.ts'

// What a salon has one of, and when it is open and its team works (D67).

let salon: TestSalon

before(async () => {
  salon = await openSalon({
    hours: '09:00-20:00',
    professionals: ['Ana', 'Luis'],
    services: [{ name: 'Corte' }, { name: 'Tinte', phases: [20, 25, 15] }],
  })
})

test('D67: profile, rules and brand are read and changed field by field', async () => {
  const profile = dataOf(
    await salon.backend.put('/ajustes/negocio/', {
      telefono: '910 000 001',
      email: 'hola@example.com',
      calle: 'Calle Mayor 1',
      descripcion: { es: 'Barbería', en: 'Barber shop' },
    }),
  ).ajuste
  assert.equal(profile.telefono, '+34910000001')
  assert.deepEqual(dataOf(await salon.backend.get('/ajustes/negocio/')), profile)
  const shown = dataOf(await salon.guest.get('/negocio/?lang=en'))
  assert.deepEqual([shown.descripcion, shown.direccion.calle], ['Barber shop', 'Calle Mayor 1'])
  const cleared = dataOf(await salon.backend.put('/ajustes/negocio/', { calle: '', lat: null }))
  assert.equal(cleared.ajuste.calle, '')

  const rules = dataOf(
    await salon.backend.put('/ajustes/reglas/', {
      antelacion_maxima_dias: 30,
      recordatorio_horas: null,
      avisos: 'cada_una',
      asignacion: 'prioridad',
      tiempo_reprogramacion_horas: 6,
    }),
  )
  assert.deepEqual(
    [
      rules.ajuste.antelacion_maxima_dias,
      rules.ajuste.recordatorio_horas,
      rules.ajuste.avisos,
      rules.ajuste.asignacion,
      rules.ajuste.tiempo_reprogramacion_horas,
    ],
    [30, null, 'cada_una', 'prioridad', 6],
  )
  const changed = rules.plan.cambios[0].campos.find(
    ({ campo }: { campo: string }) => campo === 'recordatorio_horas',
  )
  assert.equal(changed.despues, 'nunca')
  const reset = dataOf(
    await salon.backend.put('/ajustes/reglas/', { asignacion: null, avisos: null }),
  ).ajuste
  // with an email address the salon gets one email a day
  assert.deepEqual([reset.asignacion, reset.avisos], ['equilibrada', 'diario'])

  const brand = dataOf(await salon.backend.put('/ajustes/marca/', { color: '#1F4E5F' })).ajuste
  assert.equal(brand.color, '#1f4e5f')
  assert.equal(dataOf(await salon.guest.get('/negocio/')).marca.color, '#1f4e5f')
})

test('D67: invalid profiles, rules and colours name the field', async () => {
  const put = (part: string, body: object) => salon.backend.put(`/ajustes/${part}/`, body)
  const problemOf = async (field: string, rules: object): Promise<string> => {
    const answer = await put('reglas', rules)
    assertInvalid(answer, field)
    return answer.error.detalles[0].problema
  }
  await assertWritesNothing(salon, async () => {
    assertInvalid(await put('negocio', { telefono: '12', pais: 'XX' }), 'pais')
    assertInvalid(await put('negocio', { telefono: '12' }), 'telefono')
    assertInvalid(await put('negocio', { email: 'nadie' }), 'email')
    assertInvalid(await put('negocio', { lat: 91 }), 'lat')
    assertInvalid(await put('negocio', { slug: 'otro' }), 'slug')
    assertInvalid(
      await put('reglas', { modo: 'live', pagina_online: true }),
      'modo',
      'pagina_online',
    )
    assertInvalid(await put('reglas', { timezone: 'Madrid' }), 'timezone')
    assertInvalid(await put('reglas', { moneda: 'BTC' }), 'moneda')
    assertInvalid(await put('reglas', { intervalo_minutos: 20 }), 'intervalo_minutos')
    assertInvalid(await put('marca', { color: '#ffff00' }), 'color')
    for (const senal of [{}, { porcentaje: 30, importe: 10 }])
      assert.match(await problemOf('senal', { senal }), /solo uno de los dos/)
    assertInvalid(await put('reglas', { senal: { porcentaje: 101 } }), 'senal.porcentaje')
    assertInvalid(await put('reglas', { senal: { importe: 9.999 } }), 'senal')
    assertInvalid(await put('reglas', { senal_tras_ausencias: 0 }), 'senal_tras_ausencias')
    const tiers = (...hours: number[]) => ({
      tramos_reembolso: hours.map((horas) => ({ horas, porcentaje: 50 })),
    })
    assert.match(await problemOf('tramos_reembolso', tiers(48, 24, 48)), /las mismas horas/)
    // customers cancel until 2 hours before the start
    assert.match(await problemOf('tramos_reembolso', tiers(48, 1)), /plazo de cancelación/)
    const eleven = Array.from({ length: 11 }, (_, index) => 10 + index)
    assertInvalid(await put('reglas', tiers(...eleven)), 'tramos_reembolso')
  })
  dataOf(await put('reglas', { avisos: 'cada_una' }))
  assertInvalid(await put('negocio', { email: null }), 'avisos')
  dataOf(await put('reglas', { avisos: null }))
})

test('D67: currency and time zone are fixed once there are bookings', async () => {
  const fresh = await openSalon()
  const { ajuste } = dataOf(
    await fresh.backend.put('/ajustes/reglas/', { moneda: 'GBP', timezone: 'Europe/London' }),
  )
  assert.deepEqual([ajuste.moneda, ajuste.timezone], ['GBP', 'Europe/London'])
  dataOf(await fresh.guest.book('Ana', '10:00'), 201)
  const put = (body: object) => fresh.backend.put('/ajustes/reglas/', body)
  assertError(await put({ moneda: 'EUR' }), 'SETTING_FIXED')
  assertError(await put({ timezone: 'Europe/Madrid' }), 'SETTING_FIXED')
  dataOf(await put({ moneda: 'GBP', timezone: 'Europe/London', antelacion_minima_minutos: 60 }))
})

test('D67: a first booking that is being made when the currency changes fixes it', async () => {
  const fresh = await openSalon()
  const { witness } = await testDatabase()
  const email = 'eva@example.com'
  const { id } = await fresh.customer({ nombre: 'Eva Gil', email })
  const requests = await witness.begin(async (tx) => {
    await tx`
      select from customers where business_id = ${fresh.businessId} and id = ${id} for update`
    const booking = fresh.guest.book('Ana', '10:00', { email })
    await untilWaiting(1)
    const change = fresh.backend.put('/ajustes/reglas/', { moneda: 'GBP' })
    await untilWaiting(2)
    return { booking, change }
  })
  assert.equal(dataOf(await requests.booking, 201).moneda, 'EUR')
  assertError(await requests.change, 'SETTING_FIXED')
  assert.equal(dataOf(await fresh.backend.get('/ajustes/reglas/')).moneda, 'EUR')
})

test('D67: new opening hours are offered at once, and a day with bookings is not closed', async () => {
  const hours = dataOf(await salon.backend.get('/ajustes/horarios/'))
  assert.equal(hours.horarios.length, 7)
  const monday = {
    dia: 1,
    apertura: '11:00',
    cierre: '20:00',
    descanso_inicio: '14:00',
    descanso_fin: '15:00',
  }
  const put = (horarios: object[], more: object = {}) =>
    salon.backend.put('/ajustes/horarios/', { horarios, ...more })
  const { ajuste } = dataOf(await put([monday], { version: hours.version }))
  assert.deepEqual(ajuste.horarios[0], monday)
  assert.deepEqual(ajuste.horarios[1], hours.horarios[1])
  const slots = await salon.guest.listSlots('Ana', '2030-03-11')
  assert.equal(slots[0], '11:00')
  assertError(await put([monday], { version: hours.version }), 'VERSION_CONFLICT')

  const booking = dataOf(await salon.guest.book('Ana', '12:00', { date: '2030-03-11' }), 201)
  const refused = await put([{ dia: 1 }])
  assertError(refused, 'WOULD_ORPHAN_BOOKINGS')
  assert.deepEqual(
    refused.error.reservas.map(({ codigo, motivo }: { codigo: string; motivo: string }) => [
      codigo,
      motivo,
    ]),
    [[booking.codigo, 'fuera_de_horario']],
  )
  const closure = { fecha: '2030-03-11', motivo: { es: 'Inventario' } }
  assertError(await salon.backend.post('/ajustes/festivos/', closure), 'WOULD_ORPHAN_BOOKINGS')

  assertInvalid(await put([{ dia: 1, apertura: '20:00', cierre: '09:00' }]), 'horarios')
  assertInvalid(await put([{ dia: 1, apertura: '09:00' }]), 'horarios[0]')
  assertInvalid(await put([{ ...monday, descanso_fin: '21:00' }]), 'horarios')
  assertInvalid(await put([monday, monday]), 'horarios[1]')
  assertInvalid(await put([{ dia: 8 }]), 'horarios[0].dia')
  assertInvalid(
    await put([{ dia: 1, apertura: '9', cierre: '10' }]),
    'horarios[0].apertura',
    'horarios[0].cierre',
  )
  assertInvalid(await put([]), 'horarios')
})

test('D67: closures are added and removed by the day', async () => {
  const add = (body: object) => salon.backend.post('/ajustes/festivos/', body)
  const { ajuste } = dataOf(
    await add({ fecha: '2030-12-24', hasta: '2030-12-26', motivo: { es: 'Navidad' } }),
    201,
  )
  assert.equal(ajuste.festivos.length, 3)
  assert.deepEqual(ajuste.festivos[0], {
    fecha: '2030-12-24',
    desde_hora: null,
    hasta_hora: null,
    motivo: { es: 'Navidad' },
  })
  const same = dataOf(await add(ajuste.festivos[0]), 201)
  assert.deepEqual(same.plan.cambios, [])
  assertInvalid(
    await add({ fecha: '2030-12-25', desde_hora: '10:00', hasta_hora: '12:00' }),
    'fecha',
  )
  assertInvalid(await add({ fecha: '2030-12-28', desde_hora: '10:00' }), 'hasta_hora')
  assertInvalid(
    await add({ fecha: '2030-12-28', desde_hora: '12:00', hasta_hora: '10:00' }),
    'hasta_hora',
  )
  assertError(await add({ fecha: '2030-02-31' }), 'INVALID_DATE')
  assertError(await add({ fecha: '2030-12-28', hasta: '2030-12-27' }), 'INVALID_RANGE')
  const removed = dataOf(await salon.backend.delete('/ajustes/festivos/2030-12-25/'))
  assert.deepEqual(
    removed.ajuste.festivos.map(({ fecha }: { fecha: string }) => fecha),
    ['2030-12-24', '2030-12-26'],
  )
  assertError(await salon.backend.delete('/ajustes/festivos/2030-12-25/'), 'CLOSURE_NOT_FOUND')
  assertError(await salon.backend.delete('/ajustes/festivos/navidad/'), 'INVALID_DATE')
  assert.deepEqual(dataOf(await salon.backend.get('/ajustes/festivos/')), removed.ajuste)
  // the days around them are in years that ISO 8601 and PostgreSQL write differently
  for (const fecha of ['0001-01-01', '9999-12-31']) {
    dataOf(await add({ fecha }), 201)
    dataOf(await salon.backend.delete(`/ajustes/festivos/${fecha}/`))
  }
})

test('D65: who is limited to their own agenda changes their own exceptions only', async () => {
  const [ana, luis] = [salon.id('Ana'), salon.id('Luis')]
  const staff = await salon.staff('professional', {
    professional: 'Luis',
    permissionsAdded: ['settings.schedule'],
  })
  const day = { fecha: '2030-04-02' }
  const own = `/ajustes/profesionales/${luis}/excepciones/`
  dataOf(await staff.post(own, day), 201)
  assert.equal(dataOf(await staff.get(own)).excepciones.length, 1)
  dataOf(await staff.delete(`${own}2030-04-02/`))
  await assertWritesNothing(salon, async () => {
    for (const answer of [
      await staff.get(`/ajustes/profesionales/${ana}/excepciones/`),
      await staff.post(`/ajustes/profesionales/${ana}/excepciones/`, day),
      await staff.delete(`/ajustes/profesionales/${ana}/excepciones/2030-04-02/`),
      await staff.put(`/ajustes/profesionales/${luis}/turnos/`, { turnos: [] }),
      await staff.post('/ajustes/festivos/', day),
      await staff.delete('/ajustes/festivos/2030-12-24/'),
      await staff.put('/ajustes/horarios/', { horarios: [{ dia: 1 }] }),
    ]) {
      assertError(answer, 'PERMISSION_REQUIRED')
      assert.equal(answer.error.permiso, 'agenda.todas')
    }
  })
})

test('D65: a manager decides about money and orphans only with the permissions for it', async () => {
  const manager = await salon.staff('manager')
  const money = await manager.put('/ajustes/reglas/', { requiere_pago_anticipado: true })
  assertError(money, 'PERMISSION_REQUIRED')
  assert.equal(money.error.permiso, 'ajustes.cobros')
  const byCode = await salon.staff('owner', { method: 'code' })
  assertError(
    await byCode.put('/ajustes/reglas/', { acepta_pagos_online: true }),
    'STEP_UP_REQUIRED',
  )
  dataOf(await manager.put('/ajustes/reglas/', { antelacion_minima_minutos: 30 }))
  const clerk = await salon.staff('receptionist', { permissionsAdded: ['settings.catalog'] })
  const orphaning = await clerk.delete(
    `/ajustes/servicios/${salon.id('Tinte')}/?permitir_huerfanas=true`,
  )
  assertError(orphaning, 'PERMISSION_REQUIRED')
  assert.equal(orphaning.error.permiso, 'ajustes.negocio')
})

test('D39, D48: deposits and refund tiers are changed, planned in words and removed', async () => {
  const put = async (path: string, body: object) => dataOf(await salon.backend.put(path, body))
  const rules = await put('/ajustes/reglas/', {
    senal: { porcentaje: 30, solo_clientes_nuevos: true, desde_total: 40.5 },
    senal_tras_ausencias: 2,
    tramos_reembolso: [
      { horas: 24, porcentaje: 50 },
      { horas: 48, porcentaje: 100 },
    ],
  })
  const policy = { porcentaje: 30, importe: null, solo_clientes_nuevos: true, desde_total: 40.5 }
  const tiers = [
    { horas: 48, porcentaje: 100 },
    { horas: 24, porcentaje: 50 },
  ]
  const { configuracion } = dataOf(await salon.guest.get('/negocio/'))
  for (const shown of [rules.ajuste, configuracion]) {
    assert.deepEqual(shown.senal, policy)
    assert.equal(shown.senal_tras_ausencias, 2)
    assert.deepEqual(shown.tramos_reembolso, tiers)
  }
  assert.deepEqual(rules.plan.cambios[0].campos, [
    { campo: 'senal', antes: '', despues: '30% de clientes nuevos desde 40.50' },
    { campo: 'senal_tras_ausencias', antes: '', despues: '2' },
    { campo: 'tramos_reembolso', antes: '', despues: '100% desde 48 h, 50% desde 24 h' },
  ])
  // a later deadline leaves a tier that nobody gets to
  assertInvalid(
    await salon.backend.put('/ajustes/reglas/', { tiempo_cancelacion_horas: 36 }),
    'tramos_reembolso',
  )

  const service = `/ajustes/servicios/${salon.id('Tinte')}/`
  assertInvalid(await salon.backend.put(service, { senal: { porcentaje: null } }), 'senal')
  const own = await put(service, { senal: { importe: 12.5 } })
  assert.deepEqual(own.ajuste.senal, { porcentaje: null, importe: 12.5 })
  assert.deepEqual(own.plan.cambios[0].campos, [{ campo: 'senal', antes: '', despues: '12.50' }])
  assert.equal((await put(service, { senal: null })).ajuste.senal, null)
  const garantia_tarjeta = { no_show: 80, cancelacion_tardia: 40 }
  const guaranteed = await put(service, { garantia_tarjeta })
  assert.deepEqual(guaranteed.ajuste.garantia_tarjeta, garantia_tarjeta)
  assert.deepEqual(guaranteed.plan.cambios[0].campos, [
    { campo: 'garantia_tarjeta', antes: '', despues: '80% / 40%' },
  ])
  const without = await put(service, { garantia_tarjeta: null })
  assert.equal(without.ajuste.garantia_tarjeta, null)

  const none = { senal: null, senal_tras_ausencias: null, tramos_reembolso: null }
  const { ajuste } = await put('/ajustes/reglas/', none)
  assert.deepEqual([ajuste.senal, ajuste.senal_tras_ausencias], [null, null])
  assert.deepEqual(ajuste.tramos_reembolso, [])
})

test('D39, D65: a deposit is changed only with the permission for payments, that of a service too', async () => {
  const service = `/ajustes/servicios/${salon.id('Tinte')}/`
  const { categoria_id } = dataOf(await salon.backend.get(service))
  const senal = { importe: 5 }
  const added = {
    ...{ nombre: { es: 'Rizado' }, categoria_id, duracion_minutos: 30, precio: 20 },
    senal,
  }
  const manager = await salon.staff('manager')
  const byCode = await salon.staff('owner', { method: 'code' })
  await assertWritesNothing(salon, async () => {
    const changesOf = async (client: typeof manager) => [
      await client.put(service, { senal }),
      await client.put(service, { senal: null }),
      await client.put(service, { garantia_tarjeta: null }),
      await client.post('/ajustes/servicios/', added),
      await client.put('/ajustes/reglas/', { senal }),
      await client.put('/ajustes/reglas/', { senal_tras_ausencias: 1 }),
      await client.put('/ajustes/reglas/', { tramos_reembolso: [] }),
    ]
    for (const refused of await changesOf(manager)) {
      assertError(refused, 'PERMISSION_REQUIRED')
      assert.equal(refused.error.permiso, 'ajustes.cobros')
    }
    for (const refused of await changesOf(byCode)) assertError(refused, 'STEP_UP_REQUIRED')
  })
  dataOf(await manager.put(service, { precio: 30 }))
  const payments = await salon.staff('manager', { permissionsAdded: ['settings.payments'] })
  for (const client of [payments, await salon.staff('owner')]) {
    dataOf(await client.put(service, { senal }))
    dataOf(await client.put(service, { senal: null }))
  }
})

test('D67: shifts, exceptions and services of a professional', async () => {
  const luis = salon.id('Luis')
  const shifts = [
    { dia: 2, desde: '16:00', hasta: '20:00' },
    { dia: 2, desde: '09:00', hasta: '14:00' },
  ]
  const week = dataOf(
    await salon.backend.put(`/ajustes/profesionales/${luis}/turnos/`, { turnos: shifts }),
  ).ajuste
  assert.deepEqual(week.turnos, [shifts[1], shifts[0]])
  assert.deepEqual(dataOf(await salon.backend.get(`/ajustes/profesionales/${luis}/turnos/`)), week)
  const overlapping = [shifts[1], { dia: 2, desde: '13:00', hasta: '15:00' }]
  assertInvalid(
    await salon.backend.put(`/ajustes/profesionales/${luis}/turnos/`, { turnos: overlapping }),
    'turnos',
  )

  const day = { fecha: '2030-03-12', turnos: [{ desde: '10:00', hasta: '12:00' }] }
  const added = dataOf(
    await salon.backend.post(`/ajustes/profesionales/${luis}/excepciones/`, day),
    201,
  ).ajuste
  assert.deepEqual(added.excepciones, [{ ...day, trabaja: true, motivo: {} }])
  assert.deepEqual(
    dataOf(await salon.backend.get(`/ajustes/profesionales/${luis}/excepciones/`)),
    added,
  )
  assert.equal((await salon.guest.listSlots('Luis', '2030-03-12'))[0], '10:00')
  assertInvalid(
    await salon.backend.post(`/ajustes/profesionales/${luis}/excepciones/`, {
      fecha: '2030-03-12',
    }),
    'fecha',
  )
  const booked = dataOf(await salon.guest.book('Luis', '10:00', { date: '2030-03-12' }), 201)
  const off = `/ajustes/profesionales/${luis}/excepciones/2030-03-12/`
  // without the exception the shifts of Tuesday hold, which contain the booking
  assert.deepEqual(dataOf(await salon.backend.delete(off)).ajuste.excepciones, [])
  assertError(await salon.backend.delete(off), 'OVERRIDE_NOT_FOUND')
  const holiday = await salon.backend.post(`/ajustes/profesionales/${luis}/excepciones/`, {
    fecha: '2030-03-12',
  })
  assertError(holiday, 'WOULD_ORPHAN_BOOKINGS')
  assert.equal(holiday.error.reservas[0].codigo, booked.codigo)

  const corte = salon.id('Corte')
  const tinte = salon.id('Tinte')
  const put = (servicios: object[]) =>
    salon.backend.put(`/ajustes/profesionales/${luis}/servicios/`, { servicios })
  const offers = dataOf(
    await put([{ servicio_id: corte, precio: 21.5, duracion_minutos: 35 }]),
  ).ajuste
  assert.deepEqual(offers.servicios, [
    { servicio_id: corte, duracion_minutos: 35, fases: null, precio: 21.5 },
  ])
  assert.deepEqual(
    dataOf(await salon.backend.get(`/ajustes/profesionales/${luis}/servicios/`)),
    offers,
  )
  const shown = dataOf(await salon.guest.get(`/peluqueros/${luis}/`)).servicios
  assert.deepEqual([shown.length, shown[0].precio, shown[0].duracion_minutos], [1, 21.5, 35])
  // what was read can be sent back
  const cleared = [{ servicio_id: corte, precio: null, duracion_minutos: null, fases: null }]
  assert.deepEqual(dataOf(await put(cleared)).ajuste.servicios, cleared)
  assertInvalid(await put([{ servicio_id: 1 }]), 'servicios')
  assertInvalid(await put([{ servicio_id: corte }, { servicio_id: corte }]), 'servicios')
  assertInvalid(await put([{ servicio_id: corte, precio: 1.005 }]), 'servicios[0].precio')
  assertInvalid(await put([{ servicio_id: tinte, duracion_minutos: 70 }]), 'servicios')
  assertError(
    await salon.backend.put('/ajustes/profesionales/1/servicios/', { servicios: [] }),
    'PROFESSIONAL_NOT_FOUND',
  )
  dataOf(await put([{ servicio_id: corte, duracion_minutos: 35 }]))
  // Luis takes 35 minutes without phases, so that a wait of the service would not fit
  assertInvalid(
    await salon.backend.put(`/ajustes/servicios/${corte}/`, {
      duracion_minutos: 60,
      fases: [
        { tipo: 'trabajo', minutos: 20 },
        { tipo: 'espera', minutos: 20 },
        { tipo: 'trabajo', minutos: 20 },
      ],
    }),
    'fases',
  )
})
