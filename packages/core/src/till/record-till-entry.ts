import { eventQueries, type TillEntry, type Tx, tillQueries } from '@silla/db'
import { platformName } from '../audit/list-salon-audit.ts'
import { momentOf } from '../clock.ts'
import { newIdempotencyKey } from '../idempotency/request-hashes.ts'
import type { RecordedTillEntry, TillChange } from '../model/till.ts'
import type { RequestContext } from '../request-context.ts'
import type { TillSubject } from './till-subject.ts'

type NewEntry = Pick<
  TillEntry,
  'bookingId' | 'orderId' | 'method' | 'amountCents' | 'tipCents' | 'reversesId' | 'reason'
>

/** Inserts an entry of a locked subject, with who took the money, its event and what follows from it. */
export async function recordTillEntry(
  context: RequestContext,
  tx: Tx,
  subject: TillSubject,
  input: NewEntry,
): Promise<RecordedTillEntry> {
  const { auditedChange } = context
  const { tenantTime: at } = momentOf(context)
  const author = authorOf(context)
  const entry = { ...input, author, currency: subject.currency, createdAt: at }
  const keyHash = newIdempotencyKey(context)?.keyHash ?? null
  const [inserted] = await tillQueries.insertTillEntry(tx, { ...entry, keyHash })
  if (!inserted) throw new Error('no till entry was inserted')
  const { code, customerId } = subject
  const recorded = { id: inserted.id, code, customerId, ...entry, reversedById: null }
  const tillCents = await subject.change(recorded, at)
  await eventQueries.recordEvent(tx, {
    type: input.reversesId === null ? 'cobro.registrado' : 'cobro.anulado',
    at,
    payload: recorded satisfies TillChange,
  })
  if (auditedChange) auditedChange.more = auditDetail(recorded)
  return { ...recorded, tillCents }
}

function authorOf({ identity, auditedChange }: RequestContext): TillEntry['author'] {
  const named = auditedChange?.operator.replace(/^(key|staff|support) /, '') ?? ''
  if (identity.kind === 'staff') return { kind: 'staff', name: named, id: identity.staffId }
  if (identity.kind === 'support') return { kind: 'support', name: named, id: null }
  return identity.kind === 'business' && identity.isOperator
    ? { kind: 'operator', name: platformName, id: null }
    : { kind: 'key', name: named, id: null }
}

/** What the audit log says beside the id of the entry. */
const auditDetail = ({
  bookingId,
  orderId,
  method,
  amountCents,
  tipCents,
  reversesId,
}: TillChange) => ({
  ...(bookingId !== null && { bookingId }),
  ...(orderId !== null && { orderId }),
  ...{ method, amountCents, tipCents },
  ...(reversesId !== null && { reversesId }),
})
