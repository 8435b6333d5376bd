import type { Catalog } from '@silla/core'
import type { PageFormat } from './page-format.ts'
import { fill } from './texts/texts.ts'

/** Until when a customer may cancel; free of charge where nothing of an online payment is kept then. */
export function cancellationRule(
  { cancellationHours, refundTiers }: Catalog['settings'],
  { texts, period }: PageFormat,
): string {
  const isFree = refundTiers.length === 0
  if (cancellationHours === 0) return isFree ? texts.cancelUntilStart : texts.cancelOnlineUntilStart
  return fill(isFree ? texts.cancelUntil : texts.cancelOnlineUntil, {
    time: period(cancellationHours * 60),
  })
}
