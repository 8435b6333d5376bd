import { testDatabase } from '../../support/database.ts'

// Fills every column that can hold text, so that a column nobody thought of is found where a customer
// is erased and it is not.

/**
 * Tables without a word about a customer, or with references of the processor and amounts only; and the
 * files that a salon imports, with what became of their rows, which are packed and are gone after a day. A
 * table that is not listed here needs a row in the test, and all of its texts are filled.
 */
const withoutCustomers = new Set(
  `api_key_uses audit_entries balance_entries balance_readings blocks business_settings businesses calendar_feeds categories claims
  closing_days consistency_checks disputes event_endpoints event_positions fees message_months message_senders
  guest_booking_counts import_files import_report_parts imported_rows imports inquiries onboarding_codes opening_hours order_lines outbox payment_domains payments payouts points_packages processor_accounts processor_customers
  processor_events products professional_services professionals refunds resource_types
  resource_units resources salon_downloads salon_files schedule_exceptions service_resource_types services shifts staff
  staff_devices staff_invitations staff_passkeys staff_recovery_codes staff_sessions staff_used_challenges
  support_accesses
  waitlist_offers`.split(/\s+/),
)

/** Columns of other tables, of which erasure keeps or needs the value, with the reason. */
const kept: Record<string, string> = {
  'booking_lines.name': 'the service',
  'booking_transitions.from_state': 'a state, as to_state',
  'booking_transitions.to_state': 'a state, checked by the code',
  'bookings.currency': 'that of the salon',
  'bookings.code': 'what was booked',
  'bookings.timezone': 'the zone of the salon',
  'holds.lines': 'services and who does them',
  'bookings.asked_from': 'null once the booking is paid or has expired',
  'card_consents.body': 'what was agreed to, in the words of the salon',
  'card_consents.currency': 'that of the salon',
  'card_consents.language': 'that of the text',
  'card_consents.version': 'that of the text',
  'customers.email': 'how erasure finds the rest',
  'customers.email_key': 'how erasure finds the rest',
  'event_deliveries.type': 'that of the event',
  'events.type': 'what happened',
  'holds.currency': 'that of the salon',
  'mails.cause': 'ids',
  'mails.to_email': 'how erasure finds the email',
  'messages.cause': 'ids',
  'messages.sender': 'what the salon sends from',
  'messages.template': 'a text of the platform',
  'orders.code': 'what was ordered',
  'orders.currency': 'that of the salon',
  'points_movements.cause': 'ids',
  'points_movements.concept': 'texts of the platform; the note is in notesOf',
  'saved_cards.account_ref': 'the account of the salon',
  'saved_cards.card_ref': 'a reference of the processor, to detach the card',
  'saved_cards.customer_ref': 'the same, of who has it there',
  'saved_cards.setup_ref': 'the same',
  'sign_in_challenges.email_key': 'how erasure finds the challenge',
  'sign_in_codes.email_key': 'how erasure finds the code',
  'till_entries.author_name': 'who took the money for the salon',
  'till_entries.currency': 'that of the salon',
  'waitlist_entries.email_key': 'how erasure finds the entry',
}

/**
 * Names of fields of stored JSON that say what was booked and what happened to it, and the address by
 * which erasure finds what a guest did.
 */
const unchangedFields = new Set([
  ...['code', 'currency', 'timezone', 'language', 'state', 'by', 'assignedBy', 'email'],
])

/** Texts about a customer that their export leaves out, with the reason; erasure deletes them all. */
export const notExported: Record<string, string> = {
  'customer_accounts.password_hash': 'a secret',
  'customers.phone_reversed': 'the phone, as it is searched by its end',
  'customers.search_name': 'the name, as it is searched',
  'customers.search_word_2': 'the same',
  'customers.search_word_3': 'the same',
  'customers.search_word_4': 'the same',
  'customers.search_word_5': 'the same',
  'customers.search_word_6': 'the same',
  'event_deliveries.attempts': 'what a receiver answered to an event',
  'events.payload': 'copies of bookings, reviews and profiles as they were, for integrations',
  'holds.limit_scope': 'the client address of an hour, which counts holds',
  'idempotency_keys.answer': 'copies of responses, for a day',
  'mails.calendar': 'the customer has the email; the export has its kind and subject',
  'mails.html_body': 'the same',
  'mails.last_error': 'what the mail server said',
  'mails.payload': 'the same, before it is sent',
  'mails.text_body': 'the same',
  'messages.error': 'what the provider said',
  'messages.payload': 'a copy of the booking, until it is delivered',
  'messages.provider_ref': 'a reference of the provider',
  'reviews.customer_name': 'a copy of their name',
  'saved_cards.failure_message': 'what the processor said',
  'sign_in_challenges.email': 'a copy of the profile, for an hour',
  'sign_in_challenges.name': 'the same',
  'sign_in_challenges.password_hash': 'a secret',
  'sign_in_challenges.phone': 'a copy of the profile, for an hour',
  'sign_in_codes.asked_from': 'the client address of an hour, which counts codes',
  'waitlist_entries.client_address': 'the client address, which counts entries',
  'waitlist_entries.message_wording':
    'what they read when they agreed to messages, until the entry ends',
}

/**
 * Tables that refer to customers of which rows are left after an erasure, with the reason. Of any other
 * table none may be.
 */
export const leftRows: Record<string, string> = {
  bookings: 'what was done when and for how much; names, contact details and notes are emptied',
  customers: 'the ids that rows above and ledgers refer to, without personal data',
  imported_rows:
    'a hash of the id in another product, so that a second import does not create them again',
  orders: 'what was sold for how much; the notes are emptied',
  payments: 'the ledger of the salon: amounts and references of the processor',
  points_movements: 'the ledger; notes are emptied',
  processor_customers: 'references of the processor, for its own erasure',
  saved_cards: 'references of the processor, to detach the card; what is on it is emptied',
}

export interface Filled {
  /** `table.column`, and for JSON `table.column: a.b` */
  texts: string[]
  /** Tables that the test has no row in. */
  empty: string[]
}

/** Puts `text` and the name of the column into every text of a salon's rows. */
export async function fillEveryText(businessId: string, text: string): Promise<Filled> {
  const { witness } = await testDatabase()
  const columns = await witness<{ table: string; column: string; type: string }[]>`
    select relname as table, attname as column, format_type(atttypid, atttypmod) as type
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relnamespace = 'app'::regnamespace and relkind in ('r', 'p') and not relispartition and attgenerated = ''
    order by relname, attnum`
  const tables = Map.groupBy(
    columns.filter(({ table }) => !withoutCustomers.has(table)),
    ({ table }) => table,
  )
  const filled: Filled = { texts: [], empty: [] }
  for (const [table, all] of tables) {
    const [row] = await witness`
      select from ${witness(table)} where business_id = ${businessId} limit 1`
    if (!row) filled.empty.push(table)
    for (const { column, type } of all) {
      const name = `${table}.${column}`
      if (kept[name] !== undefined) continue
      const value = `${text} in ${name}`
      if (/^(text|character varying)/.test(type)) {
        if (await fill(table, column, type.endsWith('[]') ? [value] : value))
          filled.texts.push(name)
      } else if (type === 'jsonb') filled.texts.push(...(await fillJson(table, column, value)))
    }
  }
  return filled

  /** False where a constraint allows only some values: such a column holds no text. */
  async function fill(table: string, column: string, value: string | string[]): Promise<boolean> {
    try {
      await witness`
        update ${witness(table)} set ${witness(column)} = ${value} where business_id = ${businessId}`
      return true
    } catch (error) {
      const { code = '' } = error as { code?: string }
      if (code.startsWith('23')) return false
      throw error
    }
  }

  async function fillJson(table: string, column: string, value: string): Promise<string[]> {
    const rows = await witness<{ ctid: string; stored: unknown }[]>`
      select ctid::text, ${witness(column)} as stored from ${witness(table)}
      where business_id = ${businessId} and ${witness(column)} is not null`
    const paths = new Set<string>()
    for (const { ctid, stored } of rows) {
      const next = filledJson(stored, value, [], paths)
      await witness`
        update ${witness(table)} set ${witness(column)} = ${witness.json(next as never)}
        where business_id = ${businessId} and ctid = ${ctid}::tid`
    }
    return [...paths].map((path) => `${table}.${column}: ${path}`)
  }
}

/** Dates, names of services and professionals, and fields of `unchangedFields` stay as they are. */
function filledJson(value: unknown, text: string, path: string[], paths: Set<string>): unknown {
  if (typeof value === 'string') {
    if (unchangedFields.has(path.at(-1) ?? '') || isDate.test(value)) return value
    paths.add(path.join('.'))
    return text
  }
  if (Array.isArray(value)) return value.map((item) => filledJson(item, text, path, paths))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [
      field,
      isOfSalon(field) ? inner : filledJson(inner, text, [...path, field], paths),
    ]),
  )
}

const isDate = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-][\d:]+))?$/

/** Services, products and who does them; how money was taken, and who took it. */
const isOfSalon = (field: string): boolean =>
  ['lines', 'services', 'professional', 'concept', 'method', 'author'].includes(field)

/** How many rows of each table refer to some customers, by the foreign keys of the schema. */
export async function rowsOfCustomers(
  businessId: string,
  customerIds: readonly number[],
): Promise<Map<string, number>> {
  const { witness } = await testDatabase()
  const references = await witness<{ table: string; column: string }[]>`
    select relname as table, attname as column
    from pg_constraint con
    join pg_class on pg_class.oid = con.conrelid
    join pg_attribute on attrelid = con.conrelid and attnum = con.conkey[cardinality(con.conkey)]
    where con.contype = 'f' and con.confrelid = 'app.customers'::regclass and con.conparentid = 0
    order by relname`
  const rows = new Map<string, number>()
  for (const { table, column } of references) {
    const { count } = await witness`
      select from ${witness(table)}
      where business_id = ${businessId} and ${witness(column)} = any(${[...customerIds]}::bigint[])`
    rows.set(table, (rows.get(table) ?? 0) + count)
  }
  return rows
}
