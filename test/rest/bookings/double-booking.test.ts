import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi, testApi } from '../../support/api.ts'
import { type Answer, type Client, client } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'

test('two guests cannot share one chair', async () => {
  const salon = await openSalon({ professionals: ['Ana'], now: '2030-03-04T08:00' })
  const first = await salon.guest.books('Ana', '10:00')
  assert.equal(first.status, 201, first.text)
  const second = await salon.guest.books('Ana', '10:15', { email: 'otra@example.com' })
  assert.equal(second.status, 400)
  assert.equal(second.error.code, 'SLOT_NOT_AVAILABLE')
  assert.deepEqual(second.error.alternativas, [
    { fecha: '2030-03-04', hora_inicio: '10:30', peluquero_id: salon.id('Ana') },
    { fecha: '2030-03-04', hora_inicio: '10:45', peluquero_id: salon.id('Ana') },
    { fecha: '2030-03-04', hora_inicio: '09:30', peluquero_id: salon.id('Ana') },
  ])
})

for (const [title, times] of [
  ['equal times', ['10:00']],
  ['overlapping times', ['10:00', '10:15', '10:30', '10:45']],
] as const) {
  test(`of 50 guests who rush for ${title} through two processes, the chair seats as many as fit`, async () => {
    const salon = await openSalon({ services: [{ name: 'Corte', minutes: 60 }], now: '2030-03-04T08:00' })
    const answers = await rush(salon, (index) => ({ time: times[index % times.length] ?? '', date: salon.today }))
    const booked = answers.filter((answer) => answer.status === 201)
    const refused = answers.filter((answer) => answer.status !== 201)
    assert.equal(booked.length, 1)
    assert.deepEqual([...new Set(refused.map((answer) => answer.error.code))], ['SLOT_NOT_AVAILABLE'])
    assert.equal(await claimsOf(salon), 1)
    assert.equal(await bookingsOf(salon), 1)
  })
}

test('50 guests who want 50 different times all get them', async () => {
  const salon = await openSalon({ professionals: ['Ana', 'Bea', 'Cruz'], now: '2030-03-04T08:00' })
  const names = ['Ana', 'Bea', 'Cruz']
  const answers = await rush(salon, (index) => ({
    time: `${10 + (Math.floor(index / 6) % 9)}:${index % 2 ? '30' : '00'}`,
    professional: names[index % 3] ?? '',
    date: salon.today,
  }))
  assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [201])
  assert.equal(await claimsOf(salon), 50)
})

/** Fifty requests at once, every other one through a second API of its own pools. */
async function rush(
  salon: TestSalon,
  wish: (index: number) => { time: string; date: string; professional?: string },
): Promise<Answer[]> {
  const { url } = await testApi()
  const other = await openApi()
  const doors = [url, other.url].map((base) => client(base, { 'x-api-key': salon.publishableKey }))
  other.clock.set(salon.clock.now())
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => {
      const { time, date, professional = 'Ana' } = wish(index)
      return (doors[index % 2] as Client).post('/reservas/crear/', {
        servicio_ids: [salon.id('Corte')],
        peluquero_id: salon.id(professional),
        fecha: date,
        hora_inicio: time,
        nombre: `Cliente ${index}`,
        email: `cliente-${index}@example.com`,
      })
    }),
  )
  await other.close()
  return answers
}

const claimsOf = (salon: TestSalon) => countOf('claims', salon)
const bookingsOf = (salon: TestSalon) => countOf('bookings', salon)

async function countOf(table: string, salon: TestSalon): Promise<number> {
  const { witness } = await testDatabase()
  const [row] = await witness<{ count: number }[]>`
    select count(*)::int as count from ${witness(table)} where business_id = ${salon.businessId}`
  return row?.count ?? 0
}
