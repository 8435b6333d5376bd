import { eventQueries, payoutQueries, type Tx } from '@silla/db'
import type { Catalog } from '../../catalog/catalog.ts'
import type { Payout } from '../../model/payout.ts'
import type { ProcessorPayout } from '../../ports/processor.ts'
import { notifySalon } from '../payment-mail.ts'

/** A payout that failed longer ago is known to the salon: its account was connected later. */
const reportedDays = 30

/**
 * Stores what the processor has reported about a payout (D56). When it has failed, the salon gets an email
 * and an event, once, whether an event of the processor or a nightly reading reports it first.
 */
export async function storePayout(
  tx: Tx,
  catalog: Catalog,
  account: string,
  { hasContents: _, ...reported }: ProcessorPayout,
  at: Date,
): Promise<void> {
  const payout = { ...reported, account }
  // one that has failed is never updated again, so that a row means that it has failed now
  const [stored] = await payoutQueries.upsertPayout(tx, payout)
  if (!stored || payout.state !== 'failed') return
  if (at.getTime() - payout.createdAt.getTime() > reportedDays * 86_400_000) return
  const { payoutRef, amountCents, currency, failureMessage: message } = payout
  await eventQueries.recordEvent(tx, {
    type: 'liquidacion.fallida',
    at,
    payload: { id: stored.id, ...payout } satisfies Payout,
  })
  await notifySalon(
    tx,
    catalog,
    { kind: 'payout_failed', payload: { payoutRef, amountCents, currency, message } },
    `payout:${payoutRef}:failed`,
    at,
  )
}
