import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../../support/assertions.ts'
import type { ApiResponse } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { emailsTo } from '../../support/emails.ts'
import { jobsDatabase, runJobs } from '../../support/jobs.ts'
import { openSalon, type SalonClient, type TestSalon } from '../../support/salon.ts'
import type { SalonFixture } from '../../support/salon-fixture.ts'
import { offerFreeTimes } from '../../support/waitlist.ts'

// The salon opens for one visit a day, from 10:00 to 10:30, so that a freed time is the only one.
const fixture = { hours: '10:00-10:30', professionals: ['Ana'], now: '2030-03-04T08:00' }
const day = '2030-03-06'

interface Entry {
  id: number
  codigo: string
}

/** Joins the waitlist for the day, each time a second later than before. */
async function join(
  salon: TestSalon,
  name: string,
  { who = salon.guest, ...body }: { who?: SalonClient; [field: string]: unknown } = {},
): Promise<Entry> {
  advance(salon, 1 / 60)
  const joined = await who.post('/lista-espera/', {
    servicio_ids: [salon.id('Corte')],
    desde: day,
    hasta: day,
    nombre: name,
    email: `${name.toLowerCase()}@example.com`,
    ...body,
  })
  assert.equal(joined.status, 201, joined.text)
  assert.equal(joined.data.estado, 'esperando')
  return joined.data
}

const advance = ({ clock }: TestSalon, minutes: number) =>
  clock.set(new Date(clock.now().getTime() + minutes * 60_000))

const show = async (salon: TestSalon, { id, codigo }: Entry) =>
  (await salon.guest.get(`/lista-espera/${id}/`, { 'x-reserva-codigo': codigo })).data

const statesOf = async (salon: TestSalon, ...entries: Entry[]) =>
  Promise.all(entries.map(async (entry) => (await show(salon, entry)).estado))

const accept = (salon: TestSalon, { id, codigo }: Entry, headers: Record<string, string> = {}) =>
  salon.guest.post(`/lista-espera/${id}/aceptar/`, { codigo }, headers)

const resultOf = ({ status, error }: ApiResponse) => (status < 300 ? status : error.code)

/** A salon whose only time of the day is booked. */
async function openBusySalon(more: SalonFixture = {}) {
  const salon = await openSalon({ ...fixture, ...more })
  const booked = await salon.guest.book('Ana', '10:00', { date: day })
  assert.equal(booked.status, 201, booked.text)
  return { salon, booking: booked.data }
}

test('D40: a cancelled time is held for the first who waits, who gets an e-mail and accepts it', async () => {
  const { salon, booking } = await openBusySalon()
  const first = await join(salon, 'Eva', { telefono: '+34600000001', notas: 'Alergia' })
  const second = await join(salon, 'Leo')
  await runJobs(salon)
  assert.deepEqual(await statesOf(salon, first, second), ['esperando', 'esperando'])

  await salon.guest.cancel(booking)
  await runJobs(salon)
  assert.deepEqual(await statesOf(salon, first, second), ['ofrecida', 'esperando'])
  const { oferta } = await show(salon, first)
  assert.deepEqual(oferta, {
    id: oferta.id,
    fecha: day,
    hora_inicio: '10:00',
    hora_fin: '10:30',
    profesional: { id: salon.id('Ana'), nombre: 'Ana' },
    expira_en: '2030-03-04T07:15:02.000Z',
  })
  assert.deepEqual(await salon.guest.listSlots('Ana', day), ['10:00 ocupado'])
  assert.equal(resultOf(await accept(salon, second)), 'WAITLIST_NO_OFFER')

  const accepted = await accept(salon, first)
  assert.equal(accepted.status, 201, accepted.text)
  assert.equal(accepted.data.hora_inicio, '10:00')
  assert.equal(accepted.data.cliente.email, 'eva@example.com')
  assert.equal(accepted.data.cliente.telefono, '+34600000001')
  const shown = await show(salon, first)
  assert.equal(shown.estado, 'aceptada')
  assert.equal(shown.reserva_id, accepted.data.id)
  const again = await accept(salon, first)
  assert.equal(resultOf(again), 'WAITLIST_NO_OFFER')
  assert.equal(again.error.estado, 'aceptada')
  assert.deepEqual(await eventTypes(salon), [
    'espera.creada',
    'espera.creada',
    'espera.ofrecida',
    'espera.aceptada',
  ])
})

test('D40: accepting is repeated with its Idempotency-Key, and books once', async () => {
  const { salon, booking } = await openBusySalon()
  const entry = await join(salon, 'Eva')
  await salon.guest.cancel(booking)
  await runJobs(salon)
  const key = { 'idempotency-key': 'accept-1' }
  const [one, other] = [await accept(salon, entry, key), await accept(salon, entry, key)]
  assert.equal(one.status, 201, one.text)
  assert.equal(other.status, 201, other.text)
  assert.equal(other.data.id, one.data.id)
  assert.equal(other.headers.get('idempotent-replayed'), 'true')
})

test('D40: of two acceptances at once one books', async () => {
  const { salon, booking } = await openBusySalon()
  const entry = await join(salon, 'Eva')
  await salon.guest.cancel(booking)
  await runJobs(salon)
  const answers = await Promise.all([accept(salon, entry), accept(salon, entry)])
  assert.deepEqual(answers.map(resultOf).sort(), [201, 'WAITLIST_NO_OFFER'])
})

test('D40: a declined time is free at once for the next, and its entry waits for another', async () => {
  const { salon, booking } = await openBusySalon()
  const [first, second, third] = [
    await join(salon, 'Eva'),
    await join(salon, 'Leo'),
    await join(salon, 'Noa'),
  ]
  const decline = (entry: Entry, offerId?: number, headers: Record<string, string> = {}) =>
    salon.guest.post(
      `/lista-espera/${entry.id}/rechazar/`,
      { codigo: entry.codigo, oferta_id: offerId },
      headers,
    )
  assert.equal(resultOf(await decline(first)), 'WAITLIST_NO_OFFER')
  await salon.guest.cancel(booking)
  await runJobs(salon)
  const { oferta } = await show(salon, first)
  assert.equal(resultOf(await decline(first, oferta.id + 1)), 'WAITLIST_NO_OFFER')
  assert.equal(resultOf(await decline({ ...first, codigo: second.codigo })), 'WAITLIST_NOT_FOUND')

  const key = { 'idempotency-key': 'decline-1' }
  const declined = await decline(first, oferta.id, key)
  assert.equal(declined.status, 200, declined.text)
  assert.deepEqual([declined.data.estado, declined.data.oferta], ['esperando', null])
  assert.equal(declined.data.cliente.email, 'e***@e***.com')
  const again = await decline(first, oferta.id, key)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(resultOf(await decline(first, oferta.id)), 'WAITLIST_NO_OFFER')

  await runJobs(salon)
  assert.deepEqual(await statesOf(salon, first, second, third), [
    'esperando',
    'ofrecida',
    'esperando',
  ])
  const offered = (await show(salon, second)).oferta
  const refused = await salon.guest.post(`/lista-espera/${second.id}/aceptar/`, {
    codigo: second.codigo,
    oferta_id: oferta.id,
  })
  assert.equal(resultOf(refused), 'WAITLIST_NO_OFFER', 'the offer of somebody else')
  // nobody but who declined is left: an answer is not an unanswered offer, and both stay
  assert.equal(resultOf(await decline(second, offered.id)), 200)
  await runJobs(salon)
  assert.deepEqual(await statesOf(salon, first, second, third), [
    'esperando',
    'esperando',
    'ofrecida',
  ])
  assert.equal(resultOf(await accept(salon, third)), 201)
  assert.deepEqual(await mailKinds(salon, 'eva@example.com'), ['waitlist_offer'])
})

test('D40: an offer that is not accepted goes to the next; after two an entry ends', async () => {
  const { salon, booking } = await openBusySalon()
  const first = await join(salon, 'Eva')
  const second = await join(salon, 'Leo')
  await salon.guest.cancel(booking)
  await runJobs(salon)
  advance(salon, 15)
  assert.equal(resultOf(await accept(salon, first)), 'WAITLIST_NO_OFFER')
  await runJobs(salon)
  assert.deepEqual(await statesOf(salon, first, second), ['esperando', 'ofrecida'])

  // the same time, freed again by somebody else, is offered to the first again
  assert.equal(resultOf(await accept(salon, second)), 201)
  const taken = (await salon.backend.get('/reservas/?estado=confirmada')).data.items[0]
  await salon.guest.cancel(taken)
  await runJobs(salon)
  assert.deepEqual(await statesOf(salon, first, second), ['ofrecida', 'aceptada'])
  advance(salon, 15)
  await runJobs(salon)
  assert.deepEqual(await statesOf(salon, first), ['caducada'])
  assert.deepEqual(await salon.guest.listSlots('Ana', day), ['10:00'])
  assert.equal((await eventTypes(salon)).at(-1), 'espera.caducada')
  assert.deepEqual(await mailKinds(salon, 'eva@example.com'), [
    'waitlist_offer',
    'waitlist_offer_expired',
    'waitlist_offer',
    'waitlist_offer_expired',
  ])
})

test('D40: an offer that can no longer be booked ends, and the entry waits for another time', async () => {
  const { salon, booking } = await openBusySalon()
  const entry = await join(salon, 'Eva', { hasta: '2030-03-07' })
  await salon.guest.book('Ana', '10:00', { date: '2030-03-07', email: 'leo@example.com' })
  await salon.guest.cancel(booking)
  await runJobs(salon)
  assert.deepEqual(await statesOf(salon, entry), ['ofrecida'])

  await salon.apply({ ...fixture, settings: { horizonDays: 20 } })
  await runJobs(salon)
  assert.deepEqual(await statesOf(salon, entry), ['ofrecida'], 'a change that leaves it possible')

  await salon.apply({ ...fixture, closings: { [day]: null } })
  await runJobs(salon)
  assert.deepEqual(await statesOf(salon, entry), ['esperando'])
  assert.equal(resultOf(await accept(salon, entry)), 'WAITLIST_NO_OFFER')
  assert.deepEqual(await mailKinds(salon, 'eva@example.com'), [
    'waitlist_offer',
    'waitlist_offer_expired',
  ])

  await salon.apply(fixture)
  await runJobs(salon)
  assert.equal((await show(salon, entry)).oferta?.fecha, day)
  assert.equal(resultOf(await accept(salon, entry)), 201)
})

test('D40: an offer for anyone ends with the professional who leaves, and others are offered', async () => {
  const people = { ...fixture, professionals: ['Ana', 'Bea'] }
  const salon = await openSalon(people)
  const booked = dataOf(await salon.guest.book('Ana', '10:00', { date: day }), 201)
  const other = { date: day, email: 'leo@example.com' }
  const second = dataOf(await salon.guest.book('Bea', '10:00', other), 201)
  const entry = await join(salon, 'Eva', { peluquero_id: 0 })
  await salon.guest.cancel(booked)
  await runJobs(salon)
  assert.equal((await show(salon, entry)).oferta.profesional.nombre, 'Ana')

  await salon.apply({ ...people, professionals: ['Bea'] })
  assert.equal(resultOf(await accept(salon, entry)), 'PROFESSIONAL_NOT_AVAILABLE')
  await runJobs(salon)
  assert.deepEqual(await statesOf(salon, entry), ['esperando'])
  await salon.guest.cancel(second)
  await runJobs(salon)
  assert.equal((await show(salon, entry)).oferta?.profesional.nombre, 'Bea')
  assert.equal(resultOf(await accept(salon, entry)), 201)
})

test('D40: after three offers a freed time is left to everybody', async () => {
  const { salon, booking } = await openBusySalon()
  const entries: Entry[] = []
  for (const name of ['Eva', 'Leo', 'Noa', 'Ian']) entries.push(await join(salon, name))
  await salon.guest.cancel(booking)
  for (const offered of [0, 1, 2]) {
    await runJobs(salon)
    const states: string[] = entries.map((_, index) =>
      index === offered ? 'ofrecida' : 'esperando',
    )
    assert.deepEqual(await statesOf(salon, ...entries), states)
    advance(salon, 15)
  }
  await runJobs(salon)
  assert.deepEqual(
    await statesOf(salon, ...entries),
    entries.map(() => 'esperando'),
  )
  assert.deepEqual(await salon.guest.listSlots('Ana', day), ['10:00'])
})

test('D40: nothing is kept before the offer, and nothing is offered inside the notice', async () => {
  const { salon, booking } = await openBusySalon({ settings: { noticeMinutes: 60 } })
  const entry = await join(salon, 'Eva')
  await salon.guest.cancel(booking)
  assert.equal(resultOf(await salon.guest.book('Ana', '10:00', { date: day })), 201)
  await runJobs(salon)
  assert.deepEqual(await statesOf(salon, entry), ['esperando'])

  const again = (await salon.backend.get('/reservas/?estado=confirmada')).data.items[0]
  salon.setTime(`${day}T09:30`)
  await salon.backend.post(`/reservas/${again.id}/cancelar/`, {})
  await runJobs(salon)
  assert.deepEqual(await statesOf(salon, entry), ['esperando'])
  salon.setTime('2030-03-07T00:00')
  await runJobs(salon)
  assert.deepEqual(await statesOf(salon, entry), ['caducada'])
})

test('D40: who could not book gets no offer, and the next does', async () => {
  const { salon, booking } = await openBusySalon()
  const blocked = await join(salon, 'Eva')
  const second = await join(salon, 'Leo')
  const { witness } = await testDatabase()
  await witness`
    insert into customers (business_id, email_key, email, name, phone, language, created_at, blocked_at)
    values (${salon.businessId}, 'eva@example.com', 'eva@example.com', 'Eva', '', 'es', now(), now())`
  await salon.guest.cancel(booking)
  await runJobs(salon)
  assert.deepEqual(await statesOf(salon, blocked, second), ['esperando', 'ofrecida'])
})

test('D40: the days, the hours, the services and the professional of an entry are kept', async () => {
  const salon = await openSalon({
    hours: '10:00-11:00',
    professionals: ['Ana', { name: 'Bea', services: ['Corte'] }],
    services: [
      { name: 'Corte', minutes: 30 },
      { name: 'Color', minutes: 60 },
    ],
    now: '2030-03-04T08:00',
  })
  const block = async (name: string) => {
    const created = await salon.backend.post('/bloqueos/', {
      peluquero_id: salon.id(name),
      desde: `${day}T10:00`,
      hasta: `${day}T11:00`,
      motivo: 'Curso',
    })
    assert.equal(created.status, 201, created.text)
    return created.data.id
  }
  const [ana, bea] = [await block('Ana'), await block('Bea')]
  const late = await join(salon, 'Eva', { hora_desde: '10:45' })
  const half = await join(salon, 'Leo', { hora_desde: '10:30', peluquero_id: salon.id('Bea') })
  const color = await join(salon, 'Noa', { servicio_ids: [salon.id('Color')] })
  const early = await join(salon, 'Ian', { hora_hasta: '10:30' })

  await salon.backend.delete(`/bloqueos/${bea}/`)
  await runJobs(salon)
  assert.deepEqual(await statesOf(salon, late, half, color, early), [
    'esperando',
    'ofrecida',
    'esperando',
    'ofrecida',
  ])
  assert.equal((await show(salon, half)).oferta.hora_inicio, '10:30')
  assert.equal((await show(salon, early)).oferta.profesional.nombre, 'Bea')
  await salon.backend.delete(`/bloqueos/${ana}/`)
  await runJobs(salon)
  const offered = await show(salon, color)
  assert.deepEqual([offered.estado, offered.oferta.profesional.nombre], ['ofrecida', 'Ana'])
})

test('D40: the e-mails of offers are written in the language of the entry', async () => {
  for (const [language, offer, expired] of [
    ['es', /^Hay una hora libre para ti: /, /^La hora ofrecida ha caducado: /],
    ['en', /^A time is free for you: /, /^The offered time has expired: /],
    ['ar', /^يوجد وقت متاح لك: /, /^انتهت صلاحية الوقت المعروض: /],
  ] as const) {
    const { salon, booking } = await openBusySalon()
    const entry = await salon.guest.post(
      '/lista-espera/',
      {
        servicio_ids: [salon.id('Corte')],
        desde: day,
        hasta: day,
        nombre: 'Eva',
        email: 'eva@example.com',
      },
      { 'accept-language': language },
    )
    await salon.guest.cancel(booking)
    await runJobs(salon)
    advance(salon, 15)
    await runJobs(salon)
    const { witness } = await testDatabase()
    const mails = await witness<{ subject: string; textBody: string }[]>`
      select subject, text_body from mails
      where business_id = ${salon.businessId} and kind like 'waitlist%' order by created_at`
    assert.match(mails[0]?.subject ?? '', offer)
    assert.ok(mails[0]?.textBody.includes(entry.data.codigo))
    assert.match(mails[1]?.subject ?? '', expired)
  }
})

test('D40: several people are offered together, and booked as they were offered', async () => {
  const salon = await openSalon({
    hours: '10:00-11:00',
    services: [
      { name: 'Corte', minutes: 30 },
      { name: 'Barba', minutes: 30 },
    ],
    professionals: [
      { name: 'Ana', services: ['Corte'] },
      { name: 'Bea', services: ['Barba'] },
    ],
    now: '2030-03-04T08:00',
  })
  const booked = await salon.guest.book('Bea', '10:30', { date: day, services: ['Barba'] })
  const [corte, barba] = [salon.id('Corte'), salon.id('Barba')]
  const lineas = [
    { servicio_id: corte, peluquero_id: salon.id('Ana') },
    { servicio_id: barba, peluquero_id: 0 },
  ]
  const entry = await join(salon, 'Eva', { servicio_ids: undefined, lineas })
  await salon.guest.cancel(booked.data)
  await runJobs(salon)
  const shown = await show(salon, entry)
  assert.deepEqual(shown.lineas, lineas)
  assert.equal(shown.oferta?.hora_inicio, '10:00')
  const accepted = await accept(salon, entry)
  assert.equal(accepted.status, 201, accepted.text)
  assert.deepEqual(
    accepted.data.servicios.map(
      (line: { profesional: { nombre: string } }) => line.profesional.nombre,
    ),
    ['Ana', 'Bea'],
  )
})

test('D40: whatever frees time wakes the waitlist', async () => {
  const closed = { ...fixture, closings: { [day]: null } }
  const causes: [string, SalonFixture, (salon: TestSalon) => Promise<() => Promise<unknown>>][] = [
    [
      'a hold that is released',
      fixture,
      async (salon) => {
        const held = await holdDay(salon)
        return () =>
          salon.guest.delete(`/retenciones/${held.id}/`, { 'x-retencion-token': held.token })
      },
    ],
    [
      'a hold that expires',
      fixture,
      async (salon) => {
        await holdDay(salon)
        return async () => advance(salon, 10)
      },
    ],
    [
      'a booking that is not confirmed in time',
      { ...fixture, settings: { confirmsByHand: true } },
      async (salon) => {
        await salon.guest.book('Ana', '10:00', { date: day })
        return async () => advance(salon, 12 * 60)
      },
    ],
    [
      'a booking that is rescheduled',
      fixture,
      async (salon) => {
        const { data } = await salon.guest.book('Ana', '10:00', { date: day })
        return async () => {
          const to = { fecha: '2030-03-07', hora_inicio: '10:00', codigo: data.codigo }
          const moved = await salon.guest.post(`/reservas/${data.id}/reprogramar/`, to)
          assert.equal(moved.status, 200, moved.text)
        }
      },
    ],
    ['a closing that is removed', closed, async (salon) => () => salon.apply(fixture)],
    [
      'hours that are extended',
      { ...fixture, hours: '12:00-12:15' },
      async (salon) => () => salon.apply(fixture),
    ],
    [
      'an exception that is removed',
      { ...fixture, professionals: [{ name: 'Ana', exceptions: { [day]: null } }] },
      async (salon) => () => salon.apply(fixture),
    ],
    [
      'a block that is deleted',
      fixture,
      async (salon) => {
        const block = { desde: `${day}T10:00`, hasta: `${day}T10:15`, motivo: 'Curso' }
        const peluquero_id = salon.id('Ana')
        const { data } = await salon.backend.post('/bloqueos/', { peluquero_id, ...block })
        return () => salon.backend.delete(`/bloqueos/${data.id}/`)
      },
    ],
  ]
  for (const [cause, opened, take] of causes) {
    const salon = await openSalon({ now: fixture.now, ...opened })
    const free = await take(salon)
    const entry = await join(salon, 'Eva')
    await runJobs(salon)
    assert.deepEqual(await statesOf(salon, entry), ['esperando'], cause)
    await free()
    await runJobs(salon)
    assert.deepEqual(await statesOf(salon, entry), ['ofrecida'], cause)
  }
})

test('D40: a hold that is made while somebody waits wakes the waitlist when it expires', async () => {
  const salon = await openSalon(fixture)
  const entry = await join(salon, 'Eva')
  await holdDay(salon)
  advance(salon, 10)
  await runJobs(salon)
  assert.deepEqual(await statesOf(salon, entry), ['ofrecida'])
})

test('D40: an entry that is withdrawn leaves its time to the next', async () => {
  const { salon, booking } = await openBusySalon()
  const first = await join(salon, 'Eva')
  const second = await join(salon, 'Leo')
  await salon.guest.cancel(booking)
  await runJobs(salon)
  const headers = { 'x-reserva-codigo': first.codigo }
  for (const _ of ['once', 'again']) {
    const left = await salon.guest.delete(`/lista-espera/${first.id}/`, headers)
    assert.deepEqual(left.data, { id: first.id, estado: 'retirada' })
  }
  await runJobs(salon)
  assert.deepEqual(await statesOf(salon, first, second), ['retirada', 'ofrecida'])
})

test('D40: an offer, its e-mail and its job are written together or not at all', async () => {
  const { salon, booking } = await openBusySalon()
  const entry = await join(salon, 'Eva')
  await salon.guest.cancel(booking)
  const { witness } = await testDatabase()
  // the worker dies between the hold and the mail
  await witness.unsafe(
    `alter table mails add constraint no_offers check (kind <> 'waitlist_offer') not valid`,
  )
  try {
    await runJobs(salon, { mayFail: true })
  } finally {
    await witness.unsafe('alter table mails drop constraint no_offers')
  }
  assert.deepEqual(await statesOf(salon, entry), ['esperando'])
  assert.deepEqual(await salon.guest.listSlots('Ana', day), ['10:00'])
  await runJobs(salon, { again: true })
  await runJobs(salon)
  assert.deepEqual(await statesOf(salon, entry), ['ofrecida'])
  assert.deepEqual(await mailKinds(salon, 'eva@example.com'), ['waitlist_offer'])
})

test('D40: two matching jobs at once make one offer of a freed time', async () => {
  const { salon, booking } = await openBusySalon()
  const entries = [await join(salon, 'Eva'), await join(salon, 'Leo')]
  await salon.guest.cancel(booking)
  await offerFreeTimes(salon, 2)
  assert.deepEqual(await statesOf(salon, ...entries), ['ofrecida', 'esperando'])
  assert.deepEqual(await mailKinds(salon, 'leo@example.com'), [])
})

test('D40: two matching jobs at once offer one freed time to each entry, also when more are free', async () => {
  const people = ['Ana', 'Bea', 'Clara']
  const salon = await openSalon({
    ...fixture,
    professionals: people,
    settings: { assignment: 'priority' },
  })
  const bookings = await Promise.all(
    people.map(async (name) => dataOf(await salon.guest.book(name, '10:00', { date: day }), 201)),
  )
  const entries = [await join(salon, 'Eva'), await join(salon, 'Leo')]
  for (const booking of bookings) await salon.guest.cancel(booking)
  await offerFreeTimes(salon, 2)
  const offered = await Promise.all(entries.map((entry) => show(salon, entry)))
  assert.deepEqual(
    offered.map(({ estado, oferta }) => [estado, oferta?.profesional.nombre]),
    [
      ['ofrecida', 'Ana'],
      ['ofrecida', 'Bea'],
    ],
  )
  for (const name of ['eva', 'leo'])
    assert.deepEqual(await mailKinds(salon, `${name}@example.com`), ['waitlist_offer'])
})

test('D40: a salon where nobody waits enqueues nothing when it frees time', async () => {
  const { salon, booking } = await openBusySalon()
  await salon.guest.cancel(booking)
  const sql = await jobsDatabase()
  const jobs = await sql`
    select task from jobs.outbox
    where task in ('match-waitlist', 'free-hold')
      and payload ->> 'businessId' = ${salon.businessId}`
  assert.deepEqual([...jobs], [])
})

async function holdDay(salon: TestSalon): Promise<{ id: number; token: string }> {
  const held = await salon.guest.post('/retenciones/', {
    servicio_ids: [salon.id('Corte')],
    peluquero_id: salon.id('Ana'),
    fecha: day,
    hora_inicio: '10:00',
  })
  assert.equal(held.status, 201, held.text)
  return held.data
}

async function eventTypes(salon: TestSalon): Promise<string[]> {
  const { witness } = await testDatabase()
  const rows = await witness<{ type: string }[]>`
    select type from events where business_id = ${salon.businessId} and type like 'espera.%'
    order by position`
  return rows.map(({ type }) => type)
}

const mailKinds = async (salon: TestSalon, to: string): Promise<string[]> =>
  (await emailsTo(salon, to)).map(({ kind }) => kind).filter((kind) => kind.startsWith('waitlist'))
