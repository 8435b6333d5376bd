import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { emailsTo } from '../../support/emails.ts'
import { noCode, reschedule } from '../../support/reschedule.ts'
import { openSalon } from '../../support/salon.ts'
import { assertWritesNothing } from '../../support/writes.ts'

// The visits of a professional who is ill (D71).

const { witness } = await testDatabase()

test('D71: each visit of somebody who is ill with who can take it, or when; the rest of the day is not there', async () => {
  const salon = await openSalon({
    now: '2030-03-04T08:00',
    services: [{ name: 'Corte' }, { name: 'Tinte' }],
    professionals: ['Ana', { name: 'Bea', services: ['Corte'] }],
  })
  const book = async (who: string, time: string, services = ['Corte']) =>
    dataOf(
      await salon.guest.book(who, time, {
        services,
        email: `v${time.slice(0, 2)}${who}@example.com`,
      }),
      201,
    )
  const early = await book('Ana', '09:00')
  const free = await book('Ana', '10:00')
  const clash = await book('Ana', '11:00')
  await book('Bea', '11:00')
  const alone = await book('Ana', '12:00', ['Tinte'])
  salon.setTime('2030-03-04T09:30')

  const path = `/peluqueros/${salon.id('Ana')}/ausencia/`
  const { visitas } = dataOf(await assertWritesNothing(salon, () => salon.backend.get(path)))
  assert.deepEqual(
    visitas.map(
      (visit: {
        reserva: { id: number }
        profesionales: { nombre: string }[]
        codigo_motivo: string | null
        alternativas: object[]
      }) => [
        visit.reserva.id,
        visit.profesionales.map(({ nombre }) => nombre).join(),
        visit.codigo_motivo,
        visit.alternativas.length > 0,
      ],
    ),
    [
      [free.id, 'Bea', null, false],
      [clash.id, '', 'SLOT_NOT_AVAILABLE', true],
      [alone.id, '', 'SERVICE_NOT_OFFERED', true],
    ],
    `without ${early.id}, which has begun`,
  )
  // nobody else does it: they themselves from the next day on
  const times = new Set(visitas[2].alternativas.map((time: { fecha: string }) => time.fecha))
  assert.deepEqual([...times], ['2030-03-05'])
  assert.equal(visitas[2].alternativas[0].peluquero_id, salon.id('Ana'))
  const [{ reserva, profesionales }] = visitas
  const moved = dataOf(
    await reschedule(salon.backend, reserva, {
      ...{ ...noCode, fecha: reserva.fecha, hora_inicio: reserva.hora_inicio },
      ...{ version: reserva.version, por_negocio: true },
      peluqueros: profesionales.map(({ id }: { id: number }) => id),
    }),
  )
  assert.equal(moved.profesional.nombre, 'Bea')
  const tomorrow = dataOf(await salon.backend.get(`${path}?fecha=2030-03-05`))
  assert.deepEqual(tomorrow, { visitas: [] })
})

test('D71: only who has all agendas of the salon sees who could take over', async () => {
  const salon = await openSalon({ now: '2030-03-04T08:00', professionals: ['Ana', 'Bea'] })
  const path = `/peluqueros/${salon.id('Ana')}/ausencia/`
  assertError(await salon.guest.get(path), 'INSUFFICIENT_SCOPE')
  const ana = await salon.staff('professional', { professional: 'Ana' })
  assertError(await ana.get(path), 'PERMISSION_REQUIRED')
  const reception = await salon.staff('receptionist')
  assert.deepEqual(dataOf(await reception.get(path)), { visitas: [] })
  assertError(await reception.get('/peluqueros/999999999/ausencia/'), 'PROFESSIONAL_NOT_FOUND')
  assertError(await reception.get(`${path}?fecha=2030-02-30`), 'INVALID_DATE')
  const neighbour = await openSalon({})
  assertError(await neighbour.backend.get(path), 'PROFESSIONAL_NOT_FOUND')
})

const monday = '2030-03-04'
const simulated = { 'x-simular': 'true' }

/** Ana has visits at 10, 11, 12 and 13; Bea one at 11. */
async function openIllness() {
  const salon = await openSalon({
    now: '2030-03-04T08:00',
    services: [{ name: 'Corte' }],
    professionals: ['Ana', 'Bea'],
  })
  const book = async (who: string, time: string) =>
    dataOf(
      await salon.guest.book(who, time, {
        email: `v${time.slice(0, 2)}${who.toLowerCase()}@example.com`,
      }),
      201,
    )
  const visits: { id: number; version: number }[] = []
  for (const time of ['10:00', '11:00', '12:00', '13:00']) visits.push(await book('Ana', time))
  await book('Bea', '11:00')
  const path = `/peluqueros/${salon.id('Ana')}/ausencia/`
  const settle = (body: object, headers: Record<string, string> = {}) =>
    salon.backend.post(path, body, headers)
  const chosen = (index: number, fields: object) => ({
    ...{ reserva_id: visits[index]?.id, version: 1, ...fields },
  })
  const read = async (index: number) =>
    dataOf(await salon.backend.get(`/reservas/${visits[index]?.id}/`))
  return { salon, path, visits, settle, chosen, read }
}

const codesOf = ({ visitas }: { visitas: { codigo_motivo: string | null }[] }) =>
  visitas.map(({ codigo_motivo }) => codigo_motivo)

test('D71: one request gives each visit to others, to another time or cancels it, and what is refused is named', async () => {
  const { salon, settle, chosen, read, visits } = await openIllness()
  const body = {
    visitas: [
      chosen(0, { accion: 'mover' }),
      chosen(1, { accion: 'mover', peluqueros: [salon.id('Bea')] }),
      chosen(2, { accion: 'cancelar', motivo: 'Ana está enferma' }),
      chosen(3, {
        ...{ accion: 'mover', fecha: '2030-03-05', hora_inicio: '09:00' },
        ...{ peluqueros: [salon.id('Ana')] },
      }),
    ],
    dia_libre: { motivo: { es: 'Enfermedad' } },
  }
  const tried = dataOf(await assertWritesNothing(salon, () => settle(body, simulated)))
  assert.equal(tried.simulado, true)
  const key = { 'idempotency-key': randomUUID() }
  const settled = dataOf(await settle(body, key))
  assert.deepEqual({ ...settled, simulado: true }, tried, 'the trial has shown what was to come')
  assert.deepEqual(codesOf(settled), [null, 'SLOT_NOT_AVAILABLE', null, null])
  assert.ok(settled.visitas[1].alternativas.length > 0)
  assert.deepEqual(settled.dia_libre, { guardado: false, codigo_motivo: 'WOULD_ORPHAN_BOOKINGS' })
  const [first, second, third, fourth] = [
    await read(0),
    await read(1),
    await read(2),
    await read(3),
  ]
  assert.deepEqual([first.profesional.nombre, first.hora_inicio], ['Bea', '10:00'])
  assert.deepEqual([second.profesional.nombre, second.version], ['Ana', 1])
  assert.deepEqual([third.estado, third.motivo_cancelacion], ['cancelada', 'Ana está enferma'])
  assert.deepEqual([fourth.profesional.nombre, fourth.fecha], ['Ana', '2030-03-05'])
  assert.deepEqual(dataOf(await settle(body, key)), settled, 'a repeated request changes nothing')
  const mailed = async (time: string) =>
    (await emailsTo(salon, `v${time}ana@example.com`)).map(({ kind }) => kind).slice(1)
  assert.deepEqual(
    [await mailed('10'), await mailed('11'), await mailed('12'), await mailed('13')],
    [['booking_rescheduled'], [], ['booking_cancelled'], ['booking_rescheduled']],
  )
  const entries = await witness<{ id: number }[]>`
    select (detail ->> 'bookingId')::bigint as id from audit_entries
    where business_id = ${salon.businessId} and action = 'bookings.settle-absence' order by audit_entries.id`
  assert.deepEqual(
    entries.map(({ id }) => Number(id)),
    [0, 2, 3].map((index) => visits[index]?.id),
  )
})

test('D71: the day off is added when nothing remains, and nobody can book it then', async () => {
  const { salon, settle, chosen, visits } = await openIllness()
  const cancelled = [0, 1, 2, 3].map((index) => chosen(index, { accion: 'cancelar' }))
  const settled = dataOf(
    await settle({ visitas: cancelled, dia_libre: {}, avisar: false, fecha: monday }),
  )
  assert.deepEqual(codesOf(settled), [null, null, null, null])
  assert.deepEqual(settled.dia_libre, { guardado: true, codigo_motivo: null })
  assert.deepEqual(
    (await emailsTo(salon, 'v10ana@example.com')).map(({ kind }) => kind),
    ['booking_confirmed'],
    'nobody was to be notified',
  )
  assertError(await salon.guest.book('Ana', '10:00'), 'PROFESSIONAL_NOT_AVAILABLE')
  const { excepciones } = dataOf(
    await salon.backend.get(`/ajustes/profesionales/${salon.id('Ana')}/excepciones/`),
  )
  assert.deepEqual(
    excepciones.map(({ fecha, trabaja }: Record<string, unknown>) => [fecha, trabaja]),
    [[monday, false]],
  )
  const again = dataOf(await settle({ visitas: cancelled, dia_libre: {} }))
  assert.deepEqual(
    codesOf(again),
    visits.map(() => 'BOOKING_NOT_FOUND'),
  )
  assert.deepEqual(again.dia_libre, { guardado: true, codigo_motivo: null })
})

test('D71: only the visits of the request change, as they were seen, and as far as the caller may', async () => {
  const { salon, path, settle, chosen, visits, read } = await openIllness()
  const [{ id: other = 0 } = {}] = dataOf(
    await salon.backend.get(`/reservas/?peluquero_id=${salon.id('Bea')}`),
  ).items
  const settled = dataOf(
    await assertWritesNothing(salon, () =>
      settle({
        visitas: [
          { ...chosen(0, { accion: 'cancelar' }), version: 2 },
          { reserva_id: other, version: 1, accion: 'cancelar' },
          chosen(2, { accion: 'mover', peluqueros: [salon.id('Bea'), salon.id('Bea')] }),
        ],
      }),
    ),
  )
  assert.deepEqual(codesOf(settled), ['VERSION_CONFLICT', 'BOOKING_NOT_FOUND', 'VALIDATION_ERROR'])
  assert.equal(settled.visitas[0].version, 1)
  assert.equal(settled.dia_libre, null)
  assertInvalid(
    await settle({ visitas: [chosen(0, { accion: 'cancelar', hora_inicio: '10:00' })] }),
    'visitas[0].hora_inicio',
  )
  const twice = chosen(0, { accion: 'cancelar' })
  assertInvalid(await settle({ visitas: [twice, twice] }), 'visitas[1].reserva_id')
  assertError(await settle({ visitas: [], fecha: '2030-02-30' }), 'INVALID_DATE')
  const body = { visitas: [chosen(0, { accion: 'mover' })] }
  assertError(await salon.guest.post(path, body), 'INSUFFICIENT_SCOPE')
  const ana = await salon.staff('professional', { professional: 'Ana' })
  assertError(await ana.post(path, body), 'PERMISSION_REQUIRED')
  const reception = await salon.staff('receptionist')
  assertError(await reception.post(path, { ...body, dia_libre: {} }), 'PERMISSION_REQUIRED')
  assertError(
    await reception.post('/peluqueros/999999999/ausencia/', body),
    'PROFESSIONAL_NOT_FOUND',
  )
  assert.deepEqual(codesOf(dataOf(await reception.post(path, body))), [null])
  assert.equal((await read(0)).profesional.nombre, 'Bea')
  const neighbour = await openSalon({})
  assertError(await neighbour.backend.post(path, body), 'PROFESSIONAL_NOT_FOUND')
  assert.equal(visits.length, 4)
})
