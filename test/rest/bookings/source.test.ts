import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, dataOf } from '../../support/assertions.ts'
import { openAssistant } from '../../support/assistant.ts'
import { openSalon } from '../../support/salon.ts'
import { openSalonPage } from '../pages/open-page.ts'

test('the salon sees where a customer came from, and nobody else does', async () => {
  const salon = await openSalon()
  const booked = dataOf(await salon.guest.book('Ana', '10:00', { origen: ' Google ' }), 201)
  const path = `/reservas/${booked.id}/`
  assert.equal(dataOf(await salon.backend.get(path)).origen, 'google')
  const byCode = await salon.guest.get(`/reservas/codigo/${booked.codigo}/`)
  assert.equal(dataOf(byCode).origen, null)
  const without = dataOf(await salon.guest.book('Ana', '12:00'), 201)
  assert.equal(dataOf(await salon.backend.get(`/reservas/${without.id}/`)).origen, null)
  // in an optional field "" is like absent
  dataOf(await salon.guest.book('Ana', '13:00', { origen: '' }), 201)
})

test('a booking keeps its source when it is moved', async () => {
  const salon = await openSalon()
  const visit = { origen: 'instagram', date: '2030-03-11' }
  const { id, codigo } = dataOf(await salon.guest.book('Ana', '10:00', visit), 201)
  const moved = { fecha: '2030-03-11', hora_inicio: '12:00', codigo }
  dataOf(await salon.guest.post(`/reservas/${id}/reprogramar/`, moved))
  assert.equal(dataOf(await salon.backend.get(`/reservas/${id}/`)).origen, 'instagram')
})

test('a source that is none is refused', async () => {
  const salon = await openSalon()
  for (const origen of ['a b', 'ñandú', 'a.b', 'x'.repeat(31), '<script>', 5, ['google']]) {
    const refused = await salon.guest.book('Ana', '10:00', { origen })
    assertError(refused, 'VALIDATION_ERROR')
    assert.match(refused.error.detalles[0].campo, /^origen/)
  }
})

test('the report of bookings counts by source, those of an unknown one last', async () => {
  const salon = await openSalon()
  await salon.guest.book('Ana', '10:00', { origen: 'instagram' })
  await salon.guest.book('Ana', '11:00', { origen: 'google' })
  const { id, codigo } = dataOf(await salon.guest.book('Ana', '12:00', { origen: 'google' }), 201)
  await salon.backend.post(`/reservas/${id}/cancelar/`, {})
  await salon.guest.book('Ana', '13:00')
  assert.ok(codigo)
  const report = dataOf(await salon.backend.get('/informes/citas/?grupo=origen&hasta=2030-03-31'))
  const rows = report.filas.map((row: Record<string, unknown>) => [
    ...[row.nombre, row.id, row.citas, row.canceladas],
  ])
  assert.deepEqual(rows, [
    ['google', null, 2, 1],
    ['instagram', null, 1, 0],
    [null, null, 1, 0],
  ])
  assert.equal(report.total.citas, 4)
  assertError(await salon.backend.get('/informes/caja/?grupo=origen'), 'VALIDATION_ERROR')
})

test('who sees their own work only gets the sources of their own visits', async () => {
  const salon = await openSalon({ professionals: [{ name: 'Ana' }, { name: 'Luis' }] })
  await salon.guest.book('Ana', '10:00', { origen: 'google' })
  await salon.guest.book('Luis', '10:00', { origen: 'facebook', email: 'other@example.com' })
  const ana = await salon.staff('professional', { professional: 'Ana' })
  const report = dataOf(await ana.get('/informes/citas/?grupo=origen&hasta=2030-03-31'))
  assert.deepEqual(
    report.filas.map(({ nombre, citas }: Record<string, unknown>) => [nombre, citas]),
    [['google', 1]],
  )
})

test('the page hands the source of its address to the widget, and keeps it in its links', async () => {
  const salon = await openSalonPage()
  const page = await salon.open(`${salon.path}?origen=Google`)
  assert.match(page.html, /<silla-booking [^>]*source="google"/)
  assert.match(page.html, /href="\?lang&#61;en&#38;origen&#61;google"/)
  assert.match(page.html, /rel="canonical" href="[^"]*\?lang=es"/)
  for (const path of ['', '?origen=%3Cscript%3E', '?origen=', '?origen=a&origen=b']) {
    const { status, html } = await salon.open(salon.path + path)
    assert.equal(status, 200)
    assert.doesNotMatch(html, /source="|origen&#61;/, path)
  }
})

test('a booking by an assistant says so', async () => {
  const salon = await openSalonPage()
  const { call } = await openAssistant(salon.slug)
  const visit = {
    servicio_ids: [salon.id('Corte')],
    peluquero_id: salon.id('Ana'),
    fecha: salon.today,
    hora_inicio: '12:00',
  }
  const { datos: hold } = await call('crear_retencion', { ...visit, clave: 'a random text' })
  const { datos: booking } = await call('crear_reserva', {
    ...visit,
    ...{ nombre: 'Lucía Prado', email: 'lucia@example.com' },
    retencion: { id: hold.id, token: hold.token },
  })
  assert.equal(dataOf(await salon.backend.get(`/reservas/${booking.id}/`)).origen, 'asistente')
})
