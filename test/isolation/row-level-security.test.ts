import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openPool, type Sql } from '@silla/db'
import { dataOf } from '../support/assertions.ts'
import { atEnd } from '../support/at-end.ts'
import { testDatabase } from '../support/database.ts'
import { insertDeliveries } from '../support/deliveries.ts'
import { insertEndpoint } from '../support/event-endpoints.ts'
import { publishEvents } from '../support/events.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'

// The net: whatever a statement forgets, the policy holds. None of these statements names the
// tenant it should.

let mine: TestSalon
let theirs: TestSalon
let tables: string[]

before(async () => {
  const basins = {
    resources: { Lavabo: 2 },
    services: [{ name: 'Corte', needs: ['Lavabo'] }],
  }
  mine = await openSalon({ ...basins, professionals: ['Ana'], closings: { '2030-05-01': null } })
  theirs = await openSalon({ ...basins, professionals: ['Zoe'], closings: { '2030-05-02': null } })
  await mine.guest.book('Ana', '10:00')
  await theirs.guest.book('Zoe', '10:00')
  for (const salon of [mine, theirs]) {
    await publishEvents(salon)
    const { id } = await insertEndpoint(salon, { url: 'https://till.example/' })
    await insertDeliveries(salon, id)
    dataOf(await salon.backend.post('/calendarios/', {}), 201)
  }
  const { witness } = await testDatabase()
  const rows = await witness<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'app'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`
  tables = rows.map((row) => row.name)
})

async function poolsOfRunningRoles(): Promise<Sql[]> {
  const { urls } = await testDatabase()
  const pools = [urls.api, urls.worker, urls.cli].map((url) =>
    openPool({ url, max: 1, name: 'test' }),
  )
  for (const pool of pools) atEnd(() => pool.end())
  return pools
}

/** What a transaction as one business sees or does; nothing of it stays. */
async function as<T>(pool: Sql, businessId: string, work: (tx: Sql) => Promise<T>): Promise<T> {
  let outcome: { value: T } | undefined
  await pool
    .begin(async (tx) => {
      await tx`select app.set_business(${businessId})`
      outcome = { value: await work(tx as unknown as Sql) }
      throw new Error('undo')
    })
    .catch((error) => {
      if (error.message !== 'undo') throw error
    })
  return (outcome as { value: T }).value
}

test('without a tenant every table is a loud error for every running role, never an empty answer', async () => {
  for (const pool of await poolsOfRunningRoles()) {
    for (const table of tables) {
      await assert.rejects(
        pool`select 1 from ${pool(table)} limit 1`,
        /app\.business_id|uuid/,
        table,
      )
    }
  }
})

test('after a transaction has ended its tenant is forgotten, and that too is an error', async () => {
  for (const pool of await poolsOfRunningRoles()) {
    await as(pool, mine.businessId, (tx) => tx`select count(*) from bookings`)
    await assert.rejects(pool`select 1 from bookings limit 1`, /uuid/)
  }
})

test('the tenant is set for one transaction on a cluster too, where SET LOCAL reaches the other nodes', async () => {
  const [pool] = (await poolsOfRunningRoles()) as [Sql]
  await pool`set citus.propagate_set_commands = 'local'`
  const rows = await as(
    pool,
    mine.businessId,
    (tx) => tx<{ businessId: string }[]>`select business_id from businesses`,
  )
  assert.deepEqual([...rows], [{ businessId: mine.businessId }])
  await assert.rejects(pool`select 1 from bookings limit 1`, /uuid/)
})

test('a statement without a filter sees its own tenant’s rows and no others', async () => {
  for (const pool of await poolsOfRunningRoles()) {
    for (const table of tables) {
      const rows = await as(
        pool,
        mine.businessId,
        (tx) => tx<{ businessId: string }[]>`select business_id from ${tx(table)}`,
      )
      assert.deepEqual(
        [...new Set(rows.map((row) => row.businessId))].filter((id) => id !== mine.businessId),
        [],
        table,
      )
    }
  }
})

test('what leaves a salon is there to be seen: endpoints, deliveries, positions, calendars', async () => {
  for (const pool of await poolsOfRunningRoles()) {
    for (const table of leaving) {
      for (const { businessId } of [mine, theirs]) {
        const rows = await as(pool, businessId, (tx) => tx`select 1 from ${tx(table)}`)
        assert.ok(rows.length > 0, `${table} is empty: the cases below would show nothing`)
      }
    }
  }
})

const leaving = ['event_endpoints', 'event_deliveries', 'event_positions', 'calendar_feeds']

test('an endpoint, a delivery, a position and a calendar cannot be written for another tenant', async () => {
  for (const pool of await poolsOfRunningRoles()) {
    for (const table of leaving) {
      await assert.rejects(
        as(
          pool,
          mine.businessId,
          (tx) => tx`update ${tx(table)} set business_id = ${theirs.businessId}`,
        ),
        /row-level security/,
        table,
      )
    }
    for (const statement of [
      'insert into calendar_feeds (business_id, created_at) values ($1, now())',
      'insert into event_positions (business_id, last_position) values ($1, 9)',
    ])
      await assert.rejects(
        as(pool, mine.businessId, (tx) => tx.unsafe(statement, [theirs.businessId])),
        /row-level security/,
        statement,
      )
  }
})

test('a token of a calendar is stored and deleted for the tenant of the transaction only', async () => {
  const { urls, witness } = await testDatabase()
  const api = openPool({ url: urls.api, max: 1, name: 'test' })
  atEnd(() => api.end())
  const tokens = () => witness<{ feedId: number }[]>`
    select feed_id from registry.calendar_tokens where business_id = ${theirs.businessId}`
  const [theirToken] = await tokens()
  assert.ok(theirToken)
  await api.begin(async (tx) => {
    await tx`select app.set_business(${mine.businessId})`
    await tx`select registry.delete_calendar_tokens(${[theirToken.feedId]}::bigint[])`
    await tx`select registry.insert_calendar_token(${Buffer.alloc(32, 1)}, ${theirToken.feedId})`
  })
  assert.deepEqual([...(await tokens())], [theirToken])
  await assert.rejects(
    api`select registry.insert_calendar_token(${Buffer.alloc(32, 2)}, ${theirToken.feedId})`,
    /uuid/,
    'without a tenant',
  )
})

test('a statement that names somebody else’s rows finds none, and changes and deletes none', async () => {
  for (const pool of await poolsOfRunningRoles()) {
    for (const table of tables) {
      const counts = await as(pool, mine.businessId, async (tx) => [
        (await tx`select 1 from ${tx(table)} where business_id = ${theirs.businessId}`).count,
        ...(isOnlyAddedTo(table) ? [] : await changed(tx, table)),
      ])
      assert.ok(
        counts.every((count) => count === 0),
        table,
      )
    }
  }
})

const changed = async (tx: Sql, table: string) => [
  (
    await tx`update ${tx(table)} set business_id = business_id where business_id = ${theirs.businessId}`
  ).count,
  ...(isDeletedWithItsSalon(table)
    ? []
    : [(await tx`delete from ${tx(table)} where business_id = ${theirs.businessId}`).count]),
]

/** Accesses of support and money that was taken stay: the running API and worker may not delete them. */
const isDeletedWithItsSalon = (table: string) => /^(support_accesses|till_entries)$/.test(table)

/** What staff did is neither changed nor deleted by anybody. */
const isOnlyAddedTo = (table: string) => table === 'audit_entries'

test('the log of what staff did is only added to', async () => {
  for (const pool of await poolsOfRunningRoles()) {
    for (const statement of [
      "update audit_entries set operator = 'nobody'",
      'delete from audit_entries',
    ]) {
      await assert.rejects(
        as(pool, mine.businessId, (tx) => tx.unsafe(statement)),
        /permission denied/,
      )
    }
  }
})

test('a row can be neither written for somebody else nor given away', async () => {
  for (const pool of await poolsOfRunningRoles()) {
    await assert.rejects(
      as(
        pool,
        mine.businessId,
        (tx) =>
          tx`insert into resources (business_id, kind) values (${theirs.businessId}, 'professional')`,
      ),
      /row-level security/,
    )
    await assert.rejects(
      as(pool, mine.businessId, (tx) => tx`update events set business_id = ${theirs.businessId}`),
      /row-level security/,
    )
  }
})

test('a foreign key cannot reach into another tenant', async () => {
  const [pool] = await poolsOfRunningRoles()
  await assert.rejects(
    as(
      pool as Sql,
      mine.businessId,
      (
        tx,
      ) => tx`insert into claims (business_id, resource_id, starts_at, ends_at, kind, owner_kind, owner_id)
        values (${mine.businessId}, ${theirs.id('Zoe')}, now(), now() + interval '1 hour', 'block', 'time_off', 1)`,
    ),
    /claims_resource/,
  )
})

test('no running role can empty, alter or drop a table, or switch its protection off', async () => {
  for (const pool of await poolsOfRunningRoles()) {
    for (const statement of [
      'truncate bookings',
      'drop table bookings',
      'alter table bookings disable row level security',
      'alter table bookings no force row level security',
      'drop policy tenant on bookings',
      'create table app.mine (id int)',
      'set role silla_owner',
      'set session authorization silla_owner',
    ]) {
      await assert.rejects(pool.unsafe(statement), /permission|owner|denied/, statement)
    }
  }
})

test('the api and the worker cannot read the registry, only look up a key', async () => {
  const [api, context] = (await poolsOfRunningRoles()) as [Sql, Sql, Sql]
  for (const pool of [api, context]) {
    for (const table of [
      'businesses',
      'api_keys',
      'calendar_tokens',
      'staff_memberships',
      'migrations_applied',
      'functions_applied',
    ]) {
      await assert.rejects(
        pool.unsafe(`select 1 from registry.${table}`),
        /permission denied/,
        table,
      )
    }
    assert.equal(
      (await pool`select business_id from registry.find_key(${Buffer.alloc(32)})`).length,
      0,
    )
  }
})
