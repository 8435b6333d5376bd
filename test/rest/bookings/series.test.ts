import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { emailsTo } from '../../support/emails.ts'
import { publishEvents } from '../../support/events.ts'
import { queryGraphql } from '../../support/graphql.ts'
import { payOnline } from '../../support/money.ts'
import { openRandom, type Random } from '../../support/random.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { untilWaiting } from '../../support/until-waiting.ts'
import { assertWritesNothing } from '../../support/writes.ts'

// Visits that one request books, and changes of those that follow (D80).

const { witness } = await testDatabase()

const monday = '2030-03-11'
const lucia = { nombre: 'Lucía Prado', email: 'lucia@example.com' }
const simulated = { 'x-simular': 'true' }
const team = {
  now: '2030-03-04T08:00',
  services: [{ name: 'Corte', minutes: 30, priceCents: 2000 }],
  professionals: ['Ana', 'Bea'],
  closings: { '2030-03-25': null },
}

interface Visit {
  reserva_id: number | null
  codigo: string | null
  fecha: string
  hora_inicio: string
  total: number | null
  reembolso: number
  codigo_motivo: string | null
}

const repeat = (salon: TestSalon, fields: object = {}, headers: Record<string, string> = {}) =>
  salon.backend.post(
    '/reservas/crear/',
    {
      servicio_ids: [salon.id('Corte')],
      peluquero_id: salon.id('Ana'),
      fecha: monday,
      hora_inicio: '10:00',
      por_negocio: true,
      repetir: { cada_semanas: 1, veces: 4 },
      ...lucia,
      ...fields,
    },
    headers,
  )

const shown = (visits: readonly Visit[]) =>
  visits.map(({ fecha, hora_inicio, codigo_motivo }) =>
    `${fecha} ${hora_inicio} ${codigo_motivo ?? ''}`.trim(),
  )

const move = (salon: TestSalon, id: number, body: object, headers: Record<string, string> = {}) =>
  salon.backend.post(`/reservas/${id}/reprogramar/`, { por_negocio: true, ...body }, headers)

const cancel = (salon: TestSalon, id: number, body: object, headers: Record<string, string> = {}) =>
  salon.backend.post(`/reservas/${id}/cancelar/`, body, headers)

/** What is taken, and what each open booking takes: the same. */
async function claimed({ businessId }: TestSalon): Promise<string[]> {
  const [claims, bookings] = await Promise.all([
    witness<{ at: Date }[]>`
      select starts_at as at from claims where business_id = ${businessId} order by starts_at`,
    witness<{ at: Date }[]>`
      select starts_at as at from bookings
      where business_id = ${businessId} and state <> 'cancelled' order by starts_at`,
  ])
  const times = claims.map(({ at }) => at.toISOString())
  assert.deepEqual(
    times,
    bookings.map(({ at }) => at.toISOString()),
  )
  return times
}

async function entriesOf({ businessId }: TestSalon, action: string): Promise<number[]> {
  const rows = await witness<{ id: number }[]>`
    select (detail ->> 'bookingId')::bigint as id from audit_entries
    where business_id = ${businessId} and action = ${action} order by id`
  return rows.map(({ id }) => id)
}

const sorted = (ids: readonly (number | null | undefined)[]) =>
  ids.map(Number).sort((one, other) => one - other)

test('D80: one request books every date that is free and names the others', async () => {
  const salon = await openSalon(team)
  dataOf(
    await salon.guest.book('Ana', '09:45', { date: '2030-03-18', email: 'otra@example.com' }),
    201,
  )
  const expected = [
    `${monday} 10:00`,
    '2030-03-18 10:00 SLOT_NOT_AVAILABLE',
    '2030-03-25 10:00 BUSINESS_CLOSED',
    '2030-04-01 10:00',
  ]
  const tried = dataOf(await assertWritesNothing(salon, () => repeat(salon, {}, simulated)), 201)
  assert.deepEqual([tried.simulado, shown(tried.visitas)], [true, expected])

  const made = dataOf(await repeat(salon), 201)
  assert.deepEqual([made.simulado, shown(made.visitas)], [false, expected])
  const [first, , , last] = made.visitas as Visit[]
  assert.deepEqual([first?.reserva_id, first?.codigo, first?.total], [made.id, made.codigo, 20])
  const read = dataOf(await salon.backend.get(`/reservas/${last?.reserva_id}/`))
  assert.deepEqual(
    [read.serie, read.codigo, read.cliente.id],
    [made.serie, last?.codigo, made.cliente.id],
  )
  const { items } = dataOf(await salon.backend.get('/reservas/'))
  assert.equal(items.filter(({ serie }: { serie: number }) => serie === made.serie).length, 2)

  const [email, ...more] = await emailsTo(salon, lucia.email)
  assert.deepEqual([email?.kind, more.length], ['booking_confirmed', 0])
  assert.deepEqual(
    (email?.payload.series as { code: string }[] | undefined)?.map(({ code }) => code),
    [last?.codigo],
  )
  await publishEvents(salon)
  const events = dataOf(await salon.backend.get('/eventos/')).items
  assert.deepEqual(
    events
      .filter(
        ({ tipo, datos }: { tipo: string; datos: { serie: unknown } }) =>
          tipo === 'reserva.creada' && datos.serie,
      )
      .map(({ datos }: { datos: { id: number } }) => datos.id)
      .sort(),
    [made.id, last?.reserva_id].sort(),
  )
  assert.deepEqual(await entriesOf(salon, 'bookings.create'), sorted([made.id, last?.reserva_id]))
})

test('D80: what is wrong with every date refuses the request, and so does a series without any', async () => {
  const salon = await openSalon(team)
  const refused = (fields: object) => assertWritesNothing(salon, () => repeat(salon, fields))
  const every = (cada_semanas: number, veces: number) => ({ repetir: { cada_semanas, veces } })
  for (const [fields, names] of [
    [every(0, 2), ['repetir.cada_semanas']],
    [every(13, 2), ['repetir.cada_semanas']],
    [every(1, 1), ['repetir.veces']],
    [every(1, 13), ['repetir.veces']],
    [{ por_negocio: false }, ['por_negocio']],
    [{ hora_inicio: 'ahora' }, ['hora_inicio']],
    [{ retencion: { id: 1, token: 'x' } }, ['retencion']],
  ] as const)
    assertInvalid(await refused(fields), ...names)
  assertError(await refused({ servicio_ids: [1] }), 'SERVICE_NOT_FOUND')
  assertError(await refused({ hora_inicio: '21:00' }), 'BUSINESS_CLOSED')
  assertError(await refused({ fecha: '2030-02-01', ...every(1, 3) }), 'DATE_IN_PAST')
  const asGuest = { ...lucia, por_negocio: true, ...every(1, 2), servicio_ids: [salon.id('Corte')] }
  const when = { fecha: monday, hora_inicio: '10:00' }
  assertError(
    await salon.guest.post('/reservas/crear/', { ...asGuest, ...when }),
    'INSUFFICIENT_SCOPE',
  )
  const { por_negocio: _, repetir: _repeat, ...ordinary } = asGuest
  assertError(
    await assertWritesNothing(salon, () =>
      salon.guest.post('/reservas/crear/', { ...ordinary, ...when }, simulated),
    ),
    'INSUFFICIENT_SCOPE',
  )
})

test('D44: the salon tries one booking, and nothing is written', async () => {
  const salon = await openSalon(team)
  const tried = dataOf(
    await assertWritesNothing(salon, () => repeat(salon, { repetir: null }, simulated)),
    201,
  )
  assert.deepEqual([tried.simulado, tried.visitas, tried.total], [true, null, 20])
  dataOf(await salon.guest.book('Ana', '10:00', { date: monday }), 201)
  assertError(await repeat(salon, { repetir: null }, simulated), 'SLOT_NOT_AVAILABLE')
})

test('D45: who has no email is one customer in all visits of a series', async () => {
  const salon = await openSalon(team)
  const { visitas } = dataOf(await repeat(salon, { email: null, nombre: 'Paseante' }), 201)
  const ids = (visitas as Visit[]).flatMap(({ reserva_id }) => reserva_id ?? [])
  const customers = await witness`
    select distinct customer_id from bookings where id = any(${ids})`
  assert.deepEqual([ids.length, customers.length], [3, 1])
  // without clientes.ver, too
  const ana = await salon.staff('professional', { professional: 'Ana' })
  const body = {
    servicio_ids: [salon.id('Corte')],
    peluquero_id: salon.id('Ana'),
    hora_inicio: '12:00',
  }
  const own = { ...body, fecha: monday, por_negocio: true, nombre: 'Otra' }
  const made = dataOf(
    await ana.post('/reservas/crear/', { ...own, repetir: { cada_semanas: 4, veces: 3 } }),
    201,
  )
  assert.equal(made.visitas.length, 3)
})

test('D19: a series that is requested twice is booked once', async () => {
  const salon = await openSalon(team)
  const headers = { 'idempotency-key': randomUUID() }
  const [one, other] = await Promise.all([repeat(salon, {}, headers), repeat(salon, {}, headers)])
  assert.deepEqual(dataOf(one, 201), dataOf(other, 201))
  assert.equal((await claimed(salon)).length, 3)
  assertError(await repeat(salon, { hora_inicio: '11:00' }, headers), 'IDEMPOTENCY_KEY_REUSED')
})

test('of a series and guests who want one of its dates, one gets each', async () => {
  const salon = await openSalon(team)
  const dates = [monday, '2030-03-18', '2030-04-01', '2030-04-08']
  const [made, ...guests] = await Promise.all([
    repeat(salon, { repetir: { cada_semanas: 1, veces: 5 } }),
    ...dates.map((date, index) =>
      salon.guest.book('Ana', '10:15', { date, email: `guest${index}@example.com` }),
    ),
    repeat(salon, { hora_inicio: '10:15', fecha: dates[3], email: 'otra@example.com' }),
  ])
  const booked = [made, ...guests].flatMap(({ status, data }) =>
    status === 201 ? (data.visitas?.filter((one: Visit) => one.reserva_id !== null) ?? [data]) : [],
  )
  assert.equal((await claimed(salon)).length, booked.length)
  for (const date of dates)
    assert.equal(booked.filter(({ fecha }: Visit) => fecha === date).length, 1, date)
})

test('D80: a change of a series locks the visit that it names before those that follow', async () => {
  const salon = await openSalon(team)
  const made = dataOf(await repeat(salon), 201)
  const [first, second] = made.visitas as Visit[]
  const changed = await witness.begin(async (tx) => {
    await tx`
      select from bookings where business_id = ${salon.businessId} and id = ${second?.reserva_id as number} for update`
    const answer = cancel(salon, first?.reserva_id as number, { serie: 'siguientes' })
    await untilWaiting(1)
    const free = await tx`
      select id from bookings where business_id = ${salon.businessId} and id = ${first?.reserva_id as number}
      for update skip locked`
    assert.deepEqual([...free], [])
    return { answer }
  })
  assert.equal(dataOf(await changed.answer).visitas.length, 3)
})

test('D80: cancelling the following ones refunds each, names what stays, and sends one email', async () => {
  const salon = await openSalon({ ...team, settings: { acceptsOnlinePayments: true } })
  const made = dataOf(await repeat(salon, { repetir: { cada_semanas: 1, veces: 6 } }), 201)
  const [, second, , fourth, , last] = made.visitas as Visit[]
  const paid = dataOf(await salon.backend.get(`/reservas/${fourth?.reserva_id}/`))
  await payOnline(salon, { booking: paid })
  dataOf(await cancel(salon, last?.reserva_id as number, { avisar: false }))
  const id = second?.reserva_id as number

  assertError(
    await salon.guest.post(`/reservas/${id}/cancelar/`, {
      codigo: second?.codigo,
      serie: 'siguientes',
    }),
    'INSUFFICIENT_SCOPE',
  )
  assertError(
    await salon.guest.post(`/reservas/${id}/cancelar/`, { codigo: second?.codigo, avisar: false }),
    'INSUFFICIENT_SCOPE',
  )
  const outcome = [
    ['2030-03-18 10:00', 0],
    ['2030-04-01 10:00', 20],
    ['2030-04-08 10:00', 0],
  ]
  const body = { serie: 'siguientes', motivo: 'Obras' }
  const before = await claimed(salon)
  const tried = dataOf(await cancel(salon, id, body, simulated))
  assert.deepEqual(await claimed(salon), before)
  const done = dataOf(await cancel(salon, id, body))
  for (const { visitas, simulado } of [{ ...tried }, { ...done }])
    assert.deepEqual(
      [simulado, visitas.map((one: Visit) => [shown([one])[0], one.reembolso])],
      [visitas === tried.visitas, outcome],
    )
  assert.deepEqual([done.id, done.estado], [id, 'cancelada'])
  assert.equal((await claimed(salon)).length, 1)

  const mails = (await emailsTo(salon, lucia.email)).filter(
    ({ kind }) => kind === 'booking_cancelled',
  )
  assert.deepEqual(
    mails.map(({ payload }) => [payload.id, (payload.series as unknown[]).length]),
    [[id, 2]],
  )
  // paid or not, each visit has its own entry
  assert.deepEqual(
    await entriesOf(salon, 'bookings.cancel'),
    sorted([id, fourth?.reserva_id, done.visitas[2].reserva_id, last?.reserva_id]),
  )
  assertError(await cancel(salon, id, body), 'CANNOT_CANCEL')
})

test('D80: the following ones move by as many days to the same time, onto their own times as well', async () => {
  const salon = await openSalon({ ...team, closings: {} })
  const made = dataOf(await repeat(salon), 201)
  const ids = (made.visitas as Visit[]).map(({ reserva_id }) => reserva_id)
  const aWeekLater = { serie: 'siguientes', fecha: '2030-03-18', hora_inicio: '10:00' }
  const moved = dataOf(await move(salon, made.id, aWeekLater))
  const dates = ['2030-03-18', '2030-03-25', '2030-04-01', '2030-04-08']
  assert.deepEqual(
    shown(moved.visitas),
    dates.map((date) => `${date} 10:00`),
  )
  assert.deepEqual(
    moved.visitas.map(({ reserva_id }: Visit) => reserva_id),
    ids,
  )
  assert.deepEqual([moved.id, moved.fecha, moved.hora_inicio], [made.id, '2030-03-18', '10:00'])

  // another time of the day, for which somebody else is in the way once
  const other = { date: '2030-04-01', email: 'otra@example.com' }
  dataOf(await salon.guest.book('Ana', '10:45', other), 201)
  const later = { ...aWeekLater, hora_inicio: '10:30' }
  const before = await claimed(salon)
  const tried = dataOf(await move(salon, made.id, later, simulated))
  assert.deepEqual(await claimed(salon), before)
  const done = dataOf(await move(salon, made.id, later))
  const expected = dates.map((date) => `${date} 10:30`)
  expected[2] += ' SLOT_NOT_AVAILABLE'
  for (const { visitas } of [tried, done]) assert.deepEqual(shown(visitas), expected)

  // nothing moves unless the named one does
  const taken = { serie: 'siguientes', fecha: '2030-04-01', hora_inicio: '10:30' }
  assertError(await move(salon, made.id, taken), 'SLOT_NOT_AVAILABLE')
  assert.equal((await claimed(salon)).length, 5)
  const mails = (await emailsTo(salon, lucia.email)).filter(
    ({ kind }) => kind === 'booking_rescheduled',
  )
  assert.deepEqual(
    mails.map(({ payload }) => (payload.series as unknown[]).length),
    [3, 2],
  )
  assert.equal((await entriesOf(salon, 'bookings.reschedule')).length, 7)

  const silent = { fecha: '2030-03-19', hora_inicio: '10:15', avisar: false }
  dataOf(await move(salon, made.id, silent))
  dataOf(await move(salon, made.id, { ...silent, serie: 'esta', fecha: '2030-03-20' }))
  assert.equal(
    (await emailsTo(salon, lucia.email)).filter(({ kind }) => kind === 'booking_rescheduled')
      .length,
    2,
  )
  const { codigo } = made
  for (const fields of [{ serie: 'siguientes' }, { avisar: false }])
    assertError(
      await salon.guest.post(`/reservas/${made.id}/reprogramar/`, {
        ...{ codigo, fecha: '2030-03-21', hora_inicio: '10:00' },
        ...fields,
      }),
      'INSUFFICIENT_SCOPE',
    )
})

test('GraphQL books and changes a series as REST does', async () => {
  const salon = await openSalon(team)
  const { data } = await queryGraphql(
    salon.backend,
    `mutation ($servicio: Id!) {
      crear_reserva(entrada: {
        servicio_ids: [$servicio], fecha: "${monday}", hora_inicio: "10:00", por_negocio: true,
        nombre: "Lucía", repetir: { cada_semanas: 1, veces: 3 }
      }) { id serie visitas { fecha codigo_motivo } }
    }`,
    { servicio: salon.id('Corte') },
  )
  const made = data.crear_reserva
  assert.deepEqual(
    made.visitas.map(({ codigo_motivo }: Visit) => codigo_motivo),
    [null, null, 'BUSINESS_CLOSED'],
  )
  const cancelled = await queryGraphql(
    salon.backend,
    `mutation ($id: Id!) {
      cancelar_reserva(id: $id, serie: "siguientes", simular: true) { simulado visitas { fecha } }
    }`,
    { id: made.id },
  )
  assert.equal(cancelled.data.cancelar_reserva.visitas.length, 2)
})

/** The rules of D80, written once more: what is open, by its start. */
interface ModelVisit {
  id: number
  serie: number | null
  at: number
}

const minutes = 30

/** The instant of a wall-clock time in minutes; null: the clocks skip it. */
function instantOf(date: string, time: string): number | null {
  try {
    const local = Temporal.PlainDateTime.from(`${date}T${time}`)
    const zoned = local.toZonedDateTime('Europe/Madrid', { disambiguation: 'earlier' })
    return zoned.toPlainDateTime().equals(local) ? zoned.epochMilliseconds / 60_000 : null
  } catch {
    return null
  }
}

const localOf = (at: number) =>
  Temporal.Instant.fromEpochMilliseconds(at * 60_000).toZonedDateTimeISO('Europe/Madrid')

const dateAfter = (date: string, days: number) =>
  Temporal.PlainDate.from(date).add({ days }).toString()

const isFree = (visits: readonly ModelVisit[], at: number, except?: number) =>
  visits.every((one) => one.id === except || Math.abs(one.at - at) >= minutes)

const timeOf = (random: Random) =>
  `${random.pick(['01', '02', '03', '10'])}:${random.pick(['00', '15', '30', '45'])}`

for (const [seed, now, firstDay] of [
  [1, '2030-03-10T08:00', '2030-03-17'],
  [2, '2030-10-06T08:00', '2030-10-13'],
] as const)
  test(`D80: random series in weeks after ${firstDay}, in which the clocks change, are as the model says`, async () => {
    const random = openRandom(seed)
    const salon = await openSalon({ ...team, now, closings: {}, hours: '00:00-24:00' })
    const model: ModelVisit[] = []
    for (let step = 0; step < 25; step++) {
      const series = model.filter(({ serie }) => serie !== null)
      const kind =
        series.length === 0 ? 'repeat' : random.pick(['repeat', 'move', 'move', 'cancel'])
      if (kind === 'repeat') await playRepeat()
      else if (kind === 'move') await playMove(random.pick(series))
      else await playCancel(random.pick(series))
      assert.deepEqual(
        (await claimed(salon)).map((at) => Date.parse(at) / 60_000),
        model.map(({ at }) => at).sort((one, other) => one - other),
        `step ${step}: ${kind}`,
      )
    }

    async function playRepeat() {
      const fecha = dateAfter(firstDay, random.integer(0, 10))
      const hora_inicio = timeOf(random)
      const repetir = { cada_semanas: random.integer(1, 3), veces: random.integer(2, 4) }
      const codes = Array.from({ length: repetir.veces }, (_, index) => {
        const at = instantOf(dateAfter(fecha, index * 7 * repetir.cada_semanas), hora_inicio)
        return at === null ? 'INVALID_TIME' : isFree(model, at) ? at : 'SLOT_NOT_AVAILABLE'
      })
      const answer = await repeat(salon, { fecha, hora_inicio, repetir })
      if (codes.every((one) => typeof one === 'string'))
        return assertError(answer, codes[0] as 'INVALID_TIME')
      const { serie, visitas } = dataOf(answer, 201)
      for (const [index, visit] of (visitas as Visit[]).entries()) {
        const expected = codes[index]
        assert.equal(
          visit.codigo_motivo ?? 'booked',
          typeof expected === 'string' ? expected : 'booked',
        )
        if (typeof expected === 'number')
          model.push({ id: visit.reserva_id as number, serie, at: expected })
      }
    }

    /** The visit, and those of its series after it. */
    function following(named: ModelVisit): ModelVisit[] {
      const after = model.filter(
        (one) => one !== named && one.serie === named.serie && one.at >= named.at,
      )
      return [named, ...after.sort((one, other) => one.at - other.at)]
    }

    async function playMove(named: ModelVisit) {
      const before = localOf(named.at)
      const days = random.integer(-3, 8)
      const [fecha, hora_inicio] = [
        dateAfter(before.toPlainDate().toString(), days),
        timeOf(random),
      ]
      const from = before.toPlainTime().toString().slice(0, 5)
      const isLater = days > 0 || (days === 0 && hora_inicio > from)
      const chain = following(named)
      const after = model.map((one) => ({ ...one }))
      const codes = new Map<number, string | null>()
      for (const { id } of isLater ? chain.toReversed() : chain) {
        const visit = after.find((one) => one.id === id) as ModelVisit
        const day = dateAfter(localOf(visit.at).toPlainDate().toString(), days)
        const at = instantOf(day, hora_inicio)
        const code =
          at === null ? 'INVALID_TIME' : isFree(after, at, id) ? null : 'SLOT_NOT_AVAILABLE'
        codes.set(id, code)
        if (code === null) visit.at = at as number
      }
      const answer = await move(salon, named.id, { fecha, hora_inicio, serie: 'siguientes' })
      const refusal = codes.get(named.id)
      if (refusal) return assertError(answer, refusal as 'INVALID_TIME')
      const { visitas } = dataOf(answer)
      assert.deepEqual(
        visitas.map((one: Visit) => [one.reserva_id, one.codigo_motivo]),
        chain.map(({ id }) => [id, codes.get(id)]),
      )
      model.splice(0, model.length, ...after)
    }

    async function playCancel(named: ModelVisit) {
      const chain = following(named)
      const { visitas } = dataOf(await cancel(salon, named.id, { serie: 'siguientes' }))
      assert.deepEqual(
        visitas.map((one: Visit) => one.reserva_id),
        chain.map(({ id }) => id),
      )
      for (const one of chain) model.splice(model.indexOf(one), 1)
    }
  })
