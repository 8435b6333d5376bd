import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, dataOf } from '../../support/assertions.ts'
import { noCode, reschedule } from '../../support/reschedule.ts'
import { openSalon } from '../../support/salon.ts'
import { assertWritesNothing } from '../../support/writes.ts'

// The visits of a professional who is ill (D71).

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
      [alone.id, '', 'SERVICE_NOT_OFFERED', false],
    ],
    `without ${early.id}, which has begun`,
  )
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
