import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAssistant } from '../../support/assistant.ts'
import { openSalonPage } from '../pages/open-page.ts'

const salonWithTwo = () =>
  openSalonPage({ professionals: [{ name: 'Ana' }, { name: 'Luis' }], now: '2030-03-04T08:00' })

for (const revision of ['modern', 'legacy'] as const)
  test(`D79: an assistant finds a time, holds it, books, moves and cancels (${revision})`, async () => {
    const salon = await salonWithTwo()
    const { client, call } = await openAssistant(salon.slug, { revision })
    assert.match(client.getInstructions() ?? '', /Today it is 2030-03-04 at the salon/)

    const services = await call('servicios', { lang: 'en' })
    const [service] = services.content.datos.servicios
    const day = await call('disponibilidad', {
      peluquero_id: 0,
      fecha: salon.today,
      servicios: String(service.id),
    })
    const slot = day.content.datos.slots.find((each: { disponible: boolean }) => each.disponible)
    const visit = {
      servicio_ids: [service.id],
      peluquero_id: slot.peluqueros[0],
      fecha: salon.today,
      hora_inicio: slot.hora_inicio,
    }
    const held = await call('crear_retencion', { ...visit, clave: 'a1b2c3d4-visit-one' })
    const { id, token, total } = held.content.datos
    assert.equal(total, service.precio)
    const contact = { nombre: 'Lucía Prado', email: 'lucia@example.com' }
    const booked = await call('crear_reserva', { ...visit, ...contact, retencion: { id, token } })
    const { datos: booking, enlace } = booked.content
    assert.equal(booking.estado, 'confirmada')
    assert.equal(enlace, `https://book.example/s/${salon.slug}/r/${booking.codigo}`)

    const found = await call('reserva_por_codigo', { codigo: booking.codigo })
    assert.equal(found.content.datos.id, booking.id)
    const newTime = {
      id: booking.id,
      codigo: booking.codigo,
      fecha: salon.today,
      hora_inicio: '12:00',
    }
    const trial = await call('simular_reprogramar_reserva', newTime)
    assert.equal(trial.content.datos.hora_inicio, '12:00')
    assert.equal(
      (await call('reserva_por_codigo', { codigo: booking.codigo })).content.datos.hora_inicio,
      visit.hora_inicio,
    )
    const { confirmacion } = trial.content
    const moved = await call('reprogramar_reserva', { ...newTime, confirmacion })
    assert.equal(moved.content.datos.hora_inicio, '12:00')

    const which = { id: booking.id, codigo: booking.codigo, motivo: 'Estoy enferma' }
    const preview = await call('simular_cancelar_reserva', which)
    assert.equal(preview.content.datos.estado, 'cancelada')
    const cancelled = await call('cancelar_reserva', {
      ...which,
      confirmacion: preview.content.confirmacion,
    })
    assert.equal(cancelled.content.datos.estado, 'cancelada')
    const after = await call('reserva_por_codigo', { codigo: booking.codigo })
    assert.equal(after.content.datos.estado, 'cancelada')
  })
