import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { testDatabase } from '../support/database.ts'
import { runJobs } from '../support/jobs.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { archived, contentsOf, otherSecretsKeys, restored } from './archived.ts'
import { openReceiver } from './receiver.ts'

const { admin } = await testDatabase()

/** What somebody does; what the salon refuses is part of it. */
const actions = fc.oneof(
  fc.record({
    kind: fc.constant('books' as const),
    slot: fc.nat(40),
    text: fc.string({ unit: 'grapheme' }),
  }),
  fc.record({ kind: fc.constant('cancels' as const), place: fc.nat(5) }),
  fc.record({ kind: fc.constant('moves' as const), place: fc.nat(5), slot: fc.nat(40) }),
  fc.record({ kind: fc.constant('holds' as const), slot: fc.nat(40) }),
  fc.record({ kind: fc.constant('waits' as const), text: fc.string({ unit: 'grapheme' }) }),
  fc.record({ kind: fc.constant('blocks' as const), slot: fc.nat(20) }),
  fc.record({ kind: fc.constant('notes' as const), text: fc.string({ unit: 'grapheme' }) }),
  fc.record({ kind: fc.constant('works' as const) }),
)
type Action = typeof actions extends fc.Arbitrary<infer Each> ? Each : never

test('any salon makes the same archive after it was restored', async () => {
  const salons = fc.record({
    isPointed: fc.boolean(),
    timezone: fc.constantFrom('Europe/Madrid', 'Asia/Dubai', 'America/Caracas'),
    all: fc.array(actions, { maxLength: 10 }),
  })
  await fc.assert(
    fc.asyncProperty(salons, async ({ isPointed, timezone, all }) => {
      const closers: (() => unknown)[] = []
      try {
        const salon = await openSalon({
          ...{ professionals: ['Ana', 'Bea'], timezone },
          settings: { pointsEnabled: isPointed },
        })
        const bookings: Booking[] = []
        for (const action of all) await plays(salon, bookings, action)
        const receiver = await openReceiver({
          after: (close) => closers.push(close as () => unknown),
        })
        const first = await archived(admin, salon)
        await restored(receiver.admin, first)
        await assertSame(first, await archived(receiver.admin, salon, otherSecretsKeys))
      } finally {
        for (const close of closers) await close()
      }
    }),
    { numRuns: 5 },
  )
})

interface Booking {
  id: number
  codigo: string
}

async function plays(salon: TestSalon, bookings: Booking[], action: Action): Promise<void> {
  const time = (slot: number) =>
    `${String(9 + Math.floor(slot / 4)).padStart(2, '0')}:${String((slot % 4) * 15).padStart(2, '0')}`
  const date = '2030-03-07'
  const booking =
    'place' in action ? bookings[action.place % Math.max(bookings.length, 1)] : undefined
  const ana = { servicio_ids: [salon.id('Corte')], peluquero_id: salon.id('Ana'), fecha: date }
  if (action.kind === 'books') {
    const { status, data } = await salon.guest.book('Ana', time(action.slot), {
      ...{ date, notas: action.text },
    })
    if (status === 201) bookings.push(data)
  } else if (action.kind === 'cancels' && booking) await salon.guest.cancel(booking)
  else if (action.kind === 'moves' && booking)
    await salon.guest.post(`/reservas/${booking.id}/reprogramar/`, {
      ...{ codigo: booking.codigo, fecha: date, hora_inicio: time(action.slot) },
    })
  else if (action.kind === 'holds')
    await salon.guest.post('/retenciones/', { ...ana, hora_inicio: time(action.slot) })
  else if (action.kind === 'waits')
    await salon.guest.post('/lista-espera/', {
      ...{ servicio_ids: [salon.id('Corte')], desde: date, hasta: date, notas: action.text },
      ...{ nombre: 'Lía', email: 'lia@example.com', telefono: '+34612000000' },
    })
  else if (action.kind === 'blocks')
    await salon.backend.post('/bloqueos/', {
      ...{ peluquero_id: salon.id('Bea'), motivo: 'Curso' },
      ...{ desde: `${date}T${time(action.slot)}`, hasta: `${date}T20:00` },
    })
  else if (action.kind === 'notes') {
    const contact = { nombre: 'Eva', email: 'eva@example.com', telefono: '+34612000001' }
    const { data } = await salon.backend.post('/clientes/', contact)
    const card = `/clientes/${data?.id ?? 0}`
    const consent = { tipo: 'salud', otorgado: true, medio: 'papel', texto: 'Sí' }
    await salon.backend.post(`${card}/consentimientos/`, consent)
    await salon.backend.post(`${card}/notas/`, { tipo: 'alergia', texto: action.text })
  } else if (action.kind === 'works') await runJobs(salon, { mayFail: true })
}

async function assertSame(first: string, second: string): Promise<void> {
  const [before, after] = [await contentsOf(first), await contentsOf(second)]
  const differs = ['manifest.json', 'manifest.hmac', 'app.audit_entries.jsonl.gz']
  assert.deepEqual([...after.keys()], [...before.keys()])
  for (const [name, text] of before)
    if (!differs.includes(name)) assert.equal(after.get(name), text, name)
}
