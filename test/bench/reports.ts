import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReportKind } from '@silla/core'
import { countOption, readOptions } from '../support/program-options.ts'
import { openBenchDatabase } from './bench-database.ts'
import { buildCode } from './code.ts'
import { treeCpuMicroseconds } from './processes.ts'
import { busyDays, openBenchSalon } from './salon.ts'

// It reads as the API does, with its role, under row-level security and its limits.

/** Half of what one statement may take, so that a slower or busier server answers too. */
const limitMilliseconds = 1000
const limitExportSeconds = 10
const days = 366
const professionals = 20
const {
  customers,
  visits: visitsPerDay,
  rounds,
} = await readOptions({
  command: 'npm run bench:reports',
  about:
    'Measures each report (D76) in each of its groups, over a leap year of a salon with 100,000 bookings: how long ' +
    `it takes, and the CPU time of PostgreSQL, which has to stay within ${limitMilliseconds} ms. Then the ` +
    'bookkeeping of a month with 50,000 movements (D56), which is read and written in parts, within ' +
    `${limitExportSeconds} s.`,
  options: {
    customers: countOption('customers of the salon', 20_000),
    visits: countOption('visits of a professional and day', 14),
    rounds: countOption('how often each report is read', 5),
  },
})
const folder = mkdtempSync(join(tmpdir(), 'silla-bench-'))
const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]

try {
  const code = await buildCode('.')
  const { urls, admin, owner, postgresPid } = await openBenchDatabase(code, folder, closers)
  const database = code.db.openDatabase({ url: urls.api, name: 'silla-bench' })
  closers.unshift(database.close)

  console.log(`Filling a salon with ${days * professionals * visitsPerDay} bookings`)
  await fill()
  const context = await code.core.operatorContext(
    { admin, database, clock: code.core.systemClock },
    'crowd',
    { action: 'bench.reports', detail: {} },
  )
  const today = Math.floor(Date.now() / 86_400_000)
  const range = { from: today - days / 2, to: today + days / 2 - 1 }
  const rows: Record<string, { rows: number; 'PostgreSQL ms': number; 'longest ms': number }> = {}
  const tooLarge: string[] = []
  for (const kind of Object.keys(code.core.groupsOfReport) as ReportKind[])
    for (const group of code.core.groupsOfReport[kind]) {
      const title = `${kind} by ${group}`
      const measured = await measure(() => code.core.readReport(context, { kind, group, ...range }))
      if (measured === null) tooLarge.push(title)
      else rows[title] = measured
    }
  console.table(rows)
  const slow = Object.entries(rows).filter(([, row]) => row['PostgreSQL ms'] > limitMilliseconds)
  const exported = await exportMonth()
  console.table({ 'bookkeeping of a month': exported })
  const late = exported.seconds > limitExportSeconds ? ['the bookkeeping of a month'] : []
  const failed = [...tooLarge, ...slow.map(([title]) => title), ...late]
  if (failed.length > 0) {
    console.error(
      `Above ${limitMilliseconds} ms, ${limitExportSeconds} s for the export, or refused: ${failed.join('; ')}`,
    )
    process.exitCode = 1
  }

  /** Writes the file of a month, as the API and the command line do. */
  async function exportMonth() {
    const { readAllBookkeeping, bookkeepingTable, bookkeepingKinds, bookkeepingMethods } = code.core
    const [first] = await owner<{ day: number; movements: number }[]>`
      select date_trunc('month', now())::date - date '1970-01-01' as day,
        (select count(*)::int from app.balance_entries) as movements`
    const { day, movements } = first as { day: number; movements: number }
    const words = <Word extends string>(list: readonly Word[]) =>
      Object.fromEntries(list.map((word) => [word, word])) as unknown as Record<Word, string>
    const startedAt = performance.now()
    const parts = readAllBookkeeping(context, {
      ...{ from: day, to: day + 27 },
      textOf: (name) => name.es ?? '',
    })
    let [bytes, longest, lines] = [0, 0, 0]
    for await (const text of bookkeepingTable(parts, {
      ...{ separator: ',', headings: ['date'] },
      ...{ kinds: words(bookkeepingKinds), methods: words(bookkeepingMethods) },
    })) {
      bytes += text.length
      lines += text.split('\r\n').length - 1
      longest = Math.max(longest, text.length)
    }
    const seconds = (performance.now() - startedAt) / 1000
    return {
      ...{ movements, lines },
      seconds: Math.round(seconds * 10) / 10,
      MB: Math.round(bytes / 100_000) / 10,
      'longest part, kB': Math.round(longest / 1000),
    }
  }

  /** null: it takes longer than a statement may. */
  async function measure(read: () => Promise<{ rows: readonly unknown[] }>) {
    try {
      // the first one reads the pages
      const found = (await read()).rows.length
      const before = treeCpuMicroseconds(postgresPid)
      let longest = 0
      for (let count = 0; count < rounds; count++) {
        const startedAt = performance.now()
        await read()
        longest = Math.max(longest, performance.now() - startedAt)
      }
      const milliseconds = (treeCpuMicroseconds(postgresPid) - before) / rounds / 1000
      return {
        rows: found,
        'PostgreSQL ms': Math.round(milliseconds),
        'longest ms': Math.round(longest),
      }
    } catch (error) {
      if ((error as { code?: string }).code === 'REPORT_TOO_LARGE') return null
      throw error
    }
  }

  /**
   * A third of the bookings have a second service, some were cancelled or not kept, and two in five were
   * paid online, of which some were refunded.
   */
  async function fill(): Promise<void> {
    const salon = await openBenchSalon({ code, admin, owner }, 'crowd', {
      fixture: {
        services: Array.from({ length: 30 }, (_, index) => ({ name: `Service ${index}` })),
        professionals: Array.from({ length: professionals }, (_, index) => `Professional ${index}`),
      },
    })
    await salon.fill({ ...busyDays, visitsPerDay, fromDay: -days / 2, toDay: days / 2 - 1 })
    const [registered] = await owner<{ businessId: string }[]>`
      select business_id from registry.businesses where slug = 'crowd'`
    const { businessId } = registered as { businessId: string }
    await owner`
      insert into app.customers (
        business_id, email_key, email, name, phone, language, created_at, search_name,
        search_word_2, search_word_3, search_word_4, search_word_5, search_word_6, phone_reversed)
      select ${businessId}::uuid, email, email, 'Guest ' || number, '', 'es', now(), words.*
      from generate_series(1, ${customers}::int) number
      cross join lateral (select 'guest-' || number || '@example.com' as email) address
      cross join lateral app.search_columns('Guest ' || number, '') words`
    await owner`
      with everybody as (select array_agg(id) as ids from app.customers where business_id = ${businessId})
      update app.bookings booking
      set customer_id = everybody.ids[1 + booking.id % cardinality(everybody.ids)],
        state = case when booking.id % 10 < 8 then booking.state
          when booking.id % 10 = 8 or booking.starts_at > now() then 'cancelled' else 'no_show' end,
        cancelled_at = case when booking.id % 10 = 8 or booking.id % 10 = 9 and booking.starts_at > now()
          then booking.created_at end,
        cancelled_by = case when booking.id % 10 = 8 or booking.id % 10 = 9 and booking.starts_at > now()
          then 'customer' end
      from everybody where booking.business_id = ${businessId}`
    await owner`
      insert into app.booking_lines (business_id, booking_id, position, service_id, name, price_cents,
        charged_cents, duration_minutes, points_awarded, professional_id, starts_at, ends_at,
        phase_minutes)
      select line.business_id, line.booking_id, 1, line.service_id, line.name, line.price_cents,
        line.charged_cents, line.duration_minutes, 0,
        (${salon.professionalIds}::bigint[])[1 + line.booking_id % ${professionals}], line.starts_at,
        line.ends_at, array[10, 20, 10]
      from app.booking_lines line
      where line.business_id = ${businessId} and line.booking_id % 3 = 0`
    await owner`
      with service as (select array_agg(id) as ids from app.services where business_id = ${businessId})
      update app.booking_lines line
      set service_id = service.ids[1 + line.id % cardinality(service.ids)]
      from service where line.business_id = ${businessId}`
    await owner`
      insert into app.payments (business_id, booking_id, customer_id, account_ref, amount_cents,
        currency, fee_cents, processor_key, state, is_open, status_seen, status_seen_at,
        received_cents, received_currency, settled_at, applied, created_at, updated_at)
      select business_id, id, customer_id, 'acct', total_cents, 'EUR', 0, id::text, 'completed', false,
        'succeeded', created_at, total_cents, 'EUR', created_at, true, created_at, created_at
      from app.bookings where business_id = ${businessId} and id % 5 < 2`
    await owner`
      insert into app.refunds (business_id, payment_id, reason, cause, amount_cents, state,
        processor_key, created_at, updated_at)
      select business_id, id, 'business', id::text, amount_cents / 2, 'completed', '', created_at,
        created_at
      from app.payments where business_id = ${businessId} and id % 10 = 0`
    await owner`
      insert into app.processor_accounts (
        business_id, account_ref, livemode, card_payments, ready, connected_at, checked_at)
      values (${businessId}, 'acct', false, 'active', true, now(), now())`
    await owner`
      update app.payments set intent_ref = 'pi_' || id where business_id = ${businessId}`
    await owner`
      update app.booking_lines set vat_basis_points = case when position = 0 then 2100 else 1000 end
      where business_id = ${businessId}`
    // 50,000 movements of this month: charges, and refunds of some of them
    await owner`
      insert into app.balance_entries (
        business_id, account_ref, entry_ref, kind, intent_ref, amount_cents, processor_fee_cents,
        platform_fee_cents, net_cents, currency, created_at)
      select business_id, 'acct', 'txn_' || number,
        case when number % 5 = 0 then 'refund' else 'charge' end, intent_ref,
        case when number % 5 = 0 then -100 else amount_cents end, 25, 10,
        case when number % 5 = 0 then -100 else amount_cents end - 35, 'EUR',
        date_trunc('month', now()) + number % (27 * 24 * 3600) * interval '1 second'
      from (
        select payment.*, row_number() over (order by payment.id, copy) as number
        from app.payments payment cross join generate_series(1, 2) copy
        where payment.business_id = ${businessId}) moved
      where number <= 50000`
    await owner.unsafe('vacuum (analyze)')
  }
} finally {
  for (const close of closers) await close()
}
