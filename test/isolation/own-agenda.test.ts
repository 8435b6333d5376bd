import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  bookingHistory,
  cancelBooking,
  createBlock,
  createBooking,
  createHold,
  deleteBlock,
  effectivePermissions,
  findBookingByCode,
  findBookingById,
  listBlocks,
  listBusinessBookings,
  type Permission,
  previewCancellation,
  type RequestContext,
  rescheduleBooking,
  salonAgenda,
  transitionBooking,
} from '@silla/core'
import { Refusal } from '@silla/errors'
import { parseDate } from '@silla/slots'
import { dataOf } from '../support/assertions.ts'
import { requestContextFor } from '../support/request-context.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'

// A professional without `agenda.all` reaches the bookings and blocks of their own agenda: the limit
// is a condition of the statements.

let salon: TestSalon
/** Ana, who is limited to her own agenda. */
let ana: RequestContext
let hers: { id: number; codigo: string }
let others: { id: number; codigo: string }
/** Bea begins, Ana does the second service. */
let shared: { id: number; codigo: string }

const day = parseDate('2030-03-05') as number
const allDays = { from: null, to: null, state: null, offset: 0, limit: 100 }

before(async () => {
  salon = await openSalon({
    services: [{ name: 'Corte' }, { name: 'Tinte' }],
    professionals: ['Ana', 'Bea'],
    now: '2030-03-04T08:00',
  })
  const book = async (time: string, body: object) =>
    dataOf(
      await salon.backend.post('/reservas/crear/', {
        ...{ fecha: '2030-03-05', hora_inicio: time, nombre: 'Lucía Prado' },
        ...{ email: `at-${time.replace(':', '')}@example.com`, telefono: '698765432' },
        notas: 'Sin amoniaco',
        ...body,
      }),
      201,
    )
  const cut = { servicio_ids: [salon.id('Corte')] }
  hers = await book('10:00', { ...cut, peluquero_id: salon.id('Ana') })
  others = await book('10:00', { ...cut, email: 'b@example.com', peluquero_id: salon.id('Bea') })
  shared = await book('12:00', {
    lineas: [
      { servicio_id: salon.id('Corte'), peluquero_id: salon.id('Bea') },
      { servicio_id: salon.id('Tinte'), peluquero_id: salon.id('Ana') },
    ],
  })
  ana = await professional(salon.id('Ana'))
})

async function professional(
  professionalId: number | null,
  added: readonly Permission[] = [],
): Promise<RequestContext> {
  return {
    ...(await requestContextFor(salon)),
    identity: {
      kind: 'staff',
      staffId: 1,
      sessionId: 1,
      permissions: effectivePermissions('professional', added),
      professionalId,
      passkeyAt: null,
      device: 'personal',
      isOwner: false,
    },
  }
}

const refusedWith = (code: string, permission?: string) => (error: unknown) =>
  error instanceof Refusal && error.code === code && error.extra?.permission === permission

const list = async (context: RequestContext, professionalId: number | null = null) => {
  const { bookings, total } = await listBusinessBookings(context, {
    ...{ ...allDays, professionalId, customerId: null, earliestFirst: true },
  })
  assert.equal(total, bookings.length)
  return bookings.map(({ booking }) => booking.id).sort()
}

test('D65: the list has the bookings that they take part in, and no others', async () => {
  assert.deepEqual(await list(ana), [hers.id, shared.id].sort())
  assert.deepEqual(await list(ana, salon.id('Ana')), [hers.id, shared.id].sort())
  await assert.rejects(list(ana, salon.id('Bea')), refusedWith('PERMISSION_REQUIRED', 'agenda.all'))
  assert.deepEqual(await list(await professional(null)), [], 'who is no professional has no agenda')
  assert.equal((await list(await professional(salon.id('Ana'), ['agenda.all']))).length, 3)
})

test('D65: a booking of another agenda is not found, by whatever it is looked for', async () => {
  const notFound = refusedWith('BOOKING_NOT_FOUND')
  const { id: bookingId, codigo } = others
  const when = { day, startMinute: 17 * 60, byBusiness: true, simulated: false, version: null }
  const attempts: [string, () => Promise<unknown>][] = [
    ['read', () => findBookingById(ana, { bookingId, code: null })],
    ['read with its code', () => findBookingById(ana, { bookingId, code: codigo })],
    ['found by code', () => findBookingByCode(ana, codigo)],
    ['cancelled', () => cancelBooking(ana, { bookingId, code: null, reason: null, note: null })],
    ['previewed', () => previewCancellation(ana, { bookingId, code: null })],
    [
      'completed',
      () => transitionBooking(ana, { bookingId, transition: 'complete', reason: null }),
    ],
    [
      'moved',
      () =>
        rescheduleBooking(ana, {
          ...{ ...when, bookingId, code: null, professionals: { kind: 'same' } },
        }),
    ],
  ]
  for (const [what, attempt] of attempts) await assert.rejects(attempt(), notFound, what)
  assert.deepEqual(await bookingHistory(ana, bookingId), [])

  const [kept] = (await listOfSalon()).filter((one) => one.booking.id === bookingId)
  assert.equal(kept?.booking.state, 'confirmed')
  assert.equal(kept?.booking.version, 1)
})

const listOfSalon = async () => {
  const context = { ...(await requestContextFor(salon)), identity: { kind: 'business' } as const }
  const none = { professionalId: null, customerId: null, earliestFirst: true }
  return (await listBusinessBookings(context, { ...allDays, ...none })).bookings
}

test('D65: they read their own bookings, with the notes and without contact details', async () => {
  for (const { id } of [hers, shared]) {
    const found = await findBookingById(ana, { bookingId: id, code: null })
    assert.equal(found.contactVisible, false)
    assert.equal(found.notesVisible, true)
    assert.ok((await bookingHistory(ana, id)).length > 0)
  }
  const withContact = await professional(salon.id('Ana'), ['customers.contact'])
  const found = await findBookingById(withContact, { bookingId: hers.id, code: null })
  assert.equal(found.contactVisible, true)
})

test('D65: they plan for themselves only', async () => {
  const visit = {
    serviceIds: [salon.id('Corte')],
    lines: null,
    day,
    startMinute: 16 * 60,
    byBusiness: true,
  }
  const booking = {
    contact: { name: 'Vera', email: '', phone: null },
    language: 'es' as const,
    notes: '',
    usePoints: false,
  }
  const needsAll = refusedWith('PERMISSION_REQUIRED', 'agenda.all')
  for (const professionalId of [salon.id('Bea'), null]) {
    await assert.rejects(createBooking(ana, { ...visit, ...booking, professionalId }), needsAll)
    await assert.rejects(createHold(ana, { ...visit, professionalId, client: null }), needsAll)
  }
  const mine = { ...visit, professionalId: salon.id('Ana') }
  const { booking: made } = await createBooking(ana, { ...mine, ...booking })
  assert.equal(made.professional.id, salon.id('Ana'))

  const move = (professionals: Parameters<typeof rescheduleBooking>[1]['professionals']) =>
    rescheduleBooking(ana, {
      ...{ bookingId: made.id, code: null, day, startMinute: 17 * 60, professionals },
      ...{ version: null, byBusiness: true, simulated: false },
    })
  await assert.rejects(move({ kind: 'one', professionalId: salon.id('Bea') }), needsAll)
  await assert.rejects(move({ kind: 'one', professionalId: null }), needsAll)
  assert.equal((await move({ kind: 'same' })).booking.id, made.id)

  const without = await professional(salon.id('Ana'))
  assert.ok(without.identity.kind === 'staff')
  const permissions = effectivePermissions('professional', [], ['bookings.manage'])
  const reader = { ...without, identity: { ...without.identity, permissions } }
  await assert.rejects(
    createBooking(reader, { ...mine, ...booking }),
    refusedWith('PERMISSION_REQUIRED', 'bookings.manage'),
  )
})

test('D65: they block their own time, and see and delete no other block', async () => {
  const block = (context: RequestContext, name: string, hour: number) =>
    createBlock(context, {
      subject: { professionalId: salon.id(name) },
      from: { day: day + 1, minute: hour * 60 },
      to: { day: day + 1, minute: hour * 60 + 30 },
      reason: 'Comida',
    })
  const business = { ...(await requestContextFor(salon)), identity: { kind: 'business' } as const }
  const beas = await block(business, 'Bea', 12)
  const anas = await block(ana, 'Ana', 12)
  await assert.rejects(block(ana, 'Bea', 15), refusedWith('PERMISSION_REQUIRED', 'agenda.all'))

  const filter = { resource: null, from: null, to: null, offset: 0, limit: 10 }
  const { blocks, total } = await listBlocks(ana, { ...filter, professionalId: null })
  assert.deepEqual([blocks.map(({ id }) => id), total], [[anas.id], 1])
  await assert.rejects(deleteBlock(ana, beas.id), refusedWith('BLOCK_NOT_FOUND'))
  await deleteBlock(ana, anas.id)
})

test('D69: their agenda has their own visits, blocks and holds, and nobody else', async () => {
  const day = parseDate('2030-03-07') as number
  const all = await professional(salon.id('Ana'), ['agenda.all', 'customers.contact'])
  for (const name of ['Ana', 'Bea']) {
    const professionalId = salon.id(name)
    const visit = { serviceIds: [salon.id('Corte')], lines: null, day, byBusiness: true }
    await createHold(all, { ...visit, startMinute: 10 * 60, professionalId, client: null })
    await createBooking(all, {
      ...{ ...visit, startMinute: 11 * 60, professionalId, language: 'es', usePoints: false },
      ...{ contact: { name: `Vera ${name}`, email: '', phone: '+34698765432' }, notes: '' },
    })
    await createBlock(all, {
      ...{ subject: { professionalId }, reason: 'Comida' },
      ...{ from: { day, minute: 12 * 60 }, to: { day, minute: 13 * 60 } },
    })
  }
  const input = { from: day, days: 1, professionalId: null }
  const shown = async (context: RequestContext) => {
    const { team, days, visits, blocks, holds } = await salonAgenda(context, input)
    return {
      team: team.map(({ name }) => name),
      works: days[0]?.works.length,
      visits: visits.map(({ contact }) => [contact.name, contact.phone]).sort(),
      blocks: blocks.map(({ professional }) => professional?.name).sort(),
      holds: holds.map(({ lines }) => lines[0]?.professionalId).sort(),
    }
  }
  assert.deepEqual(await shown(ana), {
    ...{ team: ['Ana'], works: 1, visits: [['Vera Ana', null]], blocks: ['Ana'] },
    holds: [salon.id('Ana')],
  })
  assert.deepEqual(await shown(all), {
    ...{ team: ['Ana', 'Bea'], works: 2, blocks: ['Ana', 'Bea'] },
    visits: [
      ['Vera Ana', '+34698765432'],
      ['Vera Bea', '+34698765432'],
    ],
    holds: [salon.id('Ana'), salon.id('Bea')].sort(),
  })
  assert.deepEqual(await shown(await professional(null)), {
    ...{ team: [], works: 0, visits: [], blocks: [], holds: [] },
  })
  // a visit of several people belongs to the agenda of each of them
  const { visits } = await salonAgenda(ana, { ...input, from: parseDate('2030-03-05') as number })
  assert.ok(visits.some(({ id }) => id === shared.id))
  assert.ok(!visits.some(({ id }) => id === others.id))
  await assert.rejects(
    salonAgenda(ana, { ...input, professionalId: salon.id('Bea') }),
    refusedWith('PERMISSION_REQUIRED', 'agenda.all'),
  )
})
