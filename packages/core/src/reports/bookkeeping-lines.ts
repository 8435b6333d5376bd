import type { BalanceEntryKind, bookkeepingQueries, Translated } from '@silla/db'
import { type EpochDay, wallClock } from '@silla/slots'
import type { BookkeepingKind, BookkeepingLine } from '../model/bookkeeping.ts'

type Movement = bookkeepingQueries.MovementRow

/**
 * The lines of a movement: one for each rate of VAT of what it is about, in proportion to the prices. They add
 * up to the movement to the cent. A fee for a visit that was missed is one line without a rate: whether it
 * bears VAT is for the salon to say (D57).
 */
export function linesOf(
  movement: Movement,
  { timezone, textOf }: { timezone: string; textOf(name: Translated): string },
): BookkeepingLine[] {
  const { items, code, description, payoutRef, currency, createdAt } = movement
  const kind = kindOf(movement)
  const day: EpochDay = wallClock(createdAt, timezone).day
  const concept = items?.map(({ name }) => textOf(name)).join(', ') ?? description
  const shares = kind === 'fee' ? [wholeShare] : sharesOf(items ?? [])
  const money = moneyOf(movement, kind)
  return shares.map(({ vatBasisPoints, from, to }, index) => {
    const part = (cents: number) => Math.round(cents * to) - Math.round(cents * from)
    const [grossCents, processorFeeCents, platformFeeCents] = [
      part(money.grossCents),
      part(movement.processorFeeCents + money.ownFeeCents),
      part(movement.platformFeeCents),
    ]
    const [refundCents, disputeCents] = [part(money.refundCents), part(money.disputeCents)]
    return {
      ...{ day, kind, concept, code: code ?? '', method: movement.method ?? 'online' },
      ...{ grossCents, processorFeeCents, platformFeeCents, refundCents, disputeCents },
      netCents:
        grossCents +
        refundCents +
        disputeCents +
        part(money.otherCents) -
        processorFeeCents -
        platformFeeCents,
      // it belongs to no service
      tipCents: index === 0 ? movement.tipCents : 0,
      ...{ vatBasisPoints, payoutRef, currency },
    }
  })
}

/** A part of a movement, from one fraction of it to another. */
interface Share {
  vatBasisPoints: number | null
  from: number
  to: number
}

const wholeShare: Share = { vatBasisPoints: null, from: 0, to: 1 }

/** What was booked for nothing counts as one piece each, as it does in reports. */
function sharesOf(items: readonly bookkeepingQueries.MovementItem[]): Share[] {
  const isFree = items.every(({ cents }) => cents === 0)
  const weights = new Map<number | null, number>()
  for (const { vatBasisPoints, cents } of items)
    weights.set(vatBasisPoints, (weights.get(vatBasisPoints) ?? 0) + (isFree ? 1 : cents))
  const used = [...weights].filter(([, weight]) => weight > 0)
  const total = used.reduce((sum, [, weight]) => sum + weight, 0)
  let upTo = 0
  const shares = used.map(([vatBasisPoints, weight]) => {
    const from = upTo / total
    upTo += weight
    return { vatBasisPoints, from, to: upTo / total }
  })
  return shares.length === 0 ? [wholeShare] : shares
}

function kindOf({ balanceKind, isReversal, purpose }: Movement): BookkeepingKind {
  if (balanceKind === null) return isReversal ? 'taking_reversal' : 'taking'
  if (balanceKind !== 'charge') return balanceKinds[balanceKind]
  if (purpose === null) return 'own_payment'
  return purpose === 'total' ? 'payment' : purpose
}

const balanceKinds: Record<Exclude<BalanceEntryKind, 'charge'>, BookkeepingKind> = {
  refund: 'refund',
  refund_failure: 'refund_failure',
  dispute: 'dispute',
  dispute_reversal: 'dispute_reversal',
  fee: 'processor_fee',
  payout: 'adjustment',
  payout_failure: 'payout_failure',
  other: 'adjustment',
}

/** The amount, in its column. */
function moneyOf({ balanceKind, amountCents }: Movement, kind: BookkeepingKind) {
  const none = { grossCents: 0, refundCents: 0, disputeCents: 0, ownFeeCents: 0, otherCents: 0 }
  if (balanceKind === null || balanceKind === 'charge') return { ...none, grossCents: amountCents }
  if (kind === 'refund' || kind === 'refund_failure') return { ...none, refundCents: amountCents }
  if (kind === 'dispute' || kind === 'dispute_reversal')
    return { ...none, disputeCents: amountCents }
  return kind === 'processor_fee'
    ? { ...none, ownFeeCents: -amountCents }
    : { ...none, otherCents: amountCents }
}
