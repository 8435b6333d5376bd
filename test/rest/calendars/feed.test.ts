import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { entriesOf, fetchCalendar, newFeed } from './calendar-app.ts'

const visit = { nombre: 'Lucía Prado García', telefono: '+34600111222', notas: 'Alergia' }

test('D43: a feed has the bookings of the salon, and what a customer trusted it with stays out', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Luis'], services: [{ name: 'Corte' }] })
  const { path } = await newFeed(salon)
  const booked = dataOf(await salon.guest.book('Ana', '10:00', visit), 201)
  const other = dataOf(await salon.guest.book('Luis', '11:00', { nombre: 'Teo Gil' }), 201)

  assert.deepEqual(await entriesOf(path), [
    {
      uid: `booking-${booked.id}@${salon.businessId}.silla`,
      sequence: 1,
      status: 'CONFIRMED',
      start: '2030-03-04T09:00:00.000Z',
      end: '2030-03-04T09:30:00.000Z',
      summary: 'Corte · L. P. G. · Ana',
      description: '',
      isBusy: true,
    },
    {
      uid: `booking-${other.id}@${salon.businessId}.silla`,
      sequence: 1,
      status: 'CONFIRMED',
      start: '2030-03-04T10:00:00.000Z',
      end: '2030-03-04T10:30:00.000Z',
      summary: 'Corte · T. G. · Luis',
      description: '',
      isBusy: true,
    },
  ])
  const { text } = await fetchCalendar(path)
  for (const secret of [booked.codigo, 'lucia@example.com', '600111222', 'Alergia', 'Prado'])
    assert.ok(!text.includes(secret), secret)
  assert.match(text, new RegExp(`^X-WR-CALNAME:${salon.slug}\r$`, 'm'))
  assert.match(text, /^REFRESH-INTERVAL;VALUE=DURATION:PT15M\r$/m)
  assert.match(text, /^X-PUBLISHED-TTL:PT15M\r$/m)
})

test('D43: a feed of a professional has their own lines, and their waits are free', async () => {
  const salon = await openSalon({
    professionals: ['Ana', 'Luis'],
    services: [{ name: 'Color', phases: [30, 45, 15] }, { name: 'Corte' }],
  })
  const [ana, luis] = [await newFeed(salon, 'Ana'), await newFeed(salon, 'Luis')]
  const all = await newFeed(salon)
  const { id } = dataOf(
    await salon.guest.post('/reservas/crear/', {
      lineas: [
        { servicio_id: salon.id('Color'), peluquero_id: salon.id('Ana') },
        { servicio_id: salon.id('Corte'), peluquero_id: salon.id('Luis') },
      ],
      ...{ fecha: '2030-03-04', hora_inicio: '10:00', email: 'lucia@example.com' },
      nombre: 'Lucía Prado',
    }),
    201,
  )
  const shown = async (path: string) =>
    (await entriesOf(path)).map(({ uid, start, end, summary }) => [
      uid.split('@')[0],
      `${start.slice(11, 16)}-${end.slice(11, 16)}`,
      summary,
    ])
  assert.deepEqual(await shown(ana.path), [
    [`booking-${id}`, '09:00-09:30', 'Color · L. P.'],
    [`booking-${id}-2`, '10:15-10:30', 'Color · L. P.'],
  ])
  assert.deepEqual(await shown(luis.path), [[`booking-${id}`, '10:30-11:00', 'Corte · L. P.']])
  assert.deepEqual(await shown(all.path), [
    [`booking-${id}`, '09:00-11:00', 'Color, Corte · L. P. · Ana, Luis'],
  ])
  const [entry] = await entriesOf(all.path)
  assert.equal(entry?.description, '10:00 Color · Ana\n11:30 Corte · Luis')
  assert.match((await fetchCalendar(ana.path)).text, /^NAME:Ana · /m)
})

test('D43: adjacent services of one professional are one entry', async () => {
  const salon = await openSalon({ services: [{ name: 'Corte' }, { name: 'Barba', minutes: 15 }] })
  const { path } = await newFeed(salon, 'Ana')
  await salon.guest.book('Ana', '10:00', { services: ['Corte', 'Barba'] })
  const [entry, ...more] = await entriesOf(path)
  assert.deepEqual(more, [])
  assert.equal(entry?.summary, 'Corte, Barba · L. P.')
  assert.equal(entry?.end, '2030-03-04T09:45:00.000Z')
  assert.equal(entry?.description, '10:00 Corte\n10:30 Barba')
})

test('D43: moving and cancelling a booking raises its sequence, and it is kept for 30 days', async () => {
  const salon = await openSalon()
  const { path } = await newFeed(salon, 'Ana')
  const { id, codigo } = dataOf(await salon.guest.book('Ana', '10:00', { date: '2030-03-20' }), 201)
  const [created] = await entriesOf(path)
  dataOf(
    await salon.backend.post(`/reservas/${id}/reprogramar/`, {
      fecha: '2030-03-21',
      hora_inicio: '12:00',
    }),
  )
  const [moved] = await entriesOf(path)
  assert.equal(moved?.uid, created?.uid)
  assert.equal(moved?.start, '2030-03-21T11:00:00.000Z')
  assert.ok((moved?.sequence ?? 0) > (created?.sequence ?? 0))

  dataOf(await salon.guest.cancel({ id, codigo }))
  const [cancelled] = await entriesOf(path)
  assert.equal(cancelled?.uid, created?.uid)
  assert.equal(cancelled?.status, 'CANCELLED')
  assert.equal(cancelled?.isBusy, false)
  assert.ok((cancelled?.sequence ?? 0) > (moved?.sequence ?? 0))

  salon.setTime('2030-04-03T23:59')
  assert.equal((await entriesOf(path)).length, 1)
  salon.setTime('2030-04-04T00:00')
  assert.deepEqual(await entriesOf(path), [])
})

test('D43: a feed goes from 30 days back to the horizon', async () => {
  const salon = await openSalon({ settings: { horizonDays: 10 }, now: '2030-03-04T08:00' })
  const { path } = await newFeed(salon)
  await salon.guest.book('Ana', '09:00', { date: '2030-03-04' })
  // the salon itself may book later than its customers
  const input = { email: 'lucia@example.com', nombre: 'Lucía Prado', fecha: '2030-03-15' }
  const line = { servicio_ids: [salon.id('Corte')], peluquero_id: salon.id('Ana') }
  dataOf(
    await salon.backend.post('/reservas/crear/', {
      ...input,
      ...line,
      hora_inicio: '10:00',
      por_negocio: true,
    }),
    201,
  )
  const days = async () => (await entriesOf(path)).map(({ start }) => start.slice(0, 10))
  assert.deepEqual(await days(), ['2030-03-04'])
  salon.setTime('2030-03-05T08:00')
  assert.deepEqual(await days(), ['2030-03-04', '2030-03-15'])
  salon.setTime('2030-04-03T23:59')
  assert.deepEqual(await days(), ['2030-03-04', '2030-03-15'])
  salon.setTime('2030-04-04T00:00')
  assert.deepEqual(await days(), ['2030-03-15'])
})

test('D43: a booking that waits to be confirmed is tentative', async () => {
  const salon = await openSalon({ settings: { confirmsByHand: true } })
  const { path } = await newFeed(salon)
  const { id } = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  assert.equal((await entriesOf(path))[0]?.status, 'TENTATIVE')
  dataOf(await salon.backend.post(`/reservas/${id}/confirmar/`))
  assert.equal((await entriesOf(path))[0]?.status, 'CONFIRMED')
})

test('D43: times are UTC on the days on which the clocks change', async () => {
  const salon = await openSalon({ hours: '00:00-24:00', now: '2030-03-29T08:00' })
  const { path } = await newFeed(salon)
  for (const [date, time] of [
    ['2030-03-31', '01:30'],
    ['2030-03-31', '03:00'],
  ] as const)
    dataOf(await salon.guest.book('Ana', time, { date, email: `${time[1]}@example.com` }), 201)
  assert.deepEqual(
    (await entriesOf(path)).map(({ start, end }) => [start, end]),
    [
      ['2030-03-31T00:30:00.000Z', '2030-03-31T01:00:00.000Z'],
      ['2030-03-31T01:00:00.000Z', '2030-03-31T01:30:00.000Z'],
    ],
  )
  salon.setTime('2030-10-25T08:00')
  dataOf(await salon.guest.book('Ana', '03:00', { date: '2030-10-27' }), 201)
  assert.equal((await entriesOf(path)).at(-1)?.start, '2030-10-27T02:00:00.000Z')
})

test('D43: blocks are busy time without their reason', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Luis'], resources: { Lavabo: 2 } })
  const [all, ana] = [await newFeed(salon), await newFeed(salon, 'Ana')]
  const block = (more: object) =>
    salon.backend.post('/bloqueos/', {
      ...{ desde: '2030-03-05T09:00', hasta: '2030-03-05T10:00', motivo: 'Médico' },
      ...more,
    })
  const { id } = dataOf(await block({ peluquero_id: salon.id('Ana') }), 201)
  dataOf(await block({ peluquero_id: salon.id('Luis') }), 201)
  dataOf(await block({ recurso: 'lavabo', unidad: 2 }), 201)
  const summaries = async (path: string) =>
    (await entriesOf(path)).map(({ summary }) => summary).sort()
  assert.deepEqual(await summaries(all.path), [
    'Bloqueado · Ana',
    'Bloqueado · Lavabo 2',
    'Bloqueado · Luis',
  ])
  const [entry] = await entriesOf(ana.path)
  assert.deepEqual(entry, {
    uid: `block-${id}@${salon.businessId}.silla`,
    sequence: 0,
    status: 'CONFIRMED',
    start: '2030-03-05T08:00:00.000Z',
    end: '2030-03-05T09:00:00.000Z',
    summary: 'Bloqueado',
    description: '',
    isBusy: true,
  })
  assert.doesNotMatch((await fetchCalendar(all.path)).text, /Médico/)
  dataOf(await salon.backend.delete(`/bloqueos/${id}/`))
  assert.deepEqual(await summaries(ana.path), [])
})

test('D43: a salon that wants full names has them, escaped and folded', async () => {
  const fixture = {
    services: [{ name: 'Corte, barba; y \\ más 💈' }],
  }
  const salon = await openSalon({ ...fixture, settings: { calendarNames: 'full' } })
  const { path } = await newFeed(salon)
  const nombre = 'عبدالرحمن محمد الفيصل بن عبدالله بن سليمان الراشد الفهد الحارثي'
  dataOf(await salon.guest.book('Ana', '10:00', { nombre }), 201)
  const [entry] = await entriesOf(path)
  assert.equal(entry?.summary, `Corte, barba; y \\ más 💈 · ${nombre} · Ana`)
  const { text } = await fetchCalendar(path)
  assert.match(text.replaceAll('\r\n ', ''), /SUMMARY:Corte\\, barba\\; y \\\\ más 💈/)
  await salon.apply(fixture)
  assert.equal((await entriesOf(path))[0]?.summary.split(' · ')[1], 'ع. م. ا.')
})

test('D43: an empty calendar is valid', async () => {
  const salon = await openSalon()
  const { path } = await newFeed(salon)
  assert.deepEqual(await entriesOf(path), [])
})

test('D43: a calendar of many bookings has each of them once, whole, in any script', async () => {
  const salon = await openSalon({ professionals: ['Ana'], settings: { calendarNames: 'full' } })
  const { path } = await newFeed(salon)
  const names = ['Lucía Prado', '💈💈 Teo 💈', 'محمد علي', 'a\\b;c,d', 'X'.repeat(90)]
  const customer = await salon.customer({ nombre: 'Lucía Prado', email: 'lucia@example.com' })
  await insertBookings(salon, { customerId: customer.id, names, count: 900 })
  const entries = await entriesOf(path)
  assert.equal(new Set(entries.map(({ uid }) => uid)).size, 900)
  assert.deepEqual(
    entries.map(({ summary, start, end }) => [summary, start, end]),
    Array.from({ length: 900 }, (_, index) => {
      const start = Date.parse('2030-03-05T00:00Z') + index * 1_800_000
      return [
        `Corte · ${names[index % names.length]} · Ana`,
        new Date(start).toISOString(),
        new Date(start + 1_800_000).toISOString(),
      ]
    }),
  )
})

/** Bookings of half an hour, one after the other from 2030-03-05. */
async function insertBookings(
  { businessId, id }: TestSalon,
  { customerId, names, count }: { customerId: number; names: string[]; count: number },
) {
  const { witness } = await testDatabase()
  await witness`
    with visits as (
      insert into bookings (
        business_id, code, state, professional_id, customer_id, starts_at, ends_at, contact_name,
        contact_email, contact_phone, notes, currency, subtotal_cents, discount_cents, total_cents,
        payment_required, points_used, points_earned, version, created_at, updated_at)
      select ${businessId}::uuid, 'V' || lpad(number::text, 9, '0'), 'confirmed', ${id('Ana')},
        ${customerId}, '2030-03-05T00:00Z'::timestamptz + number * interval '30 minutes',
        '2030-03-05T00:30Z'::timestamptz + number * interval '30 minutes',
        (${names}::text[])[1 + number % ${names.length}::int], 'lucia@example.com', '', '', 'EUR',
        1800, 0, 1800, false, 0, 0, 1, '2030-03-01Z', '2030-03-01Z'
      from generate_series(0, ${count - 1}::int) as number
      returning id, professional_id, starts_at, ends_at)
    insert into booking_lines (
      business_id, booking_id, position, service_id, name, price_cents, charged_cents,
      duration_minutes, points_awarded, professional_id, starts_at, ends_at, phase_minutes)
    select ${businessId}::uuid, id, 0, ${id('Corte')}, '{"es": "Corte"}', 1800, 1800, 30, 0,
      professional_id, starts_at, ends_at, '{30}'
    from visits`
}
