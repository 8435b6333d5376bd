import type { Booking, CancellationTerms } from '@silla/core'
import type { Formatters } from './formatters.ts'
import type { Translation } from './translations/translation.ts'

/**
 * What cancelling a booking costs and gives back, as the pages say it. When it can be cancelled until a time
 * before its start, that is one of its details.
 */
export function cancellationSentences(
  { until, refundTiers, fees }: CancellationTerms,
  { currency }: Pick<Booking, 'currency'>,
  { cancellation }: Translation,
  format: Formatters,
): string[] {
  const tiers = refundTiers.map(({ hours, percent }) => `${percent}% (${format.hours(hours)})`)
  const { lateCancelCents = 0, noShowCents = 0, freeUntil = null, hasDeposit = false } = fees ?? {}
  const charges = hasDeposit ? cancellation.depositFees : cancellation.cardFees
  const amount = (cents: number) => format.money(cents, currency)
  const mayCostFee = lateCancelCents > 0
  return [
    until === null && (hasDeposit || !mayCostFee) ? cancellation.anytime : '',
    !hasDeposit && mayCostFee && freeUntil ? cancellation.freeUntil(format.when(freeUntil)) : '',
    tiers.length > 0 ? cancellation.refundRule(tiers.join(', ')) : '',
    mayCostFee && freeUntil ? charges.late(amount(lateCancelCents), format.when(freeUntil)) : '',
    mayCostFee && !freeUntil ? charges.lateNow(amount(lateCancelCents)) : '',
    noShowCents > 0 ? charges.missed(amount(noShowCents)) : '',
  ].filter(Boolean)
}
