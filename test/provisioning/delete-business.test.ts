import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  applySalon,
  auditLog,
  createBusiness,
  deleteBusiness,
  exportSalon,
  planDeletion,
} from '@silla/core'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { jobsDatabase } from '../support/jobs.ts'
import { connectTestAccount, payOnline } from '../support/money.ts'
import { openSalon } from '../support/salon.ts'
import { invited, joined } from '../support/staff-members.ts'
import { until } from '../support/until.ts'
import { untilWaiting } from '../support/until-waiting.ts'
import { insertBooking } from './salon-contents.ts'
import { salonFile } from './salon-text.ts'

const { admin, witness } = await testDatabase()

/** Row counts of a business by table, regardless of row security. */
async function rowsOf(businessId: string): Promise<Map<string, number>> {
  const tables = await witness<{ name: string }[]>`
    select format('%I.%I', nspname, relname) as name
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    join pg_namespace on pg_namespace.oid = relnamespace
    where attname = 'business_id' and nspname in ('app', 'registry') and relkind in ('r', 'p', 'v')
      and not relispartition
    order by name`
  const rows = new Map<string, number>()
  for (const { name } of tables) {
    const [counted] = await witness<{ count: number }[]>`
      select count(*)::int as count from ${witness(name)} where business_id = ${businessId}`
    if (counted !== undefined && counted.count > 0) rows.set(name, counted.count)
  }
  return rows
}

test('deleting a business leaves its audit log and a record, and does not affect others', async () => {
  const salon = await openSalon({
    professionals: ['Ana'],
    services: [{ name: 'Corte' }],
    now: '2030-03-04T08:00',
  })
  const neighbour = await openSalon({
    professionals: ['Zoe'],
    services: [{ name: 'Corte' }],
    now: '2030-03-04T08:00',
  })
  await connectTestAccount(salon)
  await payOnline(salon, { booking: dataOf(await salon.guest.book('Ana', '10:00'), 201) })
  assert.equal((await neighbour.guest.book('Zoe', '10:00')).status, 201)
  // a person with a passkey and recovery codes, and one who is invited
  const person = await salon.staff('owner', { email: 'lola@salon.example' })
  const { businessId } = salon
  await witness`
    insert into staff_passkeys (business_id, staff_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
    values (${businessId}, ${person.staffId}, '\\x01', '\\x02', 0, '{}', false, 'Movil', now())`
  await witness`
    insert into staff_recovery_codes (business_id, staff_id, code_hash, created_at)
    values (${businessId}, ${person.staffId}, ${Buffer.alloc(32)}, now())`
  await joined(salon, { email: 'ana@salon.example' })
  await invited(salon, { email: 'eva@salon.example' })
  dataOf(await person.get('/reservas/'))
  // the API writes these seconds after a request
  await witness`insert into api_key_uses (business_id, key_id, last_used_at)
    select business_id, key_id, now() from registry.api_keys on conflict do nothing`
  const [before, neighbourBefore] = [
    await rowsOf(salon.businessId),
    await rowsOf(neighbour.businessId),
  ]
  assert.ok(before.size > 12, [...before.keys()].join())

  const planned = await planDeletion(admin, salon.slug, salon.clock)
  assert.deepEqual(
    [...new Map(planned.rows.map(({ table, count }) => [table, count]))].sort(),
    [...before].filter(([name]) => name !== 'app.audit_entries').sort(),
  )
  assert.equal(planned.comingBookings, 1)
  assert.deepEqual(await rowsOf(salon.businessId), before)

  const tables: string[] = []
  await deleteBusiness(admin, salon.slug, {
    clock: salon.clock,
    onProgress: (...[, , what]) => tables.push(what),
  })
  assert.deepEqual(
    tables,
    planned.rows.map(({ table }) => table),
  )
  assert.deepEqual(
    [...(await rowsOf(salon.businessId)).keys()],
    ['app.audit_entries', 'registry.deleted_businesses'],
  )
  assert.deepEqual(await rowsOf(neighbour.businessId), neighbourBefore)
  // a notification ends what the API keeps of the session
  await until(async () => (await person.get('/reservas/')).error?.code === 'SESSION_ENDED')
  const jobs = await jobsDatabase()
  assert.deepEqual(
    [
      ...(await jobs`select id from jobs.outbox where payload ->> 'businessId' = ${salon.businessId}`),
    ],
    [],
  )
  const { entries } = await auditLog(admin, salon.slug, {
    action: 'businesses.delete',
    offset: 0,
    limit: 9,
  })
  assert.deepEqual(
    entries.map(({ detail }) => (detail.rows as Record<string, number>)['app.bookings']),
    [1],
  )
  await assert.rejects(planDeletion(admin, salon.slug), { code: 'BUSINESS_NOT_FOUND' })
})

test('the keys of a deleted business become unknown to every process', async () => {
  const salon = await openSalon({ professionals: ['Ana'], now: '2030-03-04T08:00' })
  assert.equal((await salon.guest.get('/negocio/')).status, 200)
  await deleteBusiness(admin, salon.slug)
  await until(async () => (await salon.guest.get('/negocio/')).status !== 200)
  assert.equal((await salon.guest.get('/negocio/')).status, 401)
})

test('a live business with upcoming bookings is only deleted if that is allowed', async () => {
  const { businessId } = await applySalon(admin, { ...salonFile('lively'), mode: 'live' })
  const visit = {
    professional: 'ana',
    service: 'corte',
    startsAt: '2040-03-05T10:00:00Z',
    code: 'LIVELY0001',
  }
  await insertBooking(witness, businessId, visit)
  await assert.rejects(deleteBusiness(admin, 'lively'), {
    code: 'WOULD_STRAND_BOOKINGS',
    message: 'lively is live and has upcoming bookings (1). Cancel them first.',
  })
  assert.match(await exportSalon(admin, 'lively'), /mode: live/)
  await deleteBusiness(admin, 'lively', { allowOrphaned: true })
  const place = {
    timezone: 'Europe/Madrid',
    currency: 'EUR',
    language: 'es',
    country: 'ES',
  } as const
  const again = await createBusiness(admin, {
    slug: 'lively',
    name: 'Lively',
    mode: 'live',
    ...place,
  })
  assert.notEqual(again.businessId, businessId)
})

test('a deletion that fails halfway deletes nothing', async () => {
  const { businessId } = await applySalon(admin, salonFile('unchanged'))
  const before = await rowsOf(businessId ?? '')
  const onProgress = (done: number) => {
    if (done > 3) throw new Error('the connection was lost')
  }
  await assert.rejects(
    deleteBusiness(admin, 'unchanged', { onProgress }),
    /the connection was lost/,
  )
  assert.deepEqual(await rowsOf(businessId ?? ''), before)
})

test('a deletion waits for transactions that write to the business, and deletes their rows too', async () => {
  const { businessId } = await applySalon(admin, salonFile('busy'))
  const deletion = await witness.begin(async (tx) => {
    await tx`
      insert into customers (business_id, email_key, email, name, language, created_at)
      values (${businessId}, 'lucia@example.com', 'lucia@example.com', 'Lucía', 'es', now())`
    const deleting = deleteBusiness(admin, 'busy')
    // wait until the deletion waits for this transaction
    await untilWaiting(1)
    return { deleting }
  })
  await deletion.deleting
  assert.deepEqual(
    [...(await rowsOf(businessId ?? '')).keys()],
    ['app.audit_entries', 'registry.deleted_businesses'],
  )
})
