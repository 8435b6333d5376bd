import { changedAgenda } from '../changed-agenda.ts'
import type { Query, Sql } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { AuditParam } from './audit.ts'

// What the salon writes about a customer (D74). The text of an allergy is encrypted.

export type NoteKind = 'note' | 'formula' | 'preference' | 'allergy'

interface NoteBody {
  /** null: an allergy */
  body: string | null
  /** null: no allergy */
  sealedBody: Buffer | null
}

export interface NoteRow extends NoteBody {
  id: number
  kind: NoteKind
  createdAt: Date
  updatedAt: Date
}

export const insertNote = (
  tx: Tx,
  note: NoteBody & { id: number; customerId: number; kind: NoteKind; at: Date },
): Query<object> => tx`
  with ${changedAgenda(tx)}
  insert into customer_notes (
    business_id, id, customer_id, kind, body, sealed_body, created_at, updated_at)
  values (
    ${tx.businessId}, ${note.id}, ${note.customerId}, ${note.kind}, ${note.body},
    ${note.sealedBody}, ${note.at}, ${note.at})`

/** All but allergies, the newest first. */
export const listNotes = (tx: Tx, customerId: number): Query<NoteRow> => tx`
  ${notesOf(tx, customerId)} and kind <> 'allergy'
  order by created_at desc, id desc`

/** With allergies. */
export const listAllNotes = (tx: Tx, customerId: number): Query<NoteRow> => tx`
  ${notesOf(tx, customerId)} order by created_at desc, id desc`

export const countAllergies = (tx: Tx, customerId: number): Query<{ count: number }> => tx`
  select count(*)::int as count from customer_notes
  where business_id = ${tx.businessId} and customer_id = ${customerId} and kind = 'allergy'`

/** Reads them and records that they were read (db/functions/app.read_allergies.sql). */
export const readAllergies = (
  sql: Sql,
  businessId: string,
  { customerId, audit }: { customerId: number; audit: AuditParam },
): Query<{ id: number; sealedBody: Buffer; createdAt: Date; updatedAt: Date }> => sql`
  select id, sealed_body, created_at, updated_at
  from app.read_allergies(${businessId}, ${customerId}, ${sql.json(audit as never)})`

/** Locks a note until the transaction ends. */
export const lockNote = (
  tx: Tx,
  { id, customerId }: { id: number; customerId: number },
): Query<NoteRow> => tx`
  ${notesOf(tx, customerId)} and id = ${id} for no key update`

export const updateNote = (tx: Tx, note: NoteBody & { id: number; at: Date }): Query<object> => tx`
  update customer_notes
  set body = ${note.body}, sealed_body = ${note.sealedBody}, updated_at = ${note.at}
  where business_id = ${tx.businessId} and id = ${note.id}`

export const deleteNote = (tx: Tx, id: number): Query<object> => tx`
  with ${changedAgenda(tx)}
  delete from customer_notes where business_id = ${tx.businessId} and id = ${id}`

export const deleteAllergies = (tx: Tx, customerId: number): Query<{ id: number }> => tx`
  delete from customer_notes
  where business_id = ${tx.businessId} and customer_id = ${customerId} and kind = 'allergy'
  returning id`

/** The encrypted notes of all customers, which stay locked until the transaction ends. */
export const lockSealedNotes = (tx: Tx): Query<{ id: number; sealedBody: Buffer }> => tx`
  select id, sealed_body from customer_notes
  where business_id = ${tx.businessId} and kind = 'allergy'
  order by id for no key update`

/** The same text, encrypted with another key. */
export const updateSealedNote = (
  tx: Tx,
  { id, sealedBody }: { id: number; sealedBody: Buffer },
): Query<object> => tx`
  update customer_notes set sealed_body = ${sealedBody}
  where business_id = ${tx.businessId} and id = ${id}`

const notesOf = (tx: Tx, customerId: number) => tx`
  select id, kind, body, sealed_body, created_at, updated_at from customer_notes
  where business_id = ${tx.businessId} and customer_id = ${customerId}`
