import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  bookkeepingQueries,
  onboardingQueries,
  openDatabase,
  openTenantDbs,
  paymentDomainQueries,
  payoutQueries,
  type TenantDb,
  type Tx,
  tillQueries,
} from '@silla/db'
import { dataOf } from '../support/assertions.ts'
import { atEnd } from '../support/at-end.ts'
import { testDatabase } from '../support/database.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'

// With the policy disabled, as in filters.test.ts: payouts, bookkeeping, the till, domains with wallets and
// codes of onboarding. Both salons have rows under the same references of the processor.

const at = new Date('2030-03-04T08:00:00Z')
const far = new Date('2040-01-01')
const account = 'acct_shared'
const shared = { payoutRef: 'po_shared', entryRef: 'txn_shared', intentRef: 'pi_shared' }
const keyHash = Buffer.from('key of the other')
let theirs: TestSalon
let mine: TestSalon
let db: TenantDb
/** Ids of the other salon's rows. */
let booking: { id: number; cliente: { id: number } }
let professional: number
let payout: number
let entry: number
let code: number

before(async () => {
  const { urls, witness } = await testDatabase()
  theirs = await openSalon()
  mine = await openSalon()
  professional = theirs.id('Ana')
  const insert = async ({ businessId }: TestSalon, table: string, row: object) => {
    const [inserted] = await witness<
      { id: number }[]
    >`insert into ${witness(table)} ${witness({ business_id: businessId, ...row } as never)} returning *`
    return inserted?.id ?? 0
  }
  const processorAccount = {
    ...{ account_ref: account, livemode: false, card_payments: 'active', ready: true },
    ...{ connected_at: at, checked_at: at },
  }
  await insert(theirs, 'processor_accounts', {
    ...{ ...processorAccount, ready: false, disconnected_at: at },
  })
  await insert(mine, 'processor_accounts', processorAccount)
  const ofAccount = { account_ref: account, created_at: at }
  const paidOut = {
    ...{ ...ofAccount, payout_ref: shared.payoutRef, state: 'in_transit', currency: 'EUR' },
    ...{ arrives_on: '2030-03-05', contents_read: true },
  }
  const line = {
    ...{ ...ofAccount, entry_ref: shared.entryRef, kind: 'charge', intent_ref: shared.intentRef },
    ...{ processor_fee_cents: 0, platform_fee_cents: 0, currency: 'EUR' },
    payout_ref: shared.payoutRef,
  }
  booking = dataOf(await theirs.guest.book('Ana', '10:00', { date: '2030-03-06' }), 201)
  payout = await insert(theirs, 'payouts', { ...paidOut, amount_cents: 700 })
  await insert(theirs, 'balance_entries', { ...line, amount_cents: 700, net_cents: 700 })
  await insert(theirs, 'balance_readings', { account_ref: account, read_to: at })
  await insert(theirs, 'payments', {
    ...{ booking_id: booking.id, customer_id: booking.cliente.id, account_ref: account },
    ...{ amount_cents: 700, currency: 'EUR', fee_cents: 0, processor_key: 'key' },
    ...{ intent_ref: shared.intentRef, status_seen_at: at, created_at: at, updated_at: at },
  })
  entry = await insert(theirs, 'till_entries', {
    ...{ booking_id: booking.id, method: 'cash', amount_cents: 100, tip_cents: 50 },
    ...{ currency: 'EUR', key_hash: keyHash, author_kind: 'key', author_name: 'Web' },
    created_at: at,
  })
  await insert(theirs, 'payment_domains', {
    ...{ account_ref: account, domain: 'theirs.example', active: true, checked_at: at },
  })
  code = await insert(theirs, 'onboarding_codes', {
    ...{ code_hash: keyHash, sent_at: at, expires_at: far },
  })
  await insert(mine, 'payouts', { ...paidOut, amount_cents: 900 })
  await insert(mine, 'balance_entries', { ...line, amount_cents: 900, net_cents: 900 })
  const database = openDatabase({ url: urls.migrator, name: 'silla-test-filters' })
  atEnd(() => database.close())
  db = openTenantDbs(database)(mine.businessId)
})

test('payouts and bookkeeping have the lines of their own salon, without what the other sold', async () => {
  const run = <T>(query: (tx: Tx) => PromiseLike<readonly T[]>) =>
    db.transaction(async (tx) => [...(await query(tx))])
  const everything = { from: new Date(0), before: far, after: null, limit: 9 }
  const moved = await run((tx) => bookkeepingQueries.listMovements(tx, everything))
  assert.deepEqual(
    moved.map(({ amountCents, code: sold, purpose, items }) => [amountCents, sold, purpose, items]),
    [[900, null, null, null]],
  )
  const paidOut = await run((tx) => payoutQueries.listPayouts(tx, everything))
  assert.deepEqual(
    paidOut.map(({ amountCents }) => amountCents),
    [900],
  )
  const lines = await run((tx) =>
    payoutQueries.listPayoutEntries(tx, { payoutRef: shared.payoutRef, after: null, limit: 9 }),
  )
  assert.deepEqual(
    lines.map((line) => [line.amountCents, line.paymentId, line.bookingId, line.code]),
    [[900, null, null, null]],
  )
  const [sums] = await run((tx) => payoutQueries.sumPayout(tx, shared.payoutRef))
  assert.deepEqual([sums?.entryCount, sums?.netCents], [1, 900])
  const [read] = await run((tx) => payoutQueries.findReadPayout(tx, shared.payoutRef))
  assert.ok(read && read.id !== payout)
})

test('no query about payouts, the till, domains and codes returns or changes rows of the other salon', async () => {
  const before = await rowsOfOther()
  for (const [name, run] of Object.entries(statements())) {
    // an insert that refers to their rows violates a foreign key
    const rows = await db
      .transaction(async (tx) => [...(await run(tx))])
      .catch((error) => {
        if (error.code !== '23503') throw error
        return []
      })
    if (!/^(insert|upsert)/.test(name)) assert.deepEqual(rows, [], name)
    assert.deepEqual(await rowsOfOther(), before, name)
  }
})

test('every query about payouts, bookkeeping, the till, domains and codes is tested above', () => {
  const { listCodesSince, insertCode, findLatestCode, updateCodeTried, updateCodeUsed } =
    onboardingQueries
  // fragments of other statements, and what needs no tenant
  const { bookingTillColumns, orderTillColumns, ...till } = tillQueries
  const { changePublicAddress, findKeyOrigins, ...domains } = paymentDomainQueries
  const modules = [
    { ...payoutQueries, ...bookkeepingQueries, ...till, ...domains },
    { listCodesSince, insertCode, findLatestCode, updateCodeTried, updateCodeUsed },
  ]
  const aboveAlone = [
    ...['listMovements', 'listPayouts', 'listPayoutEntries', 'sumPayout', 'findReadPayout'],
  ]
  const missing = modules
    .flatMap((queries) => Object.keys(queries))
    .filter((name) => !(name in statements()) && !aboveAlone.includes(name))
  assert.deepEqual(missing, [], 'add them to statements(), with the ids of the other salon')
})

async function rowsOfOther() {
  const { witness } = await testDatabase()
  const tables = [
    ...['payouts', 'balance_entries', 'balance_readings', 'till_entries', 'payment_domains'],
    'onboarding_codes',
  ]
  return Promise.all(
    tables.map(
      (table) => witness`
        select to_jsonb(row) as row from ${witness(table)} row
        where business_id = ${theirs.businessId}`,
    ),
  )
}

function statements(): Record<string, (tx: Tx) => PromiseLike<readonly object[]>> {
  const filter: tillQueries.TillFilter = {
    ...{ bookingId: null, orderId: null, method: null, from: null, before: null },
    ...{ professionalId: null, staffId: null, takenByProfessionalId: null },
  }
  const page = { offset: 0, limit: 9 }
  return {
    findPayout: (tx) => payoutQueries.findPayout(tx, payout),
    upsertPayout: (tx) =>
      payoutQueries.upsertPayout(tx, {
        ...{ account, payoutRef: shared.payoutRef, state: 'failed', amountCents: 1 },
        ...{ currency: 'EUR', arrivesOn: '2030-03-09', failureCode: 'x', failureMessage: 'x' },
        createdAt: far,
      }),
    updateContentsRead: (tx) => payoutQueries.updateContentsRead(tx, shared.payoutRef),
    upsertBalanceEntries: (tx) =>
      payoutQueries.upsertBalanceEntries(tx, {
        ...{ account, payoutRef: null },
        entries: [
          {
            ...{ entryRef: shared.entryRef, kind: 'refund', intentRef: null, amountCents: 1 },
            ...{ processorFeeCents: 0, platformFeeCents: 0, netCents: 1, currency: 'EUR' },
            ...{ description: 'mine', createdAt: far },
          },
        ],
      }),
    findBalanceReading: (tx) => payoutQueries.findBalanceReading(tx, account),
    upsertBalanceReading: (tx) =>
      payoutQueries.upsertBalanceReading(tx, {
        ...{ account, readTo: far, readingTo: null, afterRef: null },
      }),
    findTillEntry: (tx) => tillQueries.findTillEntry(tx, entry),
    findTillEntryOfProfessional: (tx) => tillQueries.findTillEntry(tx, entry, professional),
    findTillEntryByKey: (tx) => tillQueries.findTillEntryByKey(tx, keyHash),
    listTillEntries: (tx) =>
      tillQueries.listTillEntries(tx, { ...filter, bookingId: booking.id }, page),
    listTillEntriesOfProfessional: (tx) =>
      tillQueries.listTillEntries(tx, { ...filter, professionalId: professional }, page),
    countTillEntries: async (tx) =>
      (await tillQueries.countTillEntries(tx, filter)).filter(({ count }) => count > 0),
    listTillEntriesByCustomer: (tx) =>
      tillQueries.listTillEntriesByCustomer(tx, booking.cliente.id),
    insertTillEntry: (tx) =>
      tillQueries.insertTillEntry(tx, {
        ...{ bookingId: booking.id, orderId: null, method: 'cash', amountCents: 1, tipCents: 0 },
        ...{ currency: 'EUR', reversesId: entry, reason: '', keyHash: null, createdAt: far },
        author: { kind: 'key', name: 'Web', id: null },
      }),
    listOtherDomains: (tx) =>
      paymentDomainQueries.listOtherDomains(tx, { accountRef: account, domains: [] }),
    listFormerDomains: paymentDomainQueries.listFormerDomains,
    deleteOtherDomains: (tx) =>
      paymentDomainQueries.deleteOtherDomains(tx, { accountRef: account, domains: [] }),
    upsertPaymentDomain: (tx) =>
      paymentDomainQueries.upsertPaymentDomain(tx, {
        ...{ accountRef: account, domain: 'theirs.example', active: false, failure: 'x', at: far },
      }),
    listCodesSince: (tx) => onboardingQueries.listCodesSince(tx, new Date(0)),
    findLatestCode: (tx) => onboardingQueries.findLatestCode(tx),
    updateCodeTried: (tx) => onboardingQueries.updateCodeTried(tx, code),
    updateCodeUsed: (tx) => onboardingQueries.updateCodeUsed(tx, { id: code, now: far }),
    insertCode: (tx) =>
      onboardingQueries.insertCode(tx, { codeHash: keyHash, sentAt: far, expiresAt: far }),
  }
}
