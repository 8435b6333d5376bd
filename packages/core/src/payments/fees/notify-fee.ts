import { mailQueries, type Tx } from '@silla/db'
import type { Catalog } from '../../catalog/catalog.ts'
import type { Fee } from '../../model/saved-card.ts'
import type { LockedPayment } from '../locked-payment.ts'
import { notifySalon, toEmailPayment } from '../payment-mail.ts'

/**
 * Emails the customer that a fee was charged, or that their bank wants to authenticate them, and the
 * salon that it could not be charged (D51). Once for each.
 */
export async function notifyFee(
  tx: Tx,
  catalog: Catalog,
  locked: LockedPayment,
  { id, state, reason, linkUntil }: Fee,
  now: Date,
): Promise<void> {
  const { customer, payment } = locked
  const message = payment.facts.failure?.message ?? ''
  const content = { ...toEmailPayment(locked), reason, message }
  if (state === 'failed')
    await notifySalon(
      tx,
      catalog,
      { kind: 'fee_failed', payload: content },
      `fee:${id}:failed`,
      now,
    )
  if (state !== 'charged' && state !== 'action') return
  await mailQueries.requestMail(tx, {
    kind: state === 'charged' ? 'fee_charged' : 'fee_authentication',
    to: customer.email,
    language: customer.language,
    payload: { ...content, linkUntil: linkUntil?.toISOString() ?? null },
    cause: `fee:${id}:${state}`,
    now,
  })
}
