import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { applySalon, parseSalonFile } from '@silla/core'
import { seedWeek } from '../../services/dev/src/week/seed-week.ts'
import { testClock } from '../support/clock.ts'
import { testDatabase } from '../support/database.ts'

const { admin, urls, witness } = await testDatabase()

/** Applies the file of a demo salon, and fills its week as if it was started at this time. */
async function startedAt(slug: string, iso: string): Promise<{ id: string; now: Date }> {
  const name = `${slug}.yaml`
  const text = readFileSync(new URL(`../../tenants/seeds/${name}`, import.meta.url), 'utf8')
  const now = new Date(iso)
  const clock = testClock(now)
  const applied = await applySalon(admin, parseSalonFile(text, name), { clock })
  const id = applied.businessId ?? assert.fail(slug)
  await seedWeek(urls.api, [{ id, slug }], clock)
  return { id, now }
}

const statesOf = async (id: string) =>
  Object.fromEntries(
    (
      await witness<{ state: string; count: number }[]>`
        select state, count(*)::int from bookings where business_id = ${id} group by state`
    ).map(({ state, count }) => [state, count]),
  )

test('the demo has a week with visits in each state, and what else a day has', async () => {
  const { id, now } = await startedAt('barberia-lavapies', '2030-03-06T11:40:00Z')
  const states = await statesOf(id)
  for (const state of ['completed', 'confirmed', 'cancelled', 'no_show'])
    assert.ok((states[state] ?? 0) > 0, state)
  const [week] = await witness<Record<string, number>[]>`
    select
      (select count(*)::int from bookings where business_id = ${id} and arrived_at is not null) as arrived,
      (select count(*)::int from bookings b
        where b.business_id = ${id} and b.starts_at < ${now} and b.starts_at > ${now}::timestamptz - interval '1 day'
          and b.created_at = b.starts_at) as walk_ins,
      (select count(*)::int from (
        select from booking_lines where business_id = ${id}
        group by booking_id having count(distinct professional_id) > 1) as shared) as of_two,
      (select count(*)::int from booking_lines
        where business_id = ${id} and cardinality(phase_minutes) > 1) as with_waits,
      (select count(*)::int from blocks where business_id = ${id}) as blocks,
      (select count(*)::int from waitlist_entries where business_id = ${id}) as waiting,
      (select count(*)::int from customer_notes where business_id = ${id}) as notes`
  for (const [what, count] of Object.entries(week ?? {})) assert.ok(count > 0, what)
  const [wrong] = await witness<{ count: number }[]>`
    select count(*)::int from bookings
    where business_id = ${id} and state in ('completed', 'no_show') and ends_at > ${now}
      or business_id = ${id} and state = 'confirmed' and ends_at <= ${now}`
  assert.equal(wrong?.count, 0)
  const mails = await witness`select from mails where business_id = ${id}`
  assert.equal(mails.length, 0, 'nothing is mailed')
})

test('a salon that confirms by hand has a visit to confirm, on the first day of a week too', async () => {
  const { id } = await startedAt('vecina', '2030-03-03T23:10:00Z')
  const states = await statesOf(id)
  assert.equal(states.pending, 1)
  assert.ok((states.confirmed ?? 0) > 10)
})

test('a week that is nearly over goes on into the next one', async () => {
  const { id, now } = await startedAt('oasis-dubai', '2030-03-10T19:50:00Z')
  const [next] = await witness<{ days: number }[]>`
    select count(distinct local_start::date)::int as days from bookings
    where business_id = ${id} and state = 'confirmed' and starts_at > ${now}`
  assert.ok((next?.days ?? 0) >= 2)
})
