import type { MessageMonthUse } from '@silla/core'

/** `2026-11: 412 of 500 messages, 20.45 EUR so far.` */
export const messageUse = ({
  month,
  segments,
  ceiling,
  costMicros,
  costCurrency,
}: MessageMonthUse): string =>
  `${month.slice(0, 7)}: ${segments} of ${ceiling} messages${
    costCurrency === '' ? '' : `, ${(costMicros / 1e6).toFixed(2)} ${costCurrency} so far`
  }.`
