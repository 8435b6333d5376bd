import { randomInt } from 'node:crypto'
import { importQueries, type Tx } from '@silla/db'
import type { Language } from '../catalog/catalog.ts'
import { emailKey } from '../contact/email.ts'
import type { ImportedContact } from './contact-cells.ts'

/** A customer of a file, who may exist. */
export interface CustomerToWrite {
  /** What they are recognized by; null: nothing, they are always new. */
  hash: string | null
  contact: ImportedContact
  language: Language
  blocked: boolean
}

export interface WrittenCustomer {
  id: number
  outcome: 'created' | 'merged' | 'unchanged'
  /** They were imported before and erased since. */
  isErased: boolean
}

/**
 * Finds or inserts customers, in their order. One who was imported before stays as they are; one whose
 * e-mail somebody has is that customer (D12), who gets the phone if they have none. The transaction has
 * locked the business for imports.
 */
export async function writeCustomers(
  tx: Tx,
  source: string,
  customers: readonly CustomerToWrite[],
  now: Date,
): Promise<WrittenCustomer[]> {
  const known = await importedByHash(tx, source, customers)
  const fresh = customers.filter(({ hash }) => hash === null || !known.has(hash))
  const rows = fresh.map(({ contact, language, blocked }) => ({
    id: newId(),
    emailKey: contact.email === '' ? null : emailKey(contact.email),
    ...{ ...contact, language, createdAt: now },
    // customers are blocked by their e-mail
    blockedAt: blocked && contact.email !== '' ? now : null,
  }))
  const inserted = new Set<number>()
  if (rows.length > 0)
    for (const { id } of await importQueries.insertCustomers(tx, rows)) inserted.add(id)
  const existing = await existingByEmail(
    tx,
    rows.filter(({ id }) => !inserted.has(id)),
  )
  const written = new Map<CustomerToWrite, WrittenCustomer>()
  for (const [index, customer] of fresh.entries()) {
    const { id, emailKey: key } = rows[index] as importQueries.ImportedCustomer
    if (inserted.has(id)) written.set(customer, { id, outcome: 'created', isErased: false })
    else {
      const found = existing.get(key ?? '')
      if (found === undefined) throw new Error('a customer was erased during the import')
      written.set(customer, { id: found.id, outcome: 'merged', isErased: false })
    }
  }
  await fillPhones(tx, written, existing)
  const toRecord = fresh.flatMap((customer) =>
    customer.hash === null
      ? []
      : [
          {
            externalHash: customer.hash,
            customerId: (written.get(customer) as WrittenCustomer).id,
            bookingId: null,
          },
        ],
  )
  if (toRecord.length > 0)
    await importQueries.insertImportedRows(tx, { source, kind: 'customer', at: now }, toRecord)
  return customers.map(
    (customer) => written.get(customer) ?? (known.get(customer.hash ?? '') as WrittenCustomer),
  )
}

async function importedByHash(
  tx: Tx,
  source: string,
  customers: readonly CustomerToWrite[],
): Promise<Map<string, WrittenCustomer>> {
  const hashes = customers.flatMap(({ hash }) => (hash === null ? [] : [hash]))
  const rows = await importQueries.listImported(tx, { source, kind: 'customer', hashes })
  return new Map(
    rows.map(({ externalHash, customerId, isErased }) => [
      externalHash,
      { id: customerId, outcome: 'unchanged', isErased },
    ]),
  )
}

async function existingByEmail(
  tx: Tx,
  rows: readonly importQueries.ImportedCustomer[],
): Promise<Map<string, importQueries.ExistingCustomer>> {
  if (rows.length === 0) return new Map()
  const keys = rows.flatMap((row) => (row.emailKey === null ? [] : [row.emailKey]))
  const found = await importQueries.listCustomersByEmail(tx, keys)
  return new Map(found.map((one) => [one.emailKey, one]))
}

async function fillPhones(
  tx: Tx,
  written: ReadonlyMap<CustomerToWrite, WrittenCustomer>,
  existing: ReadonlyMap<string, importQueries.ExistingCustomer>,
): Promise<void> {
  const phones = new Map<number, string>()
  for (const [{ contact }, { id, outcome }] of written) {
    const isEmpty = existing.get(emailKey(contact.email))?.phone === ''
    if (outcome === 'merged' && isEmpty && contact.phone !== '' && !phones.has(id))
      phones.set(id, contact.phone)
  }
  if (phones.size > 0)
    await importQueries.fillPhones(
      tx,
      [...phones].map(([id, phone]) => ({ id, phone })),
    )
}

/** As the default of the column. */
export const newId = () => 1 + randomInt(2 ** 48 - 1)
