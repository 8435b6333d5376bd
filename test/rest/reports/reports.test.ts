import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { parseCsv } from '@silla/core/provisioning/catalog-file/csv'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { queryGraphql } from '../../support/graphql.ts'
import { openRandom } from '../../support/random.ts'
import { openSalon, type StaffClient, type TestSalon } from '../../support/salon.ts'

// Reports (D76) of two weeks in March 2030, of which 31 March has 23 hours.

const { witness } = await testDatabase()

let salon: TestSalon
let ana: StaffClient
let owner: StaffClient

const report = async (
  kind: string,
  query: string,
  who: { get: TestSalon['backend']['get'] } = salon.backend,
) => dataOf(await who.get(`/informes/${kind}/?desde=2030-03-18&hasta=2030-03-31${query}`))

before(async () => {
  salon = await openSalon({
    services: [
      { name: 'Corte', minutes: 30, priceCents: 2000 },
      {
        name: '=Tinte',
        phases: [30, 40, 20],
        bufferMinutes: 10,
        priceCents: 6001,
        offerPriceCents: 5001,
      },
    ],
    professionals: [
      {
        name: 'Ana',
        shifts: { 1: ['09:00-13:00'], 2: ['09:00-13:00'], 7: ['01:00-05:00'] },
        // a day off, and one with another shift
        exceptions: { '2030-03-25': null, '2030-03-26': ['09:00-11:00'] },
      },
      { name: 'Bea', shifts: { 1: ['09:00-13:00'] } },
    ],
    hours: '00:00-20:00',
    closings: { '2030-03-19': '12:00-14:00' },
    settings: { cancellationHours: 24 },
    now: '2030-03-04T08:00',
  })
  const cut = salon.id('Corte')
  const tint = salon.id('=Tinte')
  const book = async (date: string, time: string, email: string, lines: [number, string][]) =>
    dataOf(
      await salon.backend.post('/reservas/crear/', {
        ...{ fecha: date, hora_inicio: time, nombre: 'Lucía Prado', email },
        ...{ telefono: '698765432' },
        lineas: lines.map(([servicio_id, name]) => ({ servicio_id, peluquero_id: salon.id(name) })),
      }),
      201,
    )
  // before the report
  await book('2030-03-11', '09:00', 'old@example.com', [[cut, 'Ana']])
  const one = await book('2030-03-18', '09:00', 'old@example.com', [[cut, 'Ana']])
  const both = await book('2030-03-18', '10:00', 'new@example.com', [
    [cut, 'Bea'],
    [tint, 'Ana'],
  ])
  await book('2030-03-26', '09:00', 'new@example.com', [[cut, 'Ana']])
  const missed = await book('2030-03-19', '09:00', 'missed@example.com', [[cut, 'Ana']])
  const early = await book('2030-03-25', '11:00', 'bea@example.com', [[cut, 'Bea']])
  const late = await book('2030-03-18', '12:00', 'late@example.com', [[cut, 'Bea']])
  dataOf(await salon.guest.cancel(early))
  salon.setTime('2030-03-18T08:00')
  dataOf(await salon.backend.post(`/reservas/${late.id}/cancelar/`))
  salon.setTime('2030-03-20T08:00')
  for (const { id } of [one, both]) dataOf(await salon.backend.post(`/reservas/${id}/completar/`))
  dataOf(await salon.backend.post(`/reservas/${missed.id}/no-show/`))
  // sessions end with time
  ana = await salon.staff('professional', { professional: 'Ana' })
  owner = await salon.staff('owner')
})

test('D76: bookings are counted on the day of the visit, a visit of two people once in all', async () => {
  const { filas, total, grupo, timezone, moneda } = await report('citas', '&grupo=semana')
  assert.deepEqual(
    { grupo, timezone, moneda },
    { grupo: 'semana', timezone: 'Europe/Madrid', moneda: 'EUR' },
  )
  const none = { id: null, nombre: null }
  assert.deepEqual(filas, [
    {
      ...{ desde: '2030-03-18', hasta: '2030-03-24', ...none },
      ...{ citas: 4, pendientes: 0, confirmadas: 0, completadas: 2, no_show: 1, canceladas: 1 },
      ...{ importe: 90.01, importe_previsto: 0, descuento: 10, media: 45.01, puntos_usados: 0 },
    },
    {
      ...{ desde: '2030-03-25', hasta: '2030-03-31', ...none },
      ...{ citas: 2, pendientes: 0, confirmadas: 1, completadas: 0, no_show: 0, canceladas: 1 },
      ...{ importe: 0, importe_previsto: 20, descuento: 0, media: null, puntos_usados: 0 },
    },
  ])
  assert.equal(total.citas, 6)
  assert.equal(total.importe, 90.01)

  const people = await report('citas', '&grupo=peluquero')
  assert.deepEqual(
    people.filas.map((row: Row) => [row.nombre, row.citas, row.importe, row.puntos_usados]),
    [
      ['Ana', 4, 70.01, null],
      ['Bea', 3, 20, null],
    ],
  )
  assert.deepEqual([people.total.citas, people.total.importe], [6, 90.01])
})

test('D76: services, no-shows and late cancellations have their numbers and amounts', async () => {
  const { filas, total } = await report('servicios', '')
  assert.deepEqual(
    filas.map(({ nombre, realizados, importe, descuento, previstos }: Row) => [
      ...[nombre, realizados, importe, descuento, previstos],
    ]),
    [
      ['Corte', 2, 40, 0, 1],
      ['=Tinte', 1, 50.01, 10, 0],
    ],
  )
  assert.equal(total.importe, 90.01)

  const absences = await report('ausencias', '&grupo=mes')
  assert.deepEqual(absences.total, {
    ...{ completadas: 2, no_show: 1, tasa_no_show: 33.3, canceladas_cliente: 1 },
    ...{ canceladas_negocio: 1, canceladas_tarde: 1, importe_perdido: 40 },
  })
})

test('D76: a customer is new at the first visit ever, and counts once in all', async () => {
  const { filas, total } = await report('clientes', '&grupo=semana')
  assert.deepEqual(
    filas.map(({ citas, clientes, nuevos, recurrentes }: Row) => [
      citas,
      clientes,
      nuevos,
      recurrentes,
    ]),
    [
      [2, 2, 1, 1],
      [1, 1, 0, 1],
    ],
  )
  assert.deepEqual(total, { citas: 3, clientes: 2, nuevos: 1, recurrentes: 1 })
})

test('D76: new and returning customers are those of a recount, in every group, of all and of one', async () => {
  const crowd = await openSalon({
    timezone: 'UTC',
    professionals: ['Ana', 'Bea', 'Cai'],
    services: [{ name: 'Corte' }],
    now: '2030-03-20T08:00',
  })
  const people = ['Ana', 'Bea', 'Cai'].map((name) => crowd.id(name))
  const random = openRandom(76)
  const states = ['pending', 'confirmed', 'completed', 'completed', 'cancelled', 'no_show']
  const day = (number: number) => new Date(Date.UTC(2030, 0, number)).toISOString().slice(0, 10)
  // few hours, so that one customer has visits at the same time
  const visits = Array.from({ length: 400 }, (_, index) => ({
    ...{ id: index + 1, customer: random.integer(1, 150), day: random.integer(1, 120) },
    ...{ hour: random.integer(9, 10), state: random.pick(states) },
    professionals: Array.from({ length: random.integer(1, 3) }, () => random.pick(people)),
  }))
  await witness`
    insert into app.customers (business_id, id, email, name, language, created_at)
    select ${crowd.businessId}, id, '', 'Lucía Prado', 'es', now() from generate_series(1, 150) id`
  await witness`
    insert into app.bookings (business_id, id, code, state, professional_id, customer_id, starts_at,
      ends_at, contact_name, contact_email, contact_phone, notes, currency, subtotal_cents,
      discount_cents, total_cents, payment_required, points_used, points_earned, cancelled_at,
      cancelled_by, version, created_at, updated_at)
    select ${crowd.businessId}, id, id::text, state, ${people[0] ?? 0}, customer, starts_at,
      starts_at + interval '1 hour', '', '', '', '', 'EUR', 0, 0, 0, false, 0, 0,
      case when state = 'cancelled' then now() end,
      case when state = 'cancelled' then 'customer' end, 1, now(), now()
    from jsonb_to_recordset(${witness.json(visits)})
      as visit (id bigint, customer bigint, day int, hour int, state text)
    cross join lateral (
      select timestamptz '2029-12-31 00:00Z' + make_interval(days => day, hours => hour)
        as starts_at) span`
  await witness`
    insert into app.booking_lines (business_id, booking_id, position, service_id, name, price_cents,
      charged_cents, duration_minutes, points_awarded, professional_id, starts_at, ends_at,
      phase_minutes)
    select booking.business_id, booking.id, line.place - 1, ${crowd.id('Corte')}, '{}', 0, 0, 60, 0,
      line.professional::bigint, booking.starts_at, booking.ends_at, '{60}'
    from jsonb_to_recordset(${witness.json(visits)}) as visit (id bigint, professionals jsonb)
    join app.bookings booking on booking.business_id = ${crowd.businessId} and booking.id = visit.id
    cross join jsonb_array_elements_text(visit.professionals)
      with ordinality line (professional, place)`

  const [from, to] = [41, 90]
  const held = visits.filter(({ state }) => state !== 'cancelled' && state !== 'no_show')
  const at = (visit: { day: number; hour: number }) => visit.day * 24 + visit.hour
  const firstAt = (customer: number) =>
    Math.min(...held.filter((visit) => visit.customer === customer).map(at))
  const recount = (chosen: typeof visits) => {
    const customers = new Set(chosen.map(({ customer }) => customer))
    const isNew = (customer: number) =>
      chosen.some((visit) => visit.customer === customer && at(visit) === firstAt(customer))
    const nuevos = [...customers].filter(isNew).length
    const { size } = customers
    return { citas: chosen.length, clientes: size, nuevos, recurrentes: size - nuevos }
  }
  const bea = await crowd.staff('professional', { professional: 'Bea' })
  for (const [who, of] of [
    [crowd.backend, null],
    [bea, crowd.id('Bea')],
  ] as const) {
    const counted = held.filter(
      (visit) =>
        visit.day >= from && visit.day <= to && (of === null || visit.professionals.includes(of)),
    )
    assert.ok(recount(counted).nuevos > 5 && recount(counted).recurrentes > 5)
    for (const group of ['dia', 'semana', 'mes', 'peluquero']) {
      const { filas, total } = dataOf(
        await who.get(`/informes/clientes/?desde=${day(from)}&hasta=${day(to)}&grupo=${group}`),
      )
      assert.deepEqual(total, recount(counted), group)
      for (const { desde, hasta, id, nombre: _name, ...figures } of filas)
        assert.deepEqual(
          figures,
          recount(
            counted.filter(
              (visit) =>
                day(visit.day) >= desde &&
                day(visit.day) <= hasta &&
                (id === null || visit.professionals.includes(id)),
            ),
          ),
          `${group} ${desde} ${id}`,
        )
      assert.equal(
        filas.length,
        { dia: 50, semana: 8, mes: 2, peluquero: of === null ? 3 : 1 }[group],
      )
    }
  }
})

test('D76: working time follows exceptions, closings and a change of the clocks; waits are no work', async () => {
  const { filas, total } = await report('ocupacion', '')
  const hours = (numbers: number) => numbers * 60
  assert.deepEqual(
    filas.map(({ nombre, minutos_trabajo, minutos_reservados }: Row) => [
      ...[nombre, minutos_trabajo, minutos_reservados],
    ]),
    [
      // Mondays 4 and 0, Tuesdays 3 and 2, Sundays 4 and 3 hours; the no-show was booked too
      ['Ana', hours(4 + 3 + 2 + 4 + 3), 30 + 50 + 30 + 30],
      ['Bea', hours(8), 30],
    ],
  )
  assert.equal(total.ocupacion, Math.round((170 / hours(24)) * 1000) / 10)
  const days = await report('ocupacion', '&grupo=dia')
  assert.equal(days.filas.length, 14)
  assert.equal(days.filas.at(-1).minutos_trabajo, 180, 'two o’clock does not exist')
  assert.deepEqual(days.total, total)
})

test('D76: own figures are those of one’s own work, by the statement', async () => {
  const own = await report('citas', '&grupo=peluquero', ana)
  assert.deepEqual(
    own.filas.map(({ nombre, citas, importe }: Row) => [nombre, citas, importe]),
    [['Ana', 4, 70.01]],
  )
  assert.deepEqual([own.total.citas, own.total.importe], [4, 70.01])
  assert.deepEqual(
    (await report('servicios', '', ana)).filas.map(({ nombre, realizados }: Row) => [
      nombre,
      realizados,
    ]),
    [
      ['Corte', 1],
      ['=Tinte', 1],
    ],
  )
  assert.deepEqual((await report('clientes', '', ana)).total.citas, 3)
  assert.equal((await report('ocupacion', '', ana)).total.minutos_trabajo, 960)
  assert.equal((await report('citas', '', owner)).total.citas, 6)
  const desk = await salon.staff('receptionist')
  const refused = await desk.get('/informes/citas/')
  assertError(refused, 'PERMISSION_REQUIRED')
  assert.equal(refused.error.permiso, 'informes.propios')
  assertError(await salon.guest.get('/informes/citas/'), 'INSUFFICIENT_SCOPE')
})

test('D76: the CSV is a file that spreadsheets read, and do not run', async () => {
  const path = '/informes/servicios/?desde=2030-03-18&hasta=2030-03-31&formato=csv'
  const spanish = await salon.backend.get(path)
  assert.equal(spanish.headers.get('content-type'), 'text/csv; charset=utf-8; header=present')
  assert.equal(
    spanish.headers.get('content-disposition'),
    'attachment; filename="servicios-2030-03-18-2030-03-31.csv"',
  )
  const bytes = await fetchBytes(path)
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf])
  assert.deepEqual(spanish.text.replace('\uFEFF', '').split('\r\n'), [
    'desde;hasta;id;nombre;realizados;importe;descuento;previstos;importe_previsto',
    `2030-03-18;2030-03-31;${salon.id('Corte')};Corte;2;40,00;0,00;1;20,00`,
    `2030-03-18;2030-03-31;${salon.id('=Tinte')};'=Tinte;1;50,01;10,00;0;0,00`,
    '',
  ])
  const english = await salon.backend.get(`${path}&lang=en`)
  assert.equal(parseCsv(english.text).rows[2]?.[3]?.text, '=Tinte')
  assert.match(english.text, /,50\.01,/)
  assertInvalid(await salon.backend.get('/informes/caja/?formato=xls'), 'formato')
})

async function fetchBytes(path: string): Promise<Buffer> {
  const { testApi } = await import('../../support/api.ts')
  const response = await fetch((await testApi()).url + path, {
    headers: { 'x-api-key': salon.secretKey },
  })
  return Buffer.from(await response.arrayBuffer())
}

test('D76: GraphQL has the same figures', async () => {
  const { data } = await queryGraphql(
    salon.backend,
    '{ informe_citas(desde: "2030-03-18", hasta: "2030-03-31", grupo: "peluquero") { filas { nombre citas importe } total { citas } } }',
  )
  const { filas } = (data as { informe_citas: { filas: Row[] } }).informe_citas
  assert.deepEqual(filas, [
    { nombre: 'Ana', citas: 4, importe: 70.01 },
    { nombre: 'Bea', citas: 3, importe: 20 },
  ])
})

test('D76: a period is this month by default, at most 366 days, and not far away', async () => {
  const { desde, hasta, grupo, filas } = dataOf(await salon.backend.get('/informes/caja/'))
  assert.deepEqual([desde, hasta, grupo, filas.length], ['2030-03-01', '2030-03-20', 'dia', 20])
  const leap = '/informes/caja/?desde=2028-01-01&hasta=2028-12-31&grupo=mes'
  assert.equal(dataOf(await salon.backend.get(leap)).filas.length, 12)
  for (const days of [
    'desde=2028-01-01&hasta=2029-01-01',
    'desde=2030-03-02&hasta=2030-03-01',
    'desde=0001-01-01&hasta=0001-01-02',
  ])
    assertError(await salon.backend.get(`/informes/caja/?${days}`), 'INVALID_RANGE')
  assertError(await salon.backend.get('/informes/caja/?desde=2030-02-30'), 'INVALID_DATE')
  assertInvalid(await salon.backend.get('/informes/ocupacion/?grupo=servicio'), 'grupo')
})

test('D76: a salon without bookings has reports too', async () => {
  const empty = await openSalon({ professionals: ['Ana'] })
  for (const path of [
    '/informes/caja/',
    '/informes/citas/',
    '/informes/ocupacion/',
    '/informes/ausencias/',
    '/informes/clientes/',
    '/informes/servicios/',
  ]) {
    const { total } = dataOf(await empty.backend.get(path))
    const { minutos_trabajo: _working, ...counts } = total
    assert.ok(
      Object.values(counts).every((count) => count === 0 || count === null),
      path,
    )
  }
})

test('D76: a report that takes longer than two seconds says so', async () => {
  await witness.begin(async (tx) => {
    await tx`lock table app.booking_lines in access exclusive mode`
    const slow = await salon.backend.get('/informes/servicios/')
    assertError(slow, 'REPORT_TOO_LARGE')
  })
})

interface Row {
  [figure: string]: unknown
}
