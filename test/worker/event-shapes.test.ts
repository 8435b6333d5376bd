import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventRef, type StoredEvent } from '@silla/core'
import { eventQueries } from '@silla/db'
import { eventLocale, eventVersion, serializeEvent } from '@silla/wire'
import { runJobs } from '../support/jobs.ts'
import { requestContextFor } from '../support/request-context.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'

test('D31: a booking in an event is the booking that the secret key sees', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  const { data: booking } = await salon.guest.book('Ana', '10:00', { notas: 'Alergia al tinte' })
  const { data: detail } = await salon.backend.get(`/reservas/${booking.id}/`)
  const [event] = await deliveredEvents(salon)
  assert.deepEqual(event, {
    posicion: 1,
    id: event?.id,
    tipo: 'reserva.creada',
    creado_en: detail.created_at,
    version: eventVersion,
    datos: detail,
  })
})

test('D37: a moved booking in an event carries its old time', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  const { data: booking } = await salon.guest.book('Ana', '10:00', { date: '2030-03-07' })
  salon.setTime('2030-03-04T08:05')
  const body = { fecha: '2030-03-08', hora_inicio: '12:00', codigo: booking.codigo }
  await salon.guest.post(`/reservas/${booking.id}/reprogramar/`, body)
  const { data: detail } = await salon.backend.get(`/reservas/${booking.id}/`)
  const [, event] = await deliveredEvents(salon)
  assert.equal(event?.tipo, 'reserva.reprogramada')
  assert.deepEqual(event?.datos, {
    ...detail,
    anterior: { fecha: '2030-03-07', hora_inicio: '10:00', inicio: '2030-03-07T09:00:00.000Z' },
  })
})

test('D42: an event of a type that this version does not know is not delivered as something else', async () => {
  const salon = await openSalon()
  const { tenant } = await requestContextFor(salon)
  const catalog = await tenant.catalog()
  const event = {
    id: 1,
    position: 1,
    type: 'reserva.otra',
    occurredAt: new Date(0),
    payload: '{}',
    internalNote: null,
  }
  assert.throws(() => serialized(salon, event), /unknown type reserva.otra/)

  function serialized({ businessId }: TestSalon, stored: StoredEvent) {
    return serializeEvent(stored, { businessId, catalog, locale: eventLocale(catalog.settings) })
  }
})

/** The salon's events as they are delivered. */
async function deliveredEvents(salon: TestSalon) {
  await runJobs(salon)
  const { tenant } = await requestContextFor(salon)
  const catalog = await tenant.catalog()
  const { businessId } = salon
  const stored = await tenant.db.transaction((tx) =>
    eventQueries.listEvents(tx, { after: 0, limit: 100 }),
  )
  const events = stored.map((event) =>
    serializeEvent(event, { businessId, catalog, locale: eventLocale(catalog.settings) }),
  )
  assert.deepEqual(
    events.map(({ id }) => id),
    stored.map(({ id }) => eventRef(businessId, id)),
  )
  return events
}
