import { fail } from '@silla/errors'
import { toCents } from '@silla/money'
import { type Static, Type } from 'typebox'
import { closed, money } from './schema.ts'

export const NewRefundWire = closed(
  { monto: Type.Optional(money('How much; left out: all that was paid and has not gone back')) },
  { description: 'What goes back of what was paid for a booking; may be left out' },
)

/** How much is to go back; null when nobody says. INVALID_AMOUNT with more than two decimals. */
export const parseNewRefund = ({
  monto,
}: Static<typeof NewRefundWire>): { amountCents: number | null } => ({
  amountCents: monto === undefined ? null : (toCents(monto) ?? fail('INVALID_AMOUNT')),
})
