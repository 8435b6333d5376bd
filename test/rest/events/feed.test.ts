import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../../support/assertions.ts'
import type { ApiResponse } from '../../support/client.ts'
import { testDatabase } from '../../support/database.ts'
import { publishEvents } from '../../support/events.ts'
import { queryGraphql } from '../../support/graphql.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'

const { witness } = await testDatabase()

test('D42: the feed has the events after a position, and where to continue', async () => {
  const salon = await openSalonWithBookings(3)
  const all = dataOf(await salon.backend.get('/eventos/'))
  assert.deepEqual(positionsIn(all), [1, 2, 3])
  assert.equal(all.siguiente, 3)
  const part = dataOf(await salon.backend.get('/eventos/?desde=1&limite=1'))
  assert.deepEqual([positionsIn(part), part.siguiente], [[2], 2])
  assert.deepEqual(part.items, all.items.slice(1, 2))
})

test('D42: after the last position there is nothing, and the reader continues where it was', async () => {
  const salon = await openSalonWithBookings(2)
  for (const from of [2, 3, 1000, Number.MAX_SAFE_INTEGER]) {
    const { items, siguiente } = dataOf(await salon.backend.get(`/eventos/?desde=${from}`))
    assert.deepEqual([items, siguiente], [[], from])
  }
})

test('D42: a salon without events has an empty feed', async () => {
  const salon = await openSalon()
  const { items, siguiente } = dataOf(await salon.backend.get('/eventos/'))
  assert.deepEqual([items, siguiente], [[], 0])
})

test('D42: an event without a position is not in the feed yet', async () => {
  const salon = await openSalonWithBookings(1)
  dataOf(await salon.guest.book('Ana', '18:00'), 201)
  assert.deepEqual(positionsIn(dataOf(await salon.backend.get('/eventos/'))), [1])
  await publishEvents(salon)
  assert.deepEqual(positionsIn(dataOf(await salon.backend.get('/eventos/'))), [1, 2])
})

test('D42: positions and limits that cannot be are refused, and name the field', async () => {
  const salon = await openSalon()
  const invalid = {
    desde: ['-1', 'x', '1.5', '9007199254740992', '99999999999999999999', '1&desde=2'],
    limite: ['0', '501', '-5', 'todos', '1.5'],
  }
  for (const [field, values] of Object.entries(invalid)) {
    for (const value of values) {
      const { status, error } = await salon.backend.get(`/eventos/?${field}=${value}`)
      const { code, detalles } = error
      assert.deepEqual(
        [status, code, detalles?.[0]?.campo],
        [400, 'VALIDATION_ERROR', field],
        `${field}=${value}`,
      )
    }
  }
})

test('D42: only the secret key alone reads the feed', async () => {
  const salon = await openSalonWithBookings(1)
  const marta = await salon.customer({ nombre: 'Marta', email: 'marta@example.com' })
  for (const client of [salon.guest, marta])
    assertRefused(await client.get('/eventos/'), 403, 'INSUFFICIENT_SCOPE')
  assertRefused(
    await salon.backend.get('/eventos/', { authorization: `Bearer ${marta.token}` }),
    403,
    'INSUFFICIENT_SCOPE',
  )
})

test('D42: the feed of one salon has nothing of another', async () => {
  const [mine, theirs] = [await openSalonWithBookings(1), await openSalonWithBookings(2)]
  const own = dataOf(await mine.backend.get('/eventos/'))
  const other = dataOf(await theirs.backend.get('/eventos/'))
  assert.deepEqual([positionsIn(own), positionsIn(other)], [[1], [1, 2]])
  const ids = [...own.items, ...other.items].map(({ id }) => id)
  assert.equal(new Set(ids).size, 3)
})

test('D42: who continues before what was deleted learns where the feed begins now', async () => {
  const salon = await openSalonWithBookings(4)
  await witness`delete from events where business_id = ${salon.businessId} and position <= 2`
  for (const from of ['', '?desde=0', '?desde=1']) {
    const { error } = assertRefused(
      await salon.backend.get(`/eventos/${from}`),
      400,
      'EVENTS_EXPIRED',
    )
    assert.equal(error.primera, 3)
  }
  const rest = dataOf(await salon.backend.get('/eventos/?desde=2'))
  assert.deepEqual([positionsIn(rest), rest.siguiente], [[3, 4], 4])
})

test('D42: when all events were deleted only readers that had them all continue', async () => {
  const salon = await openSalonWithBookings(3)
  await witness`delete from events where business_id = ${salon.businessId}`
  const { error } = assertRefused(
    await salon.backend.get('/eventos/?desde=2'),
    400,
    'EVENTS_EXPIRED',
  )
  assert.equal(error.primera, 4)
  const end = dataOf(await salon.backend.get('/eventos/?desde=3'))
  assert.deepEqual([end.items, end.siguiente], [[], 3])
  dataOf(await salon.guest.book('Ana', '18:00'), 201)
  await publishEvents(salon)
  assert.deepEqual(positionsIn(dataOf(await salon.backend.get('/eventos/?desde=3'))), [4])
})

test('D29: GraphQL has the same events, limits and errors', async () => {
  const salon = await openSalonWithBookings(3)
  const rest = dataOf(await salon.backend.get('/eventos/?desde=1&limite=2'))
  const fields = 'items { posicion id tipo creado_en version datos } siguiente'
  const query = `query ($desde: Id, $limite: Int) { eventos(desde: $desde, limite: $limite) { ${fields} } }`
  const { data } = await queryGraphql(salon.backend, query, { desde: 1, limite: 2 })
  assert.deepEqual(data.eventos, rest)
  assert.deepEqual((await queryGraphql(salon.guest, query)).codes, ['INSUFFICIENT_SCOPE'])
  for (const variables of [{ desde: -1 }, { limite: 0 }, { limite: 501 }])
    assert.deepEqual((await queryGraphql(salon.backend, query, variables)).codes, [
      'VALIDATION_ERROR',
    ])
  await witness`delete from events where business_id = ${salon.businessId} and position = 1`
  const expired = await queryGraphql(salon.backend, query)
  assert.deepEqual(expired.codes, ['EVENTS_EXPIRED'])
  assert.equal(expired.errors[0].extensions.primera, 2)
})

async function openSalonWithBookings(count: number): Promise<TestSalon> {
  const salon = await openSalon({ professionals: ['Ana'] })
  for (let hour = 10; hour < 10 + count; hour++)
    dataOf(await salon.guest.book('Ana', `${hour}:00`), 201)
  await publishEvents(salon)
  return salon
}

const positionsIn = ({ items }: { items: { posicion: number }[] }) =>
  items.map(({ posicion }) => posicion)

function assertRefused(response: ApiResponse, status: number, code: string): ApiResponse {
  assert.deepEqual([response.status, response.error?.code], [status, code], response.text)
  return response
}
