import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openApi, type TestApi } from '../support/api.ts'
import { atEnd } from '../support/at-end.ts'
import { type Client, client } from '../support/client.ts'
import { testDatabase } from '../support/database.ts'
import { insertDeliveries } from '../support/deliveries.ts'
import { insertEndpoint } from '../support/event-endpoints.ts'
import { publishEvents } from '../support/events.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { tapWire, type WireTap } from '../support/wire-tap.ts'
import { fetchCalendar, newFeed } from './calendars/calendar-app.ts'

let salon: TestSalon
let tap: WireTap
let api: TestApi
let guest: Client

before(async () => {
  salon = await openSalon({ professionals: ['Ana', 'Bea'], now: '2030-03-04T08:00' })
  const { urls } = await testDatabase()
  tap = await tapWire(urls.api)
  atEnd(tap.close)
  api = await openApi(tap.url)
  atEnd(api.close)
  api.clock.set(salon.clock.now())
  guest = client(api.url, { 'x-api-key': salon.publishableKey })
})

/**
 * Counts round trips after a warm-up that prepares the statements. The smallest count is the true one:
 * a new connection prepares its statements first, and of statements that are sent together, the tap
 * counts those apart that arrive after a response.
 */
async function costs(expected: number, request: () => Promise<{ status: number; text: string }>) {
  for (let warmUp = 0; warmUp < 8; warmUp++) await request()
  const counts: number[] = []
  while (counts.length < 20 && counts.at(-1) !== expected) {
    tap.roundTrips()
    const answer = await request()
    assert.ok(answer.status < 400, answer.text)
    counts.push(tap.roundTrips())
  }
  assert.equal(Math.min(...counts), expected, counts.join())
}

for (const path of [
  '/negocio/',
  '/negocio/horarios/',
  '/negocio/festivos/',
  '/servicios/',
  '/categorias/',
  '/peluqueros/',
] as const) {
  test(`a catalogue read sends no query to the database: ${path}`, () =>
    costs(0, () => guest.get(path)))
}

test('a service, a professional and a schedule come from the same copy', async () => {
  await costs(0, () => guest.get(`/servicios/${salon.id('Corte')}/`))
  await costs(0, () => guest.get(`/peluqueros/${salon.id('Ana')}/`))
  await costs(0, () => guest.get(`/peluqueros/${salon.id('Ana')}/horario/`))
})

test('a day of availability is one round trip', () =>
  costs(1, () => guest.get(`/disponibilidad/${salon.id('Ana')}/2030-03-05/`)))

test('a month of days is one round trip, for one professional and for all', async () => {
  await costs(1, () => guest.get(`/disponibilidad/dias/?peluquero_id=${salon.id('Ana')}`))
  await costs(1, () => guest.get('/disponibilidad/dias/'))
})

test('professionals available today are one round trip', () =>
  costs(1, () => guest.get('/peluqueros/?disponible_hoy=true')))

test('D69: the agenda of a week is one round trip', () =>
  costs(1, () => client(api.url, { 'x-api-key': salon.secretKey }).get('/agenda/?dias=7')))

test('D36: holding a time is one round trip, and so is booking it', async () => {
  let day = 10
  const visit = () => ({
    servicio_ids: [salon.id('Corte')],
    peluquero_id: salon.id('Ana'),
    fecha: `2030-03-${day++}`,
    hora_inicio: '10:00',
  })
  await costs(1, () => guest.post('/retenciones/', visit()))

  const held: object[] = []
  for (let index = 0; index < 9; index++) {
    const body = visit()
    const { id, token } = (await guest.post('/retenciones/', body)).data
    held.push({ ...body, retencion: { id, token } })
  }
  await costs(1, () =>
    guest.post('/reservas/crear/', {
      ...held.pop(),
      nombre: 'Eva',
      email: `eva-${held.length}@example.com`,
    }),
  )
})

test('a booking is one round trip, signed in as well, and under a key', async () => {
  const customer = await salon.customer({ nombre: 'Eva', email: 'eva@example.com' })
  const signedIn = client(api.url, {
    'x-api-key': salon.secretKey,
    authorization: `Bearer ${customer.token}`,
  })
  let booked = 0
  await costs(1, () => {
    booked++
    return signedIn.post(
      '/reservas/crear/',
      {
        servicio_ids: [salon.id('Corte')],
        peluquero_id: salon.id('Ana'),
        fecha: '2030-03-06',
        hora_inicio: `${9 + booked}:00`.padStart(5, '0'),
      },
      { 'idempotency-key': `visita ${booked}` },
    )
  })
})

test('a booking is one round trip', async () => {
  let booked = 0
  await costs(1, () => {
    booked++
    return guest.post('/reservas/crear/', {
      servicio_ids: [salon.id('Corte')],
      peluquero_id: salon.id('Bea'),
      fecha: '2030-03-05',
      hora_inicio: `${9 + booked}:00`.padStart(5, '0'),
      nombre: 'Lucía Prado',
      email: `lucia-${booked}@example.com`,
    })
  })
})

test('D37: moving a booking is two round trips, to anyone as well, and so is cancelling it', async () => {
  const { backend } = salon
  const own = client(api.url, { 'x-api-key': salon.secretKey })
  const booked = async (index: number) => {
    const input = { date: '2030-03-20', email: `mover-${index}@example.com` }
    return (await backend.book('Bea', '09:00', input)).data as { id: number; codigo: string }
  }
  const moving = await booked(0)
  const move = (peluquero_id: number | undefined) => {
    let minute = 0
    return () =>
      own.post(`/reservas/${moving.id}/reprogramar/`, {
        fecha: '2030-03-21',
        hora_inicio: `1${Math.floor(++minute / 4) % 8}:${['00', '15', '30', '45'][minute % 4]}`,
        por_negocio: true,
        peluquero_id,
      })
  }
  await costs(2, move(undefined))
  await costs(2, move(0))

  const bookings: { id: number }[] = []
  for (let index = 1; index <= 28; index++) {
    const date = `2030-04-${String(index).padStart(2, '0')}`
    const input = { date, email: `canceller-${index}@example.com` }
    bookings.push((await backend.book('Ana', '09:00', input)).data)
  }
  await costs(2, () => own.post(`/reservas/${bookings.pop()?.id}/cancelar/`, {}))
})

test('D54: changing the services of a booking is two round trips', async () => {
  const { backend } = salon
  const own = client(api.url, { 'x-api-key': salon.secretKey })
  const input = { date: '2030-03-22', email: 'lines@example.com' }
  const { id } = (await backend.book('Bea', '09:00', input)).data
  let version = 0
  await costs(2, async () => {
    const lineas = [{ servicio_id: salon.id('Corte'), precio: 20 + ++version, motivo: 'Largo' }]
    return own.put(`/reservas/${id}/lineas/`, { lineas, version })
  })
})

test('D32: a booking with anyone who is free is one round trip', async () => {
  let booked = 0
  await costs(1, () => {
    booked++
    return guest.post('/reservas/crear/', {
      servicio_ids: [salon.id('Corte')],
      fecha: '2030-03-07',
      hora_inicio: `${8 + Math.ceil(booked / 2)}:00`.padStart(5, '0'),
      nombre: 'Lucía Prado',
      email: `anyone-${booked}@example.com`,
    })
  })
})

test('D33: a booking of lines is one round trip, two where somebody has to be chosen', async () => {
  let booked = 0
  const book = (peluquero_id: number) => {
    booked++
    return guest.post('/reservas/crear/', {
      lineas: [{ servicio_id: salon.id('Corte'), peluquero_id }],
      fecha: '2030-03-08',
      hora_inicio: `${8 + Math.ceil(booked / 2)}:${booked % 2 ? '00' : '30'}`.padStart(5, '0'),
      nombre: 'Lucía Prado',
      email: `lines-${booked}@example.com`,
    })
  }
  await costs(1, () => book(salon.id('Ana')))
  await costs(2, () => book(0))
})

test('a booking looked up by its code is one round trip, a cancelled one with its note as well', async () => {
  const { data } = await salon.guest.book('Ana', '17:00')
  await costs(1, () => guest.get(`/reservas/codigo/${data.codigo}/`))
  const own = client(api.url, { 'x-api-key': salon.secretKey })
  await own.post(`/reservas/${data.id}/cancelar/`, { nota_interna: 'Llamó ayer' })
  await costs(1, () => own.get(`/reservas/codigo/${data.codigo}/`))
})

test('a booking looked up by its id is one round trip', async () => {
  const { data } = await salon.guest.book('Ana', '18:00', { email: 'otra@example.com' })
  await costs(1, () => guest.get(`/reservas/${data.id}/`, { 'x-reserva-codigo': data.codigo }))
})

test('a page of a thousand bookings is one round trip, for their customer and for the salon', async () => {
  const customer = await salon.customer({ nombre: 'Marta', email: 'marta@example.com' })
  await hasVisited(salon, customer.id, 1000)
  const mine = client(api.url, {
    'x-api-key': salon.publishableKey,
    authorization: `Bearer ${customer.token}`,
  })
  await costs(1, () => mine.get('/cliente/reservas/?page=3'))
  await costs(1, () => mine.get('/cliente/reservas/'))
  const { data } = await mine.get('/cliente/reservas/')
  assert.deepEqual([data.total, data.reservas.length], [1000, 500])
  const owner = client(api.url, { 'x-api-key': salon.secretKey })
  await costs(1, () => owner.get('/reservas/?estado=completada&page_size=100'))
})

test('product stock is one round trip, points packages none', async () => {
  const shop = await openSalon({
    products: [{ name: 'Cera', stock: 8 }],
    pointsPackages: [{ name: 'Bono', points: 100, priceCents: 900 }],
  })
  const visitor = client(api.url, { 'x-api-key': shop.publishableKey })
  await costs(1, () => visitor.get('/productos/'))
  await costs(0, () => visitor.get('/puntos/paquetes/'))
  await costs(0, () => guest.get('/productos/'))
})

test('points, orders and a single order are one round trip each', async () => {
  const shop = await openSalon({ products: [{ name: 'Cera' }], now: '2030-03-04T08:00' })
  const { token } = await shop.customer({ nombre: 'Marta', email: 'marta@example.com' })
  const mine = client(api.url, {
    'x-api-key': shop.publishableKey,
    authorization: `Bearer ${token}`,
  })
  const order = await mine.post('/pedidos/', {
    items: [{ producto_id: shop.id('Cera'), cantidad: 1 }],
  })
  await costs(1, () => mine.get('/cliente/puntos/'))
  await costs(1, () => mine.get('/cliente/puntos/movimientos/?page=2'))
  await costs(1, () => mine.get('/pedidos/'))
  await costs(1, () => mine.get(`/pedidos/${order.data.id}/`))
})

test('reviews are one round trip', () =>
  costs(1, () => guest.get(`/peluqueros/${salon.id('Ana')}/resenas/`)))

test('D42: endpoints, one of them, its log and the feed of events are one round trip each', async () => {
  const owner = client(api.url, { 'x-api-key': salon.secretKey })
  const { id } = await insertEndpoint(salon, { url: 'https://till.example/' })
  await insertDeliveries(salon, id)
  await publishEvents(salon)
  await costs(1, () => owner.get('/webhooks/endpoints/'))
  await costs(1, () => owner.get(`/webhooks/endpoints/${id}/`))
  await costs(1, () => owner.get(`/webhooks/endpoints/${id}/entregas/`))
  await costs(1, () => owner.get('/eventos/?limite=500'))
})

test('D42: writes to endpoints and calendars are short transactions, without a query per row', async () => {
  const owner = client(api.url, { 'x-api-key': salon.secretKey })
  const { id } = await insertEndpoint(salon, { url: 'https://till.example/' })
  const at = `/webhooks/endpoints/${id}/`
  const url = 'https://till.example/'
  await costs(3, () => owner.put(at, { descripcion: 'Caja' }))
  await costs(2, () => owner.post(`${at}rotar/`))
  await costs(5, () => owner.post(`${at}probar/`))
  const { secretKey } = await openSalon()
  const other = client(api.url, { 'x-api-key': secretKey })
  await costs(4, () => other.post('/webhooks/endpoints/', { url }))
  await costs(5, () => other.post('/calendarios/', {}))
})

test('D43: a calendar is three round trips however many bookings it has, and 304 is two', async () => {
  const owner = client(api.url, { 'x-api-key': salon.secretKey })
  await costs(1, () => owner.get('/calendarios/'))
  const { path } = await newFeed(salon)
  const ofAna = await newFeed(salon, 'Ana')
  const { headers } = await fetchCalendar(path, {}, api.url)
  const etag = headers.get('etag') ?? ''
  // the driver sends the days that are kept in two writes, one after the other, which count apart
  await costs(4, () => fetchCalendar(path, {}, api.url))
  await costs(4, () => fetchCalendar(ofAna.path, {}, api.url))
  const same = { headers: { 'if-none-match': etag } }
  await costs(2, () => fetchCalendar(path, same, api.url))
  assert.equal((await fetchCalendar(path, same, api.url)).status, 304)
})

/** Puts completed visits of one customer into the books, one a day, going back from today. */
async function hasVisited({ businessId, id }: TestSalon, customerId: number, times: number) {
  const { witness } = await testDatabase()
  await witness`
    with visits as (
      insert into bookings (business_id, code, state, professional_id, customer_id, starts_at, ends_at, contact_name, contact_email,
        contact_phone, notes, currency, subtotal_cents, discount_cents, total_cents, payment_required, points_used, points_earned,
        version, created_at, updated_at)
      select ${businessId}::uuid, 'V' || lpad(day::text, 9, '0'), 'completed', ${id('Ana')}, ${customerId},
        '2030-03-04T09:00Z'::timestamptz - day * interval '1 day', '2030-03-04T09:30Z'::timestamptz - day * interval '1 day',
        'Marta', 'marta@example.com', '', '', 'EUR', 1800, 0, 1800, false, 0, 0, 1, '2027-01-01Z', '2027-01-01Z'
      from generate_series(1, ${times}::int) as day
      returning id, professional_id, starts_at, ends_at)
    insert into booking_lines (business_id, booking_id, position, service_id, name, price_cents, charged_cents, duration_minutes,
      points_awarded, professional_id, starts_at, ends_at, phase_minutes)
    select ${businessId}::uuid, id, 0, ${id('Corte')}, '{"es": "Corte"}', 1800, 1800, 30, 0, professional_id, starts_at, ends_at, '{30}'
    from visits`
}
