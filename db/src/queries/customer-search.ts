import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { Page } from '../types/values.ts'
import { nameColumns, phoneColumn } from './customer-words.ts'
import { type CustomerDetailRow, customerDetailColumns, visitedCondition } from './customers.ts'

/** A customer of the page, and the number of all that match. A page without customers is one row. */
export type CustomerSearchRow = Omit<CustomerDetailRow, 'id'> & {
  total: number
  /** null, like all other columns: there is none on this page */
  id: number | null
  position: number | null
}

/** What to search for; a customer is found by any of it. */
export interface CustomerMatch {
  /** Beginnings of words of a name, as `searchWords` returns them; empty: not by name. */
  words: readonly string[]
  /** Beginning of a normalized e-mail. */
  email: string | null
  /** Beginning of a phone in E.164. */
  phone: string | null
  /** Last digits of a phone. */
  phoneEnd: string | null
}

/** Whose customers a person sees: those with a visit to one professional; null: all. */
interface Scope {
  professionalId: number | null
}

/** How many matches are counted and can be listed. */
const maxMatches = 500
/** How many of the newest customers are counted and can be listed. */
const maxNewest = 5000

/** How many entries of an index are counted to find out which word is rare. */
const maxProbed = 1000

/**
 * By what was found (the first word of the name before the others, then e-mail and phone), in
 * alphabetical order. Each part reads a range of an index of its own, at most 500 entries that match
 * (D74), and nothing once an earlier part has 500. Of several words the range is that of the rarest, and
 * the others are compared. Erased customers have no name and no phone, so that they are not found.
 */
export function searchCustomers(
  tx: Tx,
  { words, email, phone, phoneEnd }: CustomerMatch,
  input: Page & Scope,
): Query<CustomerSearchRow> {
  const parts = [
    ...(words.length === 0 ? [] : nameColumns.map((column) => ({ column, ...wordRange(tx) }))),
    // the key of an erased customer is a text
    ...(email === null
      ? []
      : [
          { column: 'email_key', ...rangeOf(tx, email), condition: tx`customer.erased_at is null` },
        ]),
    ...(phone === null ? [] : [{ column: 'phone', ...rangeOf(tx, phone), condition: tx`true` }]),
    ...(phoneEnd === null
      ? []
      : [
          {
            column: phoneColumn,
            ...rangeOf(tx, [...phoneEnd].reverse().join('')),
            condition: tx`true`,
          },
        ]),
  ]
  const named = parts.map((_, index) => tx`${tx(`part_${index}`)}`)
  const found = parts.map(
    (part, index) =>
      tx`${named[index] ?? tx``} as materialized (${entries(part, index, named.slice(0, index))})`,
  )
  const tables =
    words.length === 0 ? found : [tx`rarest as materialized (${rarestWord(tx, words)})`, ...found]
  return pageOf(
    tx,
    tx`
      with ${joined(tx, tables, tx`, `)}
      select first.id,
        row_number() over (order by first.part, first.found, first.search_name, first.id) as position
      from (
        select distinct on (hit.id) hit.id, hit.part, hit.found, hit.search_name
        from (${joined(
          tx,
          named.map((name) => tx`select * from ${name}`),
          tx` union all `,
        )}) hit
        order by hit.id, hit.part) first
      order by position
      limit ${maxMatches}`,
    input,
  )

  function wordRange(sql: Tx) {
    return {
      from: sql`(select rarest.word from rarest)`,
      before: sql`(select rarest.word || ${afterLast} from rarest)`,
      condition: words.length === 1 ? sql`true` : hasWords(sql, words),
    }
  }

  function entries(
    { column, from, before, condition }: (typeof parts)[number],
    part: number,
    earlier: readonly Query<object>[],
  ) {
    const isNeeded = earlier.map((name) => tx`(select count(*) from ${name}) < ${maxMatches}`)
    return tx`
      select customer.id, ${part}::int as part, customer.${tx(column)} collate "C" as found,
        customer.search_name
      from customers customer
      where customer.business_id = ${tx.businessId} and customer.${tx(column)} >= ${from}
        and customer.${tx(column)} < ${before} and ${condition}
        and ${joined(tx, [tx`true`, ...isNeeded], tx` and `)}
        and ${visitedCondition(tx, input.professionalId)}
      order by customer.${tx(column)}, customer.search_name, customer.id
      limit ${maxMatches}`
  }
}

const rangeOf = (tx: Tx, start: string) => ({
  from: tx`${start}::text`,
  before: tx`${start + afterLast}::text`,
})

/** The word with the fewest entries, among the first of which a number is counted. */
function rarestWord(tx: Tx, words: readonly string[]): Query<object> {
  const [only = ''] = words
  if (words.length === 1) return tx`select ${only}::text as word`
  const counted = words.map((word) => {
    const { from, before } = rangeOf(tx, word)
    const counts = probedColumns.map(
      (column) => tx`
        (select count(*) from (
          select from customers customer
          where customer.business_id = ${tx.businessId} and customer.${tx(column)} >= ${from}
            and customer.${tx(column)} < ${before}
          limit ${maxProbed}) entry)`,
    )
    return tx`select ${word}::text as word, ${joined(tx, counts, tx` + `)} as entries`
  })
  return tx`
    select counted.word from (${joined(tx, counted, tx` union all `)}) counted
    order by counted.entries, length(counted.word) desc, counted.word limit 1`
}

const joined = (tx: Tx, parts: readonly Query<object>[], between: Query<object>): Query<object> =>
  parts.reduce((all, part) => tx`${all}${between}${part}`)

/** The newest first. */
export const listNewestCustomers = (tx: Tx, input: Page & Scope): Query<CustomerSearchRow> =>
  pageOf(
    tx,
    tx`
      select newest.id,
        row_number() over (order by newest.created_at desc, newest.id desc) as position
      from (
        select customer.id, customer.created_at from customers customer
        where customer.business_id = ${tx.businessId} and customer.erased_at is null
          and ${visitedCondition(tx, input.professionalId)}
        order by customer.created_at desc, customer.id desc
        limit ${maxNewest}) newest`,
    input,
  )

/**
 * Who has a phone number: on their card, or in one of their bookings; those with the latest visit
 * first, at most 20.
 */
export const listCustomersByPhone = (
  tx: Tx,
  { phone, professionalId }: Scope & { phone: string },
): Query<CustomerDetailRow> => tx`
  select ${customerDetailColumns(tx, professionalId)}
  from customers customer
  left join customer_accounts account
    on account.business_id = ${tx.businessId} and account.id = customer.id
  where customer.business_id = ${tx.businessId} and customer.erased_at is null
    and customer.id = any(array(
      select owner.id from customers owner
      where owner.business_id = ${tx.businessId} and owner.phone = ${phone}
      union
      select booking.customer_id from bookings booking
      where booking.business_id = ${tx.businessId} and booking.contact_phone = ${phone}))
    and ${visitedCondition(tx, professionalId)}
  order by (
    select max(booking.starts_at) from bookings booking
    where booking.business_id = ${tx.businessId} and booking.customer_id = customer.id)
    desc nulls last, customer.id
  limit 20`

/** A page of ids with their `position`, with the customers, and the number of all in each row. */
const pageOf = (
  tx: Tx,
  matches: Query<object>,
  { offset, limit, professionalId }: Page & Scope,
) => tx<CustomerSearchRow[]>`
  with matches as materialized (${matches})
  select counted.total, page.*
  from (select count(*)::int as total from matches) counted
  left join (
    select matches.position, ${customerDetailColumns(tx, professionalId)}
    from matches
    join customers customer
      on customer.business_id = ${tx.businessId} and customer.id = matches.id
    left join customer_accounts account
      on account.business_id = ${tx.businessId} and account.id = customer.id
    where matches.position > ${offset} and matches.position <= ${offset + limit}) page on true
  order by page.position`

/** Each of these words begins a word of the name. */
const hasWords = (tx: Tx, words: readonly string[]) =>
  words.reduce(
    (all, word) => tx`${all} and strpos(' ' || customer.search_name, ${` ${word}`}) > 0`,
    tx`true`,
  )

/** Where the words of most names are. */
const probedColumns = nameColumns.slice(0, 3)

/** Added to a text, it is greater than every text that begins with it, in the order of code points. */
const afterLast = '\u{10ffff}'
