import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertError, dataOf } from '../../support/assertions.ts'
import type { ApiResponse } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { reschedule } from '../../support/reschedule.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { type SalonFixture, salonFileFor } from '../../support/salon-fixture.ts'
import {
  type Candidate,
  everyStart,
  type StartOutcome,
  type Terms,
  type Visit,
} from '../../unit/slots/minute-model.ts'

/*
 * The promise of D13 for visits as salons have them: waits, buffers, durations of their own, places,
 * anyone and several people (D32 to D35), on days on which the clocks change. Exactly the starts of
 * the minute-by-minute model are offered and can be held (D36) and booked, with the people that it
 * names. The same holds for moving a booking, whose own time is free for it (D37).
 */

const places = [
  ['Europe/Madrid', '2030-03-31'],
  ['Europe/Madrid', '2030-10-27'],
  ['Africa/Cairo', '2030-04-26'],
  ['America/New_York', '2030-03-10'],
  ['America/New_York', '2030-11-03'],
  ['Australia/Lord_Howe', '2030-10-06'],
  ['Asia/Dubai', '2030-03-29'],
] as const

const team = ['Ana', 'Bea', 'Clara'] as const
const catalogue = ['Corte', 'Color', 'Barba'] as const

const quarters = (min: number, max: number) =>
  fc.integer({ min: min / 15, max: max / 15 }).map((count) => count * 15)
const work = fc.integer({ min: 5, max: 40 })
const phases = fc.oneof(
  work.map((minutes) => [minutes]),
  fc.tuple(work, work, work),
)
const shift = fc
  .tuple(quarters(0, 240), quarters(360, 600))
  .map(([from, until]) => `${clock(from)}-${clock(until)}`)
const service = fc.record({
  phases,
  bufferMinutes: fc.constantFrom(0, 0, 10, 25),
  needs: fc.constantFrom<string[]>([], [], ['Lavabo'], ['Lavabo', 'Cabina']),
})

const scenes = fc.record({
  place: fc.constantFrom(...places),
  interval: fc.constantFrom(15 as const, 30 as const),
  assignment: fc.constantFrom('balanced' as const, 'priority' as const),
  services: fc.tuple(service, service, service),
  shifts: fc.tuple(shift, shift, shift),
  own: fc.option(phases),
  lavabos: fc.constantFrom(1, 2),
  /** Whole visits by one person, or lines; of each line who does it, null for anyone. */
  who: fc.oneof(
    fc.record({ onePerson: fc.constantFrom(null, 'Ana' as const), count: fc.constantFrom(1, 2) }),
    fc.record({
      lines: fc.array(fc.constantFrom(null, null, ...team), { minLength: 1, maxLength: 3 }),
    }),
  ),
  booked: fc.array(fc.nat({ max: 200 }), { maxLength: 4 }),
  tries: fc.array(fc.nat({ max: 700 }), { minLength: 4, maxLength: 4 }),
})

type Scene = typeof scenes extends fc.Arbitrary<infer S> ? S : never

test('D32-D37: exactly the offered visits can be held, booked and moved, with the people that are named', async () => {
  await fc.assert(fc.asyncProperty(scenes, playScene), { numRuns: 20 })
})

async function playScene(scene: Scene) {
  const [, date] = scene.place
  const fixture = fixtureOf(scene)
  const salon = await openSalon({
    ...fixture,
    now: `${Temporal.PlainDate.from(date).subtract({ days: 1 })}T08:00`,
  })
  let latest: Booked | null = null
  for (const pick of scene.booked) {
    const free = (await offeredOn(salon, scene)).filter(({ disponible }) => disponible)
    const slot = free[pick % Math.max(free.length, 1)]
    if (slot) latest = dataOf(await book(salon, scene, slot.hora_inicio), 201)
  }
  const visit = await visitOf(salon, scene)
  const expected = await modelOf(salon, scene, fixture, visit)
  const offered = await offeredOn(salon, scene)
  assert.deepEqual(offered, slotsOf(salon, scene, expected))

  const [summary] = dataOf(
    await salon.guest.get(
      `/disponibilidad/dias/?desde=${date}&hasta=${date}&${queryOf(salon, scene)}`,
    ),
  ).dias
  const free = offered.filter(({ disponible }) => disponible)
  assert.equal(summary.slots_libres, free.length)

  const sample = [...scene.tries, ...free.slice(0, 2).map(startOf), ...free.slice(-1).map(startOf)]
  for (const minute of new Set([...sample, ...offered.slice(0, 2).map(startOf)]))
    await tryToBook(salon, scene, minute, expected[minute] as StartOutcome, offered)
  assert.deepEqual(await offeredOn(salon, scene), offered)
  if (latest) await tryToMove(salon, scene, fixture, latest)
}

/** D37: its own time is free for a booking, and it can be moved to exactly the offered starts. */
async function tryToMove(salon: TestSalon, scene: Scene, fixture: SalonFixture, booking: Booked) {
  const visit = await visitOf(salon, scene, booking)
  const expected = await modelOf(salon, scene, fixture, visit, booking)
  const offered = await offeredOn(salon, scene, booking)
  assert.deepEqual(offered, slotsOf(salon, scene, expected))
  const free = offered.filter(({ disponible }) => disponible)
  const sample = [
    ...scene.tries.slice(0, 2),
    ...free.slice(0, 1).map(startOf),
    ...free.slice(-1).map(startOf),
  ]
  for (const minute of new Set(sample)) {
    const answer = await move(salon, scene, booking, clock(minute))
    assertOutcome(answer, minute, expected[minute] as StartOutcome, offered, 200)
  }
  assert.deepEqual(await offeredOn(salon, scene, booking), offered)
}

/**
 * A free start is held and booked with the people and the end that were offered, with the hold and
 * without it, and given back.
 */
async function tryToBook(
  salon: TestSalon,
  scene: Scene,
  minute: number,
  outcome: StartOutcome,
  offered: Offered[],
) {
  const held = await hold(salon, scene, clock(minute))
  assertOutcome(held, minute, outcome, offered, 201)
  // what is held becomes a booking; what cannot be held cannot be booked either
  const answer = await book(salon, scene, clock(minute), held)
  assertOutcome(answer, minute, outcome, offered, 201)
  if (answer.status !== 201) return
  dataOf(await salon.backend.cancel(answer.data, {}))
  const direct = await book(salon, scene, clock(minute))
  assertOutcome(direct, minute, outcome, offered, 201)
  dataOf(await salon.backend.cancel(direct.data, {}))
}

function assertOutcome(
  answer: ApiResponse,
  minute: number,
  outcome: StartOutcome,
  offered: Offered[],
  status: 200 | 201,
) {
  if (outcome.kind !== 'placed' || outcome.free.length === 0)
    return assertError(answer, refusals[outcome.kind])
  const slot = offered.find(({ hora_inicio }) => hora_inicio === clock(minute)) as Offered
  const { hora_fin, profesional, servicios } = dataOf(answer, status)
  assert.equal(hora_fin, slot.hora_fin)
  if (slot.peluqueros) assert.equal(profesional.id, slot.peluqueros[0])
  if (slot.lineas) {
    const done = servicios.map((line: { id: number; profesional: { id: number } }) => ({
      servicio_id: line.id,
      peluquero_id: line.profesional.id,
    }))
    assert.deepEqual(done, slot.lineas)
  }
}

const refusals = {
  no_such_time: 'INVALID_TIME',
  closed: 'BUSINESS_CLOSED',
  too_long: 'SLOT_NOT_AVAILABLE',
  not_working: 'PROFESSIONAL_NOT_AVAILABLE',
  off_grid: 'SLOT_NOT_AVAILABLE',
  placed: 'SLOT_NOT_AVAILABLE',
} as const

function slotsOf(salon: TestSalon, scene: Scene, outcomes: StartOutcome[]): Offered[] {
  return outcomes.flatMap((outcome, minute): Offered[] => {
    if (outcome.kind !== 'placed') return []
    const { free, endMinute } = outcome
    return [
      {
        hora_inicio: clock(minute),
        hora_fin: clock(endMinute % 1440),
        disponible: free.length > 0,
        ...(free.length === 0 && { motivo: 'ocupado' }),
        ...peopleOf(salon, scene, free),
      },
    ]
  })
}

function peopleOf(salon: TestSalon, { who }: Scene, free: Candidate[]) {
  const idOf = (index: number) => salon.id(team[index] as string)
  if ('lines' in who) {
    const terms = free[0]?.terms ?? []
    return {
      lineas: terms.map((line, index) => ({
        servicio_id: salon.id(catalogue[index] as string),
        peluquero_id: idOf(line.who),
      })),
    }
  }
  if (who.onePerson !== null) return {}
  const people = new Set(free.map(({ terms }) => terms[0]?.who as number))
  return { peluqueros: [...people].map(idOf) }
}

/** The visit with everybody in the order in which they are assigned. */
async function visitOf(salon: TestSalon, scene: Scene, moved?: Booked): Promise<Visit> {
  const { who, services, own } = scene
  const order = await assignmentOrder(salon, scene, moved)
  const units = (needs: string[]) => needs.map((name) => unitIndexes(scene)[name] as number[])
  const termsOf = (index: number, person: number): Terms => {
    const { phases, bufferMinutes, needs } = services[index] as Scene['services'][number]
    // Bea has phases of her own for the first service
    const isOwn = index === 0 && person === 1 && own !== null
    return { who: person, phases: isOwn ? own : phases, buffer: bufferMinutes, units: units(needs) }
  }
  const peopleOf = (name: string | null) => (name === null ? order : [team.indexOf(name as 'Ana')])
  const lines = 'lines' in who ? who.lines : Array.from({ length: who.count }, () => who.onePerson)
  return {
    lines: lines.map((name, index) => peopleOf(name).map((person) => termsOf(index, person))),
    onePerson: !('lines' in who),
  }
}

/** D32: fewest booked minutes that day, then display order, rotated by the number of the day. */
async function assignmentOrder(
  salon: TestSalon,
  { place, assignment }: Scene,
  moved?: Booked,
): Promise<number[]> {
  if (assignment === 'priority') return [0, 1, 2]
  const [timezone, date] = place
  const midnight = (day: Temporal.PlainDate) =>
    day.toZonedDateTime(timezone).epochMilliseconds / 60_000
  const day = Temporal.PlainDate.from(date)
  const [from, to] = [midnight(day), midnight(day.add({ days: 1 }))]
  const claims = await claimsOf(salon, moved)
  const booked = team.map((name) =>
    claims
      .filter(({ resourceId }) => resourceId === salon.id(name))
      .reduce((sum, { start, end }) => sum + Math.min(end, to) - Math.max(start, from), 0),
  )
  const first = (Date.parse(date) / 86_400_000) % team.length
  const rotated = [0, 1, 2].map((index) => (index + first) % team.length)
  return rotated.sort((a, b) => (booked[a] as number) - (booked[b] as number))
}

const unitIndexes = ({ lavabos }: Scene): Record<string, number[]> => ({
  Lavabo: lavabos === 1 ? [0] : [0, 1],
  Cabina: [lavabos],
})

async function modelOf(
  salon: TestSalon,
  scene: Scene,
  fixture: SalonFixture,
  visit: Visit,
  moved?: Booked,
): Promise<StartOutcome[]> {
  const claims = await claimsOf(salon, moved)
  const busyOf = (id: number) => claims.filter(({ resourceId }) => resourceId === id)
  const { settings, openings, professionals } = salonFileFor(salon.slug, fixture)
  return everyStart(
    {
      timezone: settings.timezone,
      date: scene.place[1],
      slotIntervalMinutes: settings.slotIntervalMinutes,
      openings,
      closings: [],
      people: professionals.map(({ shifts }, index) => ({
        shifts,
        exceptions: [],
        busy: busyOf(salon.id(team[index] as string)),
      })),
      units: (await unitIds(salon)).map(busyOf),
    },
    visit,
  )
}

/** All but those of the booking that is moved. */
async function claimsOf({ businessId }: TestSalon, moved?: Booked) {
  const { witness } = await testDatabase()
  return witness<{ resourceId: number; start: number; end: number }[]>`
    select resource_id, extract(epoch from starts_at)::int / 60 as start,
      extract(epoch from ends_at)::int / 60 as end
    from claims
    where business_id = ${businessId}
      and (owner_kind, owner_id) is distinct from ('booking', ${moved?.id ?? null}::bigint)`
}

/** Those of the first resource type, then those of the second. */
async function unitIds({ businessId }: TestSalon): Promise<number[]> {
  const { witness } = await testDatabase()
  const units = await witness<{ id: number }[]>`
    select unit.id from resource_units unit
    join resource_types type
      on type.business_id = unit.business_id and type.id = unit.resource_type_id
    where unit.business_id = ${businessId} order by type.position, unit.number`
  return units.map(({ id }) => id)
}

function fixtureOf({ place, interval, assignment, services, shifts, own, lavabos }: Scene) {
  const [timezone, date] = place
  const weekday = new Date(date).getUTCDay() || 7
  return {
    timezone,
    hours: '00:00-11:00',
    resources: { Lavabo: lavabos, Cabina: 1 },
    services: catalogue.map((name, index) => ({
      name,
      ...(services[index] as Scene['services'][number]),
    })),
    professionals: team.map((name, index) => ({
      name,
      shifts: { [weekday]: [shifts[index] as string] },
      ...(name === 'Bea' && own !== null && { ownTerms: { Corte: { phases: own } } }),
    })),
    settings: { slotIntervalMinutes: interval, assignment, horizonDays: 5, rescheduleHours: 0 },
  } satisfies SalonFixture
}

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

let guests = 0

function book(salon: TestSalon, scene: Scene, hora_inicio: string, held?: ApiResponse) {
  return salon.guest.post('/reservas/crear/', {
    nombre: 'Marta Ruiz',
    email: `guest-${++guests}@example.com`,
    ...timeBody(salon, scene, hora_inicio),
    ...(held?.status === 201 && { retencion: { id: held.data.id, token: held.data.token } }),
  })
}

const hold = (salon: TestSalon, scene: Scene, hora_inicio: string) =>
  salon.guest.post('/retenciones/', timeBody(salon, scene, hora_inicio))

function timeBody(salon: TestSalon, { place, who }: Scene, hora_inicio: string) {
  const idOf = (name: string | null) => (name === null ? 0 : salon.id(name))
  const services = catalogue.map((name) => salon.id(name))
  return {
    fecha: place[1],
    hora_inicio,
    ...('lines' in who
      ? {
          lineas: who.lines.map((name, index) => ({
            servicio_id: services[index],
            peluquero_id: idOf(name),
          })),
        }
      : { servicio_ids: services.slice(0, who.count), peluquero_id: idOf(who.onePerson) }),
  }
}

/** Tries it: nothing is moved. */
function move(salon: TestSalon, { place, who }: Scene, booking: Booked, hora_inicio: string) {
  const idOf = (name: string | null) => (name === null ? 0 : salon.id(name))
  const people =
    'lines' in who ? { peluqueros: who.lines.map(idOf) } : { peluquero_id: idOf(who.onePerson) }
  return reschedule(
    salon.guest,
    booking,
    { fecha: place[1], hora_inicio, ...people },
    { 'x-simular': 'true' },
  )
}

function queryOf(salon: TestSalon, { who }: Scene): string {
  const idOf = (name: string | null) => (name === null ? 0 : salon.id(name))
  const services = catalogue.map((name) => salon.id(name))
  if ('lines' in who)
    return `lineas=${who.lines.map((name, index) => `${services[index]}:${idOf(name)}`)}`
  const person = who.onePerson === null ? '' : `&peluquero_id=${idOf(who.onePerson)}`
  return `servicios=${services.slice(0, who.count)}${person}`
}

/** The slots of the day, or those to which a booking can be moved. */
async function offeredOn(salon: TestSalon, scene: Scene, moved?: Booked): Promise<Offered[]> {
  const { place, who } = scene
  const person = 'onePerson' in who && who.onePerson !== null ? salon.id(who.onePerson) : 0
  const path = `/disponibilidad/${person}/${place[1]}/?${queryOf(salon, scene)}`
  if (!moved) return dataOf(await salon.guest.get(path)).slots
  const proof = { 'x-reserva-codigo': moved.codigo }
  return dataOf(await salon.guest.get(`${path}&reserva_id=${moved.id}`, proof)).slots
}

interface Booked {
  id: number
  codigo: string
}

interface Offered {
  hora_inicio: string
  hora_fin: string
  disponible: boolean
  motivo?: string
  peluqueros?: number[]
  lineas?: { servicio_id: number; peluquero_id: number }[]
}

const startOf = ({ hora_inicio }: Offered): number =>
  Number(hora_inicio.slice(0, 2)) * 60 + Number(hora_inicio.slice(3))
