import { applySalon, rateNames } from '@silla/core'
import type { Sql } from '@silla/db'
import { type EpochDay, formatDate, formatTime } from '@silla/slots'
import { createKey } from '@silla/tenants'
import { salonFileFor } from '../support/salon-fixture.ts'

const professionals = 20
const services = 12
const firstMinute = 9 * 60
const slotsPerDay = 22

export type BenchSalon = Awaited<ReturnType<typeof openBenchSalon>>

/** A salon with a dozen services and twenty professionals. */
export async function openBenchSalon(admin: Sql) {
  const file = salonFileFor('bench', {
    timezone: 'UTC',
    professionals: Array.from({ length: professionals }, (_, index) => `Professional ${index}`),
    services: Array.from({ length: services }, (_, index) => ({ name: `Service ${index}` })),
  })
  await applySalon(admin, file)
  const [row] = await admin<
    { businessId: string }[]
  >`select business_id from registry.businesses where slug = 'bench'`
  const businessId = row?.businessId ?? ''
  // rate limits count as in production, and never reject
  const rates = Object.fromEntries(rateNames.map((name) => [name, 1_000_000_000]))
  await admin`update registry.businesses set rates = ${admin.json(rates)} where business_id = ${businessId}`
  const publishable = await createKey(admin, businessId, {
    kind: 'publishable',
    name: 'bench',
    origins: [],
  })
  const secret = await createKey(admin, businessId, { kind: 'secret', name: 'bench', origins: [] })
  const ids = await admin.begin(async (tx) => {
    await tx`select app.set_business(${businessId})`
    return {
      professionals: (
        await tx<{ id: number }[]>`select id from professionals where business_id = ${businessId}`
      ).map((one) => one.id),
      services: (
        await tx<{ id: number }[]>`select id from services where business_id = ${businessId}`
      ).map((one) => one.id),
    }
  })
  const today: EpochDay = Math.floor(Date.now() / 86_400_000)
  const serviceId = ids.services[0] ?? 0
  let booked = 0

  return {
    today,
    publishableKey: publishable.key,
    secretKey: secret.key,
    professionalIds: ids.professionals,
    serviceId,
    /** The next free time: by professional, then by half hour, then by day. */
    nextBooking() {
      const professional = ids.professionals[booked % professionals]
      const start = Math.floor(booked / professionals) % slotsPerDay
      const day = 1 + Math.floor(booked / professionals / slotsPerDay)
      booked++
      return JSON.stringify({
        servicio_ids: [serviceId],
        peluquero_id: professional,
        fecha: formatDate(today + day),
        hora_inicio: formatTime(firstMinute + start * 30),
        nombre: 'Bench',
        email: `bench-${booked}@example.com`,
      })
    },
  }
}
