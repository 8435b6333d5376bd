import { createCalendarFeed } from '@silla/core'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { insertEndpoint } from '../support/event-endpoints.ts'
import { runJobs } from '../support/jobs.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { staffOf } from '../support/staff.ts'
import { joined } from '../support/staff-members.ts'

/** A salon with something in most of its tables, made by requests. */
export async function openLivelySalon(): Promise<TestSalon> {
  const salon = await openSalon({
    now: '2030-03-04T09:28',
    payments: true,
    professionals: ['Ana', 'Bea'],
    services: [{ name: 'Corte', priceCents: 2000 }, { name: 'Tinte' }],
    products: [{ name: 'Cera', priceCents: 1400, stock: 5 }],
    settings: { pointsEnabled: true },
  })
  await insertEndpoint(salon, { url: 'https://till.example/events' })
  const paid = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const intent = await salon.guest.createIntent(paid)
  salon.stripe.pay(intent)
  dataOf(await salon.guest.confirmPayment(intent, { codigo: paid.codigo }))
  const cancelled = dataOf(await salon.guest.book('Bea', '11:00', { date: '2030-03-09' }), 201)
  dataOf(await salon.guest.cancel(cancelled))
  const customer = await salon.customer({ nombre: 'Nina Mar', email: 'nina@example.com' })
  const own = dataOf(await customer.book('Ana', '09:30'), 201)
  salon.setTime('2030-03-04T09:40')
  dataOf(await salon.backend.post(`/reservas/${own.id}/completar/`))
  dataOf(
    await customer.post(`/reservas/${own.id}/resena/`, { valoracion: 5, comentario: 'Ñandú "π"' }),
    201,
  )
  dataOf(
    await customer.post('/pedidos/', {
      items: [{ producto_id: salon.id('Cera'), cantidad: 2 }],
    }),
    201,
  )
  for (const tipo of ['salud', 'marketing'])
    dataOf(
      await salon.backend.post(`/clientes/${customer.id}/consentimientos/`, {
        ...{ tipo, otorgado: true, medio: 'papel', texto: 'Sí' },
      }),
      201,
    )
  for (const tipo of ['nota', 'alergia'])
    dataOf(
      await salon.backend.post(`/clientes/${customer.id}/notas/`, { tipo, texto: 'Nuez' }),
      201,
    )
  const visit = { servicio_ids: [salon.id('Corte')], peluquero_id: salon.id('Bea') }
  const start = { fecha: salon.today, hora_inicio: '17:00' }
  dataOf(await salon.guest.post('/retenciones/', { ...visit, ...start }), 201)
  const day = { desde: '2030-03-06', hasta: '2030-03-06' }
  const contact = { nombre: 'Lía', email: 'lia@example.com', telefono: '+34612000000' }
  dataOf(
    await salon.guest.post('/lista-espera/', {
      ...{ servicio_ids: [salon.id('Corte')], ...day, ...contact },
    }),
    201,
  )
  const block = {
    ...{ peluquero_id: salon.id('Ana'), motivo: 'Curso' },
    ...{ desde: '2030-03-04T16:00', hasta: '2030-03-04T18:30' },
  }
  dataOf(await salon.backend.post('/bloqueos/', block), 201)
  await joined(salon, { email: `ana@${salon.slug}.example` })
  await createCalendarFeed(await staffOf(salon), null)
  await runJobs(salon, { mayFail: true })
  const { witness } = await testDatabase()
  await witness`insert into app.api_key_uses (business_id, key_id, last_used_at)
    select business_id, key_id, now() from registry.api_keys
    where business_id = ${salon.businessId} on conflict do nothing`
  return salon
}
