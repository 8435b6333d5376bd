import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { emailsTo } from '../../support/emails.ts'
import { runJobs } from '../../support/jobs.ts'
import { balanceOf, givePoints, movementsOf } from '../../support/points.ts'
import { openRandom } from '../../support/random.ts'
import { noCode, reschedule } from '../../support/reschedule.ts'
import { openSalon, type SalonClient, type TestSalon } from '../../support/salon.ts'
import { assertWritesNothing } from '../../support/writes.ts'

// The services of a booking that change until its visit is completed (D54).

const { witness } = await testDatabase()

const lucia = { nombre: 'Lucía Prado', email: 'lucia@example.com' }
const menu = {
  now: '2030-03-04T08:00',
  services: [
    { name: 'Corte', minutes: 30, priceCents: 2000, pointsAwarded: 20, pointsPrice: 100 },
    { name: 'Barba', minutes: 15, priceCents: 1000, pointsAwarded: 10 },
    { name: 'Tinte', phases: [30, 30, 15], bufferMinutes: 10, needs: ['Lavabo'], priceCents: 5000 },
  ],
  resources: { Lavabo: 2 },
  professionals: ['Ana', 'Bea', { name: 'Cruz', services: ['Barba'] }],
}

interface Line {
  servicio_id: number
  peluquero_id?: number
  precio?: number
  motivo?: string
}

interface Booked {
  id: number
  version?: number
}

const change = (
  client: SalonClient,
  { id, version = 1 }: Booked,
  lineas: Line[],
  fields: object = {},
  headers: Record<string, string> = {},
) => client.put(`/reservas/${id}/lineas/`, { lineas, version, ...fields }, headers)

const line = (salon: TestSalon, service: string, more: Partial<Line> = {}): Line => ({
  servicio_id: salon.id(service),
  ...more,
})

/** What a booking consists of: `Corte Ana 10:00-10:30`. */
const visitOf = ({ servicios }: { servicios: Record<string, unknown>[] }): string[] =>
  servicios.map(
    ({ nombre, profesional, hora_inicio, hora_fin }) =>
      `${nombre} ${(profesional as { nombre: string }).nombre} ${hora_inicio}-${hora_fin}`,
  )

/** Each minute that is claimed is one that a line takes, and the other way round. */
async function assertClaimsFollow({ businessId }: TestSalon): Promise<void> {
  const lines = await witness<
    { id: number; start: number; phases: number[]; buffer: number; ids: number[]; person: number }[]
  >`
    select line.booking_id as id, (date_part('epoch', line.starts_at) / 60)::int as start,
      line.phase_minutes as phases, line.buffer_minutes as buffer, line.unit_ids as ids,
      line.professional_id as person
    from booking_lines line
    join bookings b on b.business_id = line.business_id and b.id = line.booking_id
    where line.business_id = ${businessId} and b.state <> 'cancelled'`
  const claims = await witness<{ id: number; resource: number; start: number; end: number }[]>`
    select owner_id as id, resource_id as resource, (date_part('epoch', starts_at) / 60)::int as start,
      (date_part('epoch', ends_at) / 60)::int as end
    from claims where business_id = ${businessId} and owner_kind = 'booking'`
  const minutes = (id: number, resource: number, start: number, end: number) =>
    Array.from({ length: end - start }, (_, index) => `${id} ${resource} ${start + index}`)
  const expected = lines.flatMap(({ id, start, phases, buffer, ids, person }) => {
    let at = start
    const taken = phases.flatMap((length, index) => {
      const from = at
      at += length
      return index % 2 === 0 ? minutes(id, person, from, at) : []
    })
    return [
      ...taken,
      ...minutes(id, person, at, at + buffer),
      ...ids.flatMap((unit) => minutes(id, unit, start, at + buffer)),
    ]
  })
  assert.deepEqual(
    claims.flatMap(({ id, resource, start, end }) => minutes(id, resource, start, end)).sort(),
    expected.sort(),
  )
  const [drift] = await witness<Record<string, number>[]>`
    select * from app.check_consistency(${businessId}, ${new Date('2030-03-01')}, null, null)`
  assert.deepEqual(
    Object.values(drift ?? {}).map(Number),
    [0, 0, 0, 0],
    'the doctor finds nothing to repair',
  )
}

async function openVisit(fixture: object = {}) {
  const salon = await openSalon({ ...menu, ...fixture })
  const booking = dataOf(await salon.guest.book('Ana', '10:00', lucia), 201)
  return { salon, booking, backend: salon.backend }
}

test('D54: a service is added after the others, by the same person, and removed again', async () => {
  const { salon, booking, backend } = await openVisit()
  const corte = line(salon, 'Corte')
  const more = dataOf(await change(backend, booking, [corte, line(salon, 'Barba')]))
  assert.deepEqual(visitOf(more), ['Corte Ana 10:00-10:30', 'Barba Ana 10:30-10:45'])
  assert.deepEqual(
    [more.hora_fin, more.total, more.puntos_ganados, more.version, more.simulado],
    ['10:45', 30, 30, 2, false],
  )
  await assertClaimsFollow(salon)
  assertError(
    await salon.guest.book('Ana', '10:30', { services: ['Barba'], email: 'o@example.com' }),
    'SLOT_NOT_AVAILABLE',
  )

  const other = [line(salon, 'Barba', { peluquero_id: salon.id('Cruz') }), corte]
  const turned = dataOf(await change(backend, more, other))
  assert.deepEqual(visitOf(turned), ['Barba Cruz 10:00-10:15', 'Corte Ana 10:15-10:45'])
  await assertClaimsFollow(salon)

  const less = dataOf(await change(backend, turned, [corte]))
  assert.deepEqual([visitOf(less), less.total], [['Corte Ana 10:00-10:30'], 20])
  await assertClaimsFollow(salon)
  dataOf(
    await salon.guest.book('Ana', '10:30', { services: ['Barba'], email: 'o@example.com' }),
    201,
  )
  const types = await witness<{ type: string }[]>`
    select type from events where business_id = ${salon.businessId}
      and payload ->> 'id' = ${String(booking.id)} order by occurred_at, id`
  assert.deepEqual(
    types.map(({ type }) => type),
    ['reserva.creada', ...Array(3).fill('reserva.modificada')],
  )
})

test('D54: waits, buffers and places of an added service are claimed, and the place stays', async () => {
  const { salon, booking, backend } = await openVisit()
  const lines = [line(salon, 'Tinte'), line(salon, 'Corte'), line(salon, 'Barba')]
  const changed = dataOf(await change(backend, booking, lines))
  assert.deepEqual(visitOf(changed), [
    'Tinte Ana 10:00-11:15',
    'Corte Ana 11:15-11:45',
    'Barba Ana 11:45-12:00',
  ])
  await assertClaimsFollow(salon)
  const units = () => witness<{ unitIds: number[] }[]>`
    select unit_ids from booking_lines where business_id = ${salon.businessId} and unit_ids <> '{}'`
  const [before] = await units()
  dataOf(await change(backend, changed, lines.slice(0, 1)))
  assert.deepEqual([...(await units())], [before])
  await assertClaimsFollow(salon)
})

test('D54: a clash, a closed salon and a shift that ends refuse what is added, and nothing changes', async () => {
  const { salon, booking, backend } = await openVisit({ hours: '09:00-11:00' })
  dataOf(
    await salon.guest.book('Ana', '10:30', { services: ['Barba'], email: 'o@example.com' }),
    201,
  )
  const refuses = async (lines: Line[], code: Parameters<typeof assertError>[1]) =>
    assertError(await assertWritesNothing(salon, () => change(backend, booking, lines)), code)
  const corte = line(salon, 'Corte')
  await refuses([corte, line(salon, 'Barba')], 'SLOT_NOT_AVAILABLE')
  await refuses([corte, line(salon, 'Tinte', { peluquero_id: salon.id('Bea') })], 'BUSINESS_CLOSED')
  await refuses([corte, { servicio_id: 999_999_999 }], 'SERVICE_NOT_FOUND')
  await refuses(
    [corte, line(salon, 'Barba', { peluquero_id: 999_999_999 })],
    'PROFESSIONAL_NOT_FOUND',
  )
  await refuses([line(salon, 'Corte', { peluquero_id: salon.id('Cruz') })], 'SERVICE_NOT_OFFERED')
  // somebody who is free takes it
  const anyone = [corte, line(salon, 'Barba', { peluquero_id: 0 })]
  const taken = dataOf(await change(backend, booking, anyone))
  assert.match(visitOf(taken)[1] ?? '', /^Barba (Bea|Cruz) 10:30-10:45$/)
  await assertClaimsFollow(salon)
})

test('D54: another price has a reason, and one below the usual price needs caja.descuento', async () => {
  const { salon, booking, backend } = await openVisit()
  const corte = (precio: number, motivo?: string) => [
    line(salon, 'Corte', { precio, ...(motivo && { motivo }) }),
  ]
  assertInvalid(await change(backend, booking, corte(15)), 'lineas[0].motivo')
  assertInvalid(await change(backend, booking, corte(15.005, 'x')), 'lineas[0].precio')
  assertInvalid(await change(backend, booking, corte(-1, 'x')), 'lineas[0].precio')
  assertInvalid(
    await change(backend, booking, [...corte(20), ...corte(20)]),
    'lineas[1].servicio_id',
  )
  assertInvalid(await change(backend, booking, []), 'lineas')

  const reception = await salon.staff('receptionist')
  assertError(await change(reception, booking, corte(15, 'Amiga')), 'PERMISSION_REQUIRED')
  const dearer = dataOf(await change(reception, booking, corte(26, 'Pelo largo')))
  assert.deepEqual([dearer.total, dearer.subtotal, dearer.descuento], [26, 26, 0])
  const usual = dataOf(await change(reception, dearer, corte(20, 'Era un error')))
  assert.equal(usual.total, 20)
  const manager = await salon.staff('manager')
  const cheaper = dataOf(await change(manager, usual, corte(15, 'Amiga')))
  assert.deepEqual([cheaper.total, cheaper.version], [15, 4])
  // the price that a manager gave stays when a receptionist adds a service
  const added = dataOf(
    await change(reception, cheaper, [line(salon, 'Corte'), line(salon, 'Barba')]),
  )
  assert.equal(added.total, 25)
  await assertClaimsFollow(salon)

  const notes = await witness<{ note: string }[]>`
    select note from booking_transitions where business_id = ${salon.businessId} and note <> ''
    order by occurred_at, id`
  assert.deepEqual(notes.map(({ note }) => note).sort(), ['Amiga', 'Era un error', 'Pelo largo'])
  const [entry] = await witness<{ detail: Record<string, unknown> }[]>`
    select detail from audit_entries where business_id = ${salon.businessId}
      and action = 'bookings.change-lines' and jsonb_array_length(detail -> 'after') = 2`
  const priced = (name: string, chargedCents: number) => ({
    ...{ serviceId: salon.id(name), professionalId: salon.id('Ana'), chargedCents },
  })
  assert.deepEqual(entry?.detail.before, [priced('Corte', 1500)])
  assert.deepEqual(entry?.detail.after, [priced('Corte', 1500), priced('Barba', 1000)])
})

test('D54: a price changes also where the salon is closed by now, until the visit is over', async () => {
  const { salon, booking, backend } = await openVisit()
  salon.setTime('2030-03-04T10:20')
  await witness`delete from shifts where business_id = ${salon.businessId} and professional_id = ${salon.id('Ana')}`
  await witness`select app.touch_catalog(${salon.businessId})`
  const priced = [line(salon, 'Corte', { precio: 18, motivo: 'Tarde' })]
  const changed = dataOf(await change(backend, booking, priced))
  assert.deepEqual([changed.total, changed.hora_fin], [18, '10:30'])
  dataOf(await backend.post(`/reservas/${booking.id}/completar/`))
  assertError(await change(backend, { ...booking, version: 3 }, priced), 'CANNOT_CHANGE_LINES')
})

test('D54: tried, repeated with a key and repeated without a change, it writes nothing', async () => {
  const { salon, booking, backend } = await openVisit()
  const lines = [line(salon, 'Corte'), line(salon, 'Barba')]
  const tried = await assertWritesNothing(salon, () =>
    change(backend, booking, lines, {}, { 'x-simular': 'true' }),
  )
  assert.deepEqual([dataOf(tried).total, dataOf(tried).simulado], [30, true])
  const key = { 'idempotency-key': 'lines-1' }
  const first = dataOf(await change(backend, booking, lines, {}, key))
  const again = await assertWritesNothing(salon, () => change(backend, booking, lines, {}, key))
  assert.deepEqual(dataOf(again), first)
  assertError(await change(backend, booking, lines), 'VERSION_CONFLICT')
  const same = await assertWritesNothing(salon, () => change(backend, first, lines))
  assert.equal(dataOf(same).version, 2)
})

test('D54: the customer gets one email, if the salon wants it', async () => {
  const { salon, booking, backend } = await openVisit()
  const lines = [line(salon, 'Corte'), line(salon, 'Barba')]
  const changed = dataOf(await change(backend, booking, lines))
  const kinds = async () => (await emailsTo(salon, lucia.email)).map(({ kind }) => kind)
  assert.deepEqual(await kinds(), ['booking_confirmed'])
  dataOf(await change(backend, changed, lines.slice(0, 1), { avisar: true }))
  assert.deepEqual(await kinds(), ['booking_confirmed', 'booking_rescheduled'])
})

test('D54: who has only their own agenda changes their own work', async () => {
  const { salon, booking } = await openVisit()
  const [ana, bea] = await Promise.all(
    ['Ana', 'Bea'].map((professional) => salon.staff('professional', { professional })),
  )
  const corte = line(salon, 'Corte')
  const barba = line(salon, 'Barba', { peluquero_id: salon.id('Bea') })
  assertError(await change(bea as SalonClient, booking, [corte]), 'BOOKING_NOT_FOUND')
  assertError(await change(ana as SalonClient, booking, [corte, barba]), 'PERMISSION_REQUIRED')
  const anyone = line(salon, 'Barba', { peluquero_id: 0 })
  assertError(await change(ana as SalonClient, booking, [corte, anyone]), 'PERMISSION_REQUIRED')
  const own = dataOf(await change(ana as SalonClient, booking, [corte, line(salon, 'Barba')]))
  const both = dataOf(await change(salon.backend, own, [corte, barba]))
  assertError(await change(ana as SalonClient, both, [corte]), 'PERMISSION_REQUIRED')
  assertError(await change(salon.guest, both, [corte]), 'INSUFFICIENT_SCOPE')
  const neighbour = await openSalon(menu)
  assertError(await change(neighbour.backend, both, [corte]), 'BOOKING_NOT_FOUND')
})

test('D54: what was paid stays: a higher total is paid at the salon, what exceeds a lower one goes back', async () => {
  const salon = await openSalon({ ...menu, payments: true })
  const customer = await salon.customer(lucia)
  const booking = dataOf(await customer.book('Ana', '10:00', { date: '2030-03-08' }), 201)
  const intent = await salon.guest.createIntent(booking)
  salon.stripe.pay(intent)
  dataOf(await salon.guest.confirmPayment(intent, booking))
  assert.equal(await balanceOf(salon, lucia.email), 20)
  const versionOf = async () => dataOf(await salon.backend.get(`/reservas/${booking.id}/`)).version
  const set = async (lines: Line[]) =>
    dataOf(await change(salon.backend, { id: booking.id, version: await versionOf() }, lines))

  const dearer = await set([line(salon, 'Corte'), line(salon, 'Barba')])
  assert.deepEqual([dearer.total, dearer.resto, dearer.a_pagar_ahora], [30, 10, 0])
  assert.equal(await balanceOf(salon, lucia.email), 30)
  const cheaper = await set([line(salon, 'Barba')])
  assert.deepEqual(
    [cheaper.total, cheaper.resto, cheaper.reembolso],
    [10, 0, { aplica: true, monto: 10, estado: 'pendiente' }],
  )
  assert.equal(await balanceOf(salon, lucia.email), 10)
  await runJobs(salon)
  await salon.stripe.deliverWebhooks()
  const refunds = await witness<{ amountCents: number; state: string }[]>`
    select amount_cents, state from refunds where business_id = ${salon.businessId}`
  assert.deepEqual([...refunds], [{ amountCents: 1000, state: 'completed' }])
  // paid at the salon now: what went back is not taken again
  const again = await set([line(salon, 'Barba'), line(salon, 'Corte')])
  assert.deepEqual([again.total, again.resto], [30, 20])
  assert.deepEqual(await movementsOf(salon, lucia.email), [
    'earned 20',
    'earned 10',
    'reverted -20',
    'earned 20',
  ])
  salon.setTime('2030-03-08T12:00')
  dataOf(await salon.backend.post(`/reservas/${booking.id}/completar/`))
  assert.equal(await balanceOf(salon, lucia.email), 30)
  await assertClaimsFollow(salon)
})

test('D54: an open payment of another amount is closed, and the new amount can be paid', async () => {
  const salon = await openSalon({ ...menu, payments: true })
  const booking = dataOf(
    await salon.guest.book('Ana', '10:00', { ...lucia, date: '2030-03-08' }),
    201,
  )
  dataOf(await salon.guest.createIntent(booking))
  const changed = dataOf(
    await change(salon.backend, booking, [line(salon, 'Corte'), line(salon, 'Barba')]),
  )
  assert.equal(changed.a_pagar_ahora, 3000)
  await runJobs(salon)
  const intent = await salon.guest.createIntent({ ...booking, total_centimos: 3000 })
  salon.stripe.pay(intent)
  assert.equal(dataOf(await salon.guest.confirmPayment(intent, booking)).estado, 'completado')
})

test('D54: a service that was paid with points stays as it is; others are added and removed', async () => {
  const salon = await openSalon(menu)
  const customer = await salon.customer(lucia)
  await givePoints(salon, customer.id, 100)
  const input = { services: ['Corte', 'Barba'], usar_puntos: true }
  const booking = dataOf(await customer.book('Ana', '10:00', input), 201)
  const [corte, barba] = [line(salon, 'Corte'), line(salon, 'Barba')]
  assertError(await change(salon.backend, booking, [barba]), 'LINE_PAID_WITH_POINTS')
  assertError(
    await change(salon.backend, booking, [{ ...corte, precio: 5, motivo: 'x' }, barba]),
    'LINE_PAID_WITH_POINTS',
  )
  const less = dataOf(await change(salon.backend, booking, [corte]))
  assert.deepEqual([less.total, less.puntos_ganados, less.puntos_usados], [0, 0, 100])
})

test('D54: a service that was given away in a visit paid with points can be charged, or removed again', async () => {
  const salon = await openSalon(menu)
  const customer = await salon.customer(lucia)
  await givePoints(salon, customer.id, 100)
  const booking = dataOf(await customer.book('Ana', '10:00', { usar_puntos: true }), 201)
  const [corte, barba] = [line(salon, 'Corte'), line(salon, 'Barba')]
  const given = { ...barba, precio: 0, motivo: 'Regalo' }
  dataOf(await change(salon.backend, booking, [corte, given]))
  const again = { ...barba, precio: 10, motivo: 'Sin regalo' }
  const charged = await change(salon.backend, { ...booking, version: 2 }, [corte, again])
  assert.equal(dataOf(charged).total, 10)
  dataOf(await change(salon.backend, { ...booking, version: 3 }, [corte, given]))
  const removed = dataOf(await change(salon.backend, { ...booking, version: 4 }, [corte]))
  assert.deepEqual([removed.total, removed.servicios.length], [0, 1])
})

test('D54: of two changes at once one is made; a guest and an added service do not get the same time', async () => {
  const salon = await openSalon({ ...menu, services: menu.services.slice(0, 2) })
  const lines = [line(salon, 'Corte'), line(salon, 'Barba')]
  for (let round = 0; round < 6; round++) {
    const booking = dataOf(
      await salon.guest.book('Ana', '10:00', { email: `r${round}@example.com` }),
      201,
    )
    const answers = await Promise.all([
      change(salon.backend, booking, lines),
      change(salon.backend, booking, [line(salon, 'Corte', { precio: 25, motivo: 'Largo' })]),
      change(salon.backend, booking, [line(salon, 'Barba')]),
    ])
    const outcomes = answers.map(({ status, error }) => error?.code ?? status)
    assert.deepEqual(outcomes.sort(), [200, 'VERSION_CONFLICT', 'VERSION_CONFLICT'])
    await assertClaimsFollow(salon)

    const { version } = dataOf(await salon.backend.get(`/reservas/${booking.id}/`))
    const one = dataOf(await change(salon.backend, { ...booking, version }, [line(salon, 'Corte')]))
    const [added, guest] = await Promise.all([
      change(salon.backend, one, lines),
      salon.guest.book('Ana', '10:30', { services: ['Barba'], email: `g${round}@example.com` }),
    ])
    assert.deepEqual(
      [added, guest].map(({ error }) => error?.code ?? 'done').sort(),
      ['SLOT_NOT_AVAILABLE', 'done'],
      added.text,
    )
    await assertClaimsFollow(salon)
    if (guest.status === 201)
      dataOf(await salon.backend.post(`/reservas/${guest.data.id}/cancelar/`))
    const now = dataOf(await salon.backend.get(`/reservas/${booking.id}/`))
    const [moved, changed] = await Promise.all([
      reschedule(salon.backend, now, {
        ...{ ...noCode, fecha: '2030-03-04', hora_inicio: '12:00', por_negocio: true },
      }),
      change(salon.backend, now, [line(salon, 'Barba')]),
    ])
    assert.equal(moved.status, 200, moved.text)
    assert.ok([200, 409].includes(changed.status), changed.text)
    await assertClaimsFollow(salon)
    dataOf(await salon.backend.post(`/reservas/${booking.id}/cancelar/`))
    await assertClaimsFollow(salon)
  }
})

test('D54: random changes: what the day offered can be added, what is refused was not offered', async () => {
  const salon = await openSalon({ ...menu, settings: { slotIntervalMinutes: 15 } })
  const { pick, chance } = openRandom(54)
  const services = ['Corte', 'Barba', 'Tinte']
  const day = '2030-03-05'
  const booking = dataOf(await salon.guest.book('Ana', '11:00', { ...lucia, date: day }), 201)
  for (const [index, time] of ['09:00', '12:30', '13:00', '14:00', '15:30'].entries())
    dataOf(
      await salon.guest.book(pick(['Ana', 'Bea']), time, {
        ...{ services: [pick(services)], date: day, email: `n${index}@example.com` },
      }),
      201,
    )
  let version = 1
  const seen = { done: 0, refused: 0 }
  for (let round = 0; round < 40; round++) {
    const chosen = services.filter(() => chance(0.6))
    if (chosen.length === 0) continue
    const lines = chosen.map((name) =>
      line(salon, name, {
        peluquero_id: salon.id(
          name === 'Barba' ? pick(['Ana', 'Bea', 'Cruz']) : pick(['Ana', 'Bea']),
        ),
      }),
    )
    const wanted = lines.map(({ servicio_id, peluquero_id }) => `${servicio_id}:${peluquero_id}`)
    const { slots } = dataOf(
      await salon.backend.get(
        `/disponibilidad/0/${day}/?lineas=${wanted.join(',')}&reserva_id=${booking.id}`,
      ),
    )
    const isOffered = slots.some(
      (slot: { hora_inicio: string; disponible: boolean }) =>
        slot.hora_inicio === '11:00' && slot.disponible,
    )
    const answer = await change(salon.backend, { id: booking.id, version }, lines)
    assert.equal(answer.status === 200, isOffered, `${wanted} ${answer.text}`)
    if (answer.status === 200) version = answer.data.version
    else assert.equal(answer.error?.code, 'SLOT_NOT_AVAILABLE')
    seen[answer.status === 200 ? 'done' : 'refused']++
    await assertClaimsFollow(salon)
  }
  assert.ok(seen.done > 5 && seen.refused > 2, JSON.stringify(seen))
})
