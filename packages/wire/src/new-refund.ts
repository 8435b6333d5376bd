import { fail } from '@silla/errors'
import { toCents } from '@silla/money'
import { type Static, Type } from 'typebox'
import { closed, money } from './schema.ts'

export const NewRefundWire = closed(
  { monto: Type.Optional(money('Amount; by default all that was paid and not refunded')) },
  { description: 'The amount to refund; may be absent' },
)

/** The amount to refund, null when absent. INVALID_AMOUNT with more than two decimals. */
export const parseNewRefund = ({
  monto,
}: Static<typeof NewRefundWire>): { amountCents: number | null } => ({
  amountCents: monto === undefined ? null : (toCents(monto) ?? fail('INVALID_AMOUNT')),
})
