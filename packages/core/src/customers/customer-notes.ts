import { createHmac, randomInt } from 'node:crypto'
import { customerConsentQueries, customerNoteQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../access/allow.ts'
import { auditParam } from '../audited-context.ts'
import { type SecretsKeys, seal, unseal } from '../credentials/seal.ts'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import type { RequestContext } from '../request-context.ts'
import { storedCustomerId } from '../stored-json.ts'
import { assertCard, lockCardInScope } from './lock-card.ts'

export type NoteKind = customerNoteQueries.NoteKind

/** A note of the salon about a customer. */
export interface CustomerNote {
  id: number
  kind: NoteKind
  /** null: an allergy that none of the keys can decrypt */
  text: string | null
  createdAt: Date
  updatedAt: Date
}

/**
 * Adds a note. An allergy is data about health: it needs consent and is stored encrypted. Under an
 * idempotency key a hash of the request is stored, from which its text cannot be guessed (D74).
 *
 * @throws as `allow` without `customers.notes`, for an allergy without `customers.health`;
 *   CUSTOMER_NOT_FOUND; for an allergy CONSENT_REQUIRED, HEALTH_NOTES_NOT_CONFIGURED
 */
export async function createNote(
  context: RequestContext,
  secretsKeys: SecretsKeys | null,
  { customerId, kind, text }: { customerId: number; kind: NoteKind; text: string },
): Promise<CustomerNote> {
  allowKind(context, kind)
  const id = 1 + randomInt(maxId)
  const body = bodyOf(kind, { id, text, secretsKeys })
  const at = context.realClock.now()
  if (kind === 'allergy') hideContent(context, secretsKeys)
  return context.tenant.db.transaction(async (tx) => {
    await lockCardInScope(tx, context, customerId)
    if (kind === 'allergy') await assertHealthConsent(tx, customerId)
    const written = await withIdempotency(context, tx, storedCustomerId, async () => {
      await customerNoteQueries.insertNote(tx, { id, customerId, kind, at, ...body })
      return { id }
    })
    const [note] = await customerNoteQueries.lockNote(tx, { id: written.id, customerId })
    return note ? toNote(note, secretsKeys) : fail('NOTE_NOT_FOUND')
  })
}

/** A short text can be guessed from its hash, but not without the key. */
function hideContent({ idempotentRequest }: RequestContext, keys: SecretsKeys | null): void {
  if (idempotentRequest && keys)
    idempotentRequest.content = createHmac('sha256', keys.current)
      .update(idempotentRequest.content)
      .digest('hex')
}

/** Ids are random, as those of other tables, because they are part of the encryption. */
const maxId = 2 ** 48 - 1

/**
 * Changes the text of a note.
 *
 * @throws as `createNote`; NOTE_NOT_FOUND
 */
export async function updateNote(
  context: RequestContext,
  secretsKeys: SecretsKeys | null,
  { customerId, id, text }: { customerId: number; id: number; text: string },
): Promise<CustomerNote> {
  return changeNote(context, { customerId, id }, async (tx, { kind, createdAt }) => {
    if (kind === 'allergy') await assertHealthConsent(tx, customerId)
    const at = context.realClock.now()
    await customerNoteQueries.updateNote(tx, {
      id,
      ...bodyOf(kind, { id, text, secretsKeys }),
      at,
    })
    return { id, kind, text, createdAt, updatedAt: at }
  })
}

/**
 * Deletes a note.
 *
 * @throws as `createNote`; NOTE_NOT_FOUND, also for one that was deleted before
 */
export async function deleteNote(
  context: RequestContext,
  { customerId, id }: { customerId: number; id: number },
): Promise<{ id: number; deletedAt: Date }> {
  return changeNote(context, { customerId, id }, async (tx) => {
    await customerNoteQueries.deleteNote(tx, id)
    return { id, deletedAt: context.realClock.now() }
  })
}

/**
 * The allergies of a customer. Each read has an entry in the audit log (D74).
 *
 * @throws as `allow` without `customers.health`; CUSTOMER_NOT_FOUND; HEALTH_NOTES_NOT_CONFIGURED
 */
export async function listAllergies(
  context: RequestContext,
  secretsKeys: SecretsKeys | null,
  customerId: number,
): Promise<CustomerNote[]> {
  allow(context, 'customers.health')
  const keys = secretsKeys ?? fail('HEALTH_NOTES_NOT_CONFIGURED')
  const audit = auditParam(context)
  if (audit === null) throw new Error('health data is read without an entry in the audit log')
  await assertCard(context, customerId)
  const { db, businessId } = context.tenant
  const rows = await db.exec((sql) =>
    customerNoteQueries.readAllergies(sql, businessId, { customerId, audit }),
  )
  return rows.map((row) => toNote({ ...row, kind: 'allergy', body: null }, keys))
}

/** A note as it is read; without keys an allergy has no text. */
export const toNote = (
  { sealedBody, body, ...note }: customerNoteQueries.NoteRow,
  keys: SecretsKeys | null,
): CustomerNote => ({
  ...note,
  text: sealedBody === null ? (body ?? '') : keys && unseal(sealedBody, keys, notePurpose(note.id)),
})

/** What the text of a note is sealed for; it stays when the customer is merged. */
export const notePurpose = (noteId: number): string => `customer-note:${noteId}`

function allowKind(context: RequestContext, kind: NoteKind): void {
  allow(context, 'customers.notes')
  if (kind === 'allergy') allow(context, 'customers.health')
}

function bodyOf(
  kind: NoteKind,
  { id, text, secretsKeys }: { id: number; text: string; secretsKeys: SecretsKeys | null },
): { body: string | null; sealedBody: Buffer | null } {
  if (kind !== 'allergy') return { body: text, sealedBody: null }
  const keys = secretsKeys ?? fail('HEALTH_NOTES_NOT_CONFIGURED')
  return { body: null, sealedBody: seal(text, keys, notePurpose(id)) }
}

async function assertHealthConsent(tx: Tx, customerId: number): Promise<void> {
  const [consent] = await customerConsentQueries.findConsent(tx, { customerId, kind: 'health' })
  if (!consent?.granted) fail('CONSENT_REQUIRED')
}

async function changeNote<T>(
  context: RequestContext,
  ids: { customerId: number; id: number },
  change: (tx: Tx, note: customerNoteQueries.NoteRow) => Promise<T>,
): Promise<T> {
  allow(context, 'customers.notes')
  return context.tenant.db.transaction(async (tx) => {
    await lockCardInScope(tx, context, ids.customerId)
    const [note] = await customerNoteQueries.lockNote(tx, ids)
    if (!note) fail('NOTE_NOT_FOUND')
    allowKind(context, note.kind)
    return change(tx, note)
  })
}
