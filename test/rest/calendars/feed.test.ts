import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextPass } from 'node:timers/promises'
import type { CalendarReading } from '@silla/core'
import { openCalendarTexts } from '../../../services/api/src/calendars/calendar-texts.ts'
import { openApi } from '../../support/api.ts'
import { dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { recordWrites } from '../../support/record-writes.ts'
import { requestContextFor } from '../../support/request-context.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { entriesOf, fetchCalendar, newFeed, readEntries } from './calendar-app.ts'

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

/** A salon with so many bookings, 48 a day. */
async function openBusySalon(count: number): Promise<TestSalon> {
  const salon = await openSalon({ professionals: ['Ana'], settings: { horizonDays: 365 } })
  const { id } = await salon.customer({ nombre: 'Lucía Prado', email: 'lucia@example.com' })
  await insertBookings(salon, { customerId: id, names: ['Lucía Prado'], count })
  return salon
}

test('D43: a calendar is read some thousand bookings at a time, and then only the days that changed', async () => {
  const salon = await openBusySalon(4500)
  const context = await requestContextFor(salon)
  const texts = openCalendarTexts()
  const reads: number[] = []
  const read = async () =>
    texts.read(context, null, async (work) => {
      const reading = await work()
      const days = (reading as CalendarReading | null)?.bookings ?? []
      reads.push(days.filter(({ entries }) => entries !== null).length)
      return reading
    })
  const first = await read()
  // 4,000 bookings are 83 days and a third
  assert.deepEqual(reads.splice(0), [84, 10])
  const { path } = await newFeed(salon)
  assert.equal((await fetchCalendar(path)).text, textOf(first))

  const other = { date: '2030-03-04', email: 'teo@example.com' }
  dataOf(await salon.guest.book('Ana', '10:00', other), 201)
  const second = await read()
  assert.deepEqual(reads.splice(0), [1])
  assert.equal((await fetchCalendar(path)).text, textOf(second))
  assert.notEqual(textOf(second), textOf(first))
  const kept = second?.parts.filter((part) => first?.parts.includes(part))
  assert.equal(kept?.length, 94)
})

const textOf = (text: Awaited<ReturnType<ReturnType<typeof openCalendarTexts>['read']>>) =>
  Buffer.concat(text?.parts ?? []).toString()

test('D43: readers at the same time share a calendar, and few are written at a time', async () => {
  const [busy, second, third] = [await openSalon(), await openSalon(), await openSalon()]
  const contexts = new Map<TestSalon, Awaited<ReturnType<typeof requestContextFor>>>()
  for (const salon of [busy, second, third]) contexts.set(salon, await requestContextFor(salon))
  const texts = openCalendarTexts({ maxWaitMilliseconds: 60_000 })
  let isHolding = true
  const started: { salon: TestSalon; release(): void }[] = []
  const read = (salon: TestSalon, professionalId: number | null = null) =>
    texts.read(contexts.get(salon) as never, professionalId, async (work) => {
      await new Promise<void>((release) => {
        started.push({ salon, release })
        if (!isHolding) release()
      })
      return work()
    })

  const readers = Array.from({ length: 60 }, () => read(busy))
  const ofAna = read(busy, busy.id('Ana'))
  const others = [read(second), read(third)]
  await somePasses()
  const late = Array.from({ length: 60 }, () => read(busy))
  await somePasses()
  assert.deepEqual(
    started.map(({ salon }) => salon),
    [busy, second],
  )

  isHolding = false
  for (const { release } of started) release()
  const [[text], [lateText]] = [await Promise.all(readers), await Promise.all(late)]
  assert.ok((await Promise.all(readers)).every((same) => same === text))
  assert.ok((await Promise.all(late)).every((same) => same === lateText))
  assert.notEqual(lateText, text)
  await Promise.all([ofAna, ...others])
  assert.equal(started.length, 5)
})

async function somePasses() {
  for (let pass = 0; pass < 10; pass++) await nextPass()
}

test('D43: sixty readers of thirty calendars at the same time need two slots of their salon', async (t) => {
  const salon = await openBusySalon(100)
  const requestSlots = { slotsPerBusiness: 1, maxWaiting: 1, maxWaitMilliseconds: 60_000 }
  const api = await openApi(undefined, { requestSlots })
  t.after(api.close)
  api.clock.set(salon.clock.now())
  const feeds = await Promise.all(Array.from({ length: 30 }, () => newFeed(salon)))
  const read = ({ path }: { path: string }) => fetchCalendar(path, {}, api.url)
  const responses = await Promise.all([...feeds, ...feeds].map(read))
  const [first] = responses
  assert.equal(first?.text.match(/BEGIN:VEVENT/g)?.length, 100)
  assert.deepEqual(
    responses.map(({ status, text }) => [status, text]),
    responses.map(() => [200, first?.text]),
  )
  assert.equal(new Set(responses.map(({ headers }) => headers.get('etag'))).size, 30)
})

test('D43: a calendar is written one booking between two looks at other requests', async () => {
  const context = await requestContextFor(await openBusySalon(300))
  let looks = 0
  const texts = openCalendarTexts({}, () => ({
    pause() {
      looks++
      return undefined
    },
  }))
  await texts.read(context, null, (work) => work())
  assert.equal(looks, 300)
})

test('D43: a calendar leaves in parts of 64 kB', async (t) => {
  const { path } = await newFeed(await openBusySalon(900))
  const writes = recordWrites(t)
  const { text, headers } = await fetchCalendar(path)
  assert.ok(text.length > 200_000)
  assert.equal(headers.get('content-length'), String(Buffer.byteLength(text)))
  assert.ok(Math.max(...writes) <= 65_536, String(writes))
})

test('D43: a calendar ends before the day with which it would be too large', async (t) => {
  const salon = await openBusySalon(300)
  const api = await openApi(undefined, { calendarTexts: { calendarBytes: 40_000 } })
  t.after(api.close)
  api.clock.set(salon.clock.now())
  const { path } = await newFeed(salon)
  const block = { peluquero_id: salon.id('Ana'), motivo: 'Curso' }
  for (const day of ['2030-03-06', '2030-03-20'])
    dataOf(
      await salon.backend.post('/bloqueos/', {
        ...block,
        ...{ desde: `${day}T00:00`, hasta: `${day}T00:15` },
      }),
      201,
    )
  const whole = readEntries((await fetchCalendar(path)).text)
  const short = await fetchCalendar(path, {}, api.url)
  assert.ok(Buffer.byteLength(short.text) <= 40_000)
  const entries = readEntries(short.text)
  const days = new Set(entries.map(({ start }) => start.slice(0, 10)))
  assert.deepEqual([...days], ['2030-03-05', '2030-03-06'])
  assert.deepEqual(
    entries,
    whole.filter(({ start }) => days.has(start.slice(0, 10))),
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
