import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createSillaClient, type SillaClient, type Wire } from '@silla/client'
import { testApi } from '../support/api.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'

let salon: TestSalon
let baseUrl: string
let silla: SillaClient

before(async () => {
  salon = await openSalon({ services: [{ name: 'Corte', minutes: 30 }] })
  baseUrl = new URL((await testApi()).url).origin
  silla = createSillaClient({ baseUrl, apiKey: salon.publishableKey })
})

test('the typed client finds a service and a free time, books it, and looks the booking up by its code', async () => {
  const services = await silla.GET('/api/v1/servicios/')
  const service: Wire['Servicio'] | undefined = services.data?.data.servicios[0]
  assert.equal(service?.id, salon.id('Corte'))

  const day = await silla.GET('/api/v1/disponibilidad/{peluquero_id}/{fecha}/', {
    params: {
      path: { peluquero_id: salon.id('Ana'), fecha: salon.today },
      query: { servicio_id: service.id },
    },
  })
  const slot = day.data?.data.slots.find(({ disponible }) => disponible)
  assert.ok(slot)

  const booked = await silla.POST('/api/v1/reservas/crear/', {
    body: {
      servicio_ids: [service.id],
      peluquero_id: salon.id('Ana'),
      fecha: salon.today,
      hora_inicio: slot.hora_inicio,
      nombre: 'Lucía Prado',
      email: 'lucia@example.com',
    },
  })
  const booking: Wire['Reserva'] | undefined = booked.data?.data
  assert.equal(booked.response.status, 201)
  assert.ok(booking)

  const found = await silla.GET('/api/v1/reservas/codigo/{codigo}/', {
    params: { path: { codigo: booking.codigo } },
  })
  assert.equal(found.data?.data.id, booking.id)
  assert.equal(found.data?.data.hora_inicio, slot.hora_inicio)
})

test('an error is returned as a value, in the client’s language', async () => {
  const english = createSillaClient({ baseUrl, apiKey: salon.publishableKey, language: 'en' })
  const requested = { params: { path: { codigo: 'AAAAAAAAAA' } } }
  const [spanish, refused] = [
    await silla.GET('/api/v1/reservas/codigo/{codigo}/', requested),
    await english.GET('/api/v1/reservas/codigo/{codigo}/', requested),
  ]
  assert.equal(refused.data, undefined)
  assert.equal(refused.response.status, 404)
  assert.equal(refused.error?.error.code, 'BOOKING_NOT_FOUND')
  assert.notEqual(refused.error.error.message, spanish.error?.error.message)
})

test('an access token makes requests as the customer', async () => {
  const { token, email } = await salon.customer({ nombre: 'Lucía Prado', email: 'own@example.com' })
  const own = createSillaClient({ baseUrl, apiKey: salon.publishableKey, accessToken: token })
  const profile = await own.GET('/api/v1/cliente/perfil/')
  assert.equal(profile.data?.data.email, email)
  assert.equal(
    (await silla.GET('/api/v1/cliente/perfil/')).error?.error.code,
    'AUTHENTICATION_REQUIRED',
  )
})
