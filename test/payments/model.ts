// What has to become of money, told a second time and as plainly as possible, to compare the
// product with. It knows what was told and done, in which order, and nothing of how the product
// works.

/**
 * Something that the processor tells, that a person does or that a deadline brings. `of` is the
 * first payment or the second.
 */
export type Step =
  | { does: 'say'; status: 'processing' | 'failed' | 'succeeded'; second: number; of: 0 | 1 }
  /** Other money than was asked for. */
  | { does: 'short'; of: 0 | 1 }
  /**
   * All of the first payment went back, as the charge itself says, or as a refund that the salon
   * made there.
   */
  | { does: 'charge back' }
  | { does: 'back there'; state: RefundEnd }
  /** What became of all the refunds that we had asked for. */
  | { does: 'ours back'; state: RefundEnd }
  | { does: 'dispute'; state: 'open' | 'won' | 'lost' }
  | { does: 'cancel' }
  | { does: 'expire' }

type RefundEnd = 'completed' | 'failed'

/**
 * What is paid for, and how the salon wants it. All of it is overdue from the beginning, so that it
 * can lapse at any moment.
 */
export const kinds = [
  'prepaid',
  'prepaid, by hand',
  'by hand',
  'of free will',
  'order',
  'package',
] as const
export type Kind = (typeof kinds)[number]

export const amountCents = 1800
export const shortCents = 700

const brings = {
  prepaid: 'earned 10',
  'prepaid, by hand': 'earned 10',
  'by hand': 'earned 10',
  'of free will': 'earned 10',
  order: 'earned 6',
  package: 'bought 100',
} as const satisfies Record<Kind, string>

export interface Outcome {
  /** Of the booking or the order; a package has none. */
  state: string
  paidBy: number | null
  movements: string[]
  payments: {
    state: string
    isOpen: boolean
    applied: boolean
    points: number
    refunds: string[]
  }[]
  letters: string[]
  events: string[]
  /** Pieces off the shelf. */
  taken: number
}

/**
 * @param payments 2: the first was given up before the second was asked for, and may be paid all
 *   the same
 */
export function expected(kind: Kind, payments: 1 | 2, steps: readonly Step[]): Outcome {
  return outcomeOf(steps.flatMap(momentsOf).reduce(play, begin(kind, payments)))
}

/** A step, or one of the moments that a lapse takes: others may come between them. */
export type Moment = Step | { does: 'look' } | { does: 'close' } | { does: 'lapse' }

export const momentsOf = (step: Step): Moment[] =>
  step.does === 'expire' ? [{ does: 'look' }, { does: 'close' }, { does: 'lapse' }] : [step]

export const outcomeOfMoments = (
  kind: Kind,
  payments: 1 | 2,
  moments: readonly Moment[],
): Outcome => outcomeOf(moments.reduce(play, begin(kind, payments)))

interface Books {
  kind: Kind
  state: string
  paidBy: number | null
  isLooking: boolean
  hasNewDeadline: boolean
  money: Money[]
  movements: string[]
  letters: string[]
  events: string[]
  taken: number
}

interface Money {
  isGivenUp: boolean
  received: number
  word: { status: string; weight: number } | null
  hasFailed: boolean
  isWrong: boolean
  backSeen: number
  refunds: { reason: string; cents: number; state: string }[]
  dispute: string | null
  counted: number
  applied: boolean
  hasGivenBackPoints: boolean
}

function begin(kind: Kind, payments: 1 | 2): Books {
  const state = kind === 'package' ? '' : kind === 'of free will' ? 'confirmed' : 'pending'
  const records: Books = {
    kind,
    state,
    paidBy: null,
    isLooking: false,
    hasNewDeadline: false,
    money: Array.from({ length: payments }, (_, index) => newMoney(index + 1 < payments)),
    movements: [],
    letters:
      kind === 'package' ? [] : kind === 'order' ? ['order_received'] : [firstLetters[state] ?? ''],
    events: [],
    taken: kind === 'order' ? 1 : 0,
  }
  for (const one of records.money) if (one.isGivenUp) hear(records, one, 'cancelled', 0)
  return records
}

const firstLetters: Record<string, string> = {
  pending: 'booking_received',
  confirmed: 'booking_confirmed',
}

const newMoney = (isGivenUp: boolean): Money => ({
  isGivenUp,
  received: 0,
  word: null,
  hasFailed: false,
  isWrong: false,
  backSeen: 0,
  refunds: [],
  dispute: null,
  counted: 0,
  applied: false,
  hasGivenBackPoints: false,
})

function play(books: Books, moment: Moment): Books {
  const { money, state, kind } = books
  const one = money['of' in moment ? moment.of : 0] as Money
  switch (moment.does) {
    case 'say':
      if (moment.status === 'succeeded') one.received = amountCents
      hear(books, one, moment.status, moment.second)
      break
    case 'short':
      one.received = Math.max(one.received, shortCents)
      hear(books, one, 'succeeded', 9)
      break
    case 'charge back':
      one.backSeen = amountCents
      break
    case 'back there': {
      const known = one.refunds.find(({ reason }) => reason === 'processor')
      if (known) goOn(books, known, moment.state)
      else goOn(books, asked(one, 'processor', amountCents), moment.state)
      break
    }
    case 'ours back':
      for (const each of money.flatMap(({ refunds }) => refunds)) {
        if (each.reason !== 'processor') goOn(books, each, moment.state)
      }
      break
    case 'dispute':
      if (one.dispute === null) {
        books.letters.push('dispute')
        books.events.push('pago.disputado')
      }
      if (one.dispute !== null && one.dispute !== 'open') break
      if (moment.state !== 'open') books.events.push('pago.disputa_cerrada')
      one.dispute = moment.state
      break
    case 'cancel':
      if (isBooking(kind) && (state === 'pending' || state === 'confirmed'))
        end(books, 'booking_cancelled')
      break
    case 'look':
      books.isLooking = state === 'pending' && !books.hasNewDeadline
      break
    case 'close':
      // the processor ends what nobody has paid, but not what is under way
      for (const each of money) {
        if (books.isLooking && isOpen(each) && each.word?.status !== 'processing')
          hear(books, each, 'cancelled', 9)
      }
      break
    case 'lapse': {
      const isDue = books.isLooking && state === 'pending' && !books.hasNewDeadline
      if (isDue && !money.some(isOpen))
        end(books, kind === 'order' ? 'order_expired' : 'booking_expired')
      break
    }
    case 'expire':
      throw new Error('it is played in its moments')
  }
  money.forEach((each, index) => {
    arrive(books, each, index)
    giveBackPoints(books, each)
  })
  return books
}

/**
 * The last words beat all others; of the others the latest counts and, in one second, the bad one.
 */
function hear(books: Books, one: Money, status: string, second: number) {
  const weight =
    { processing: second * 2, failed: second * 2 + 1, cancelled: 100, succeeded: 200 }[status] ?? 0
  if (status === 'failed' && !one.hasFailed) {
    one.hasFailed = true
    books.events.push('pago.fallido')
  }
  if (one.word !== null && one.word.weight >= weight) return
  one.word = { status, weight }
  if (status === 'cancelled' && one.received === 0) books.events.push('pago.cancelado')
}

/** What comes of more money than there was. */
function arrive(books: Books, one: Money, index: number) {
  const isRight = one.received === amountCents
  if (one.received > 0 && !isRight && !one.isWrong) {
    one.isWrong = true
    books.letters.push('payment_review')
    books.events.push('pago.revision')
  }
  if (one.received === one.counted) return
  one.counted = one.received
  if (isRight) books.events.push('pago.completado')
  if (books.state === 'cancelled') return giveBack(books, one, 'late')
  if (!isRight) return
  if (books.paidBy !== null) return giveBack(books, one, 'duplicate')
  one.applied = true
  books.movements.push(brings[books.kind])
  if (books.kind === 'package') return
  books.paidBy = index
  if (books.kind === 'order') {
    books.state = 'paid'
    books.letters.push('order_paid')
  }
  if (books.kind === 'prepaid' && books.state === 'pending') {
    books.state = 'confirmed'
    books.letters.push('booking_confirmed')
    books.events.push('reserva.confirmada')
  }
  if (books.kind === 'prepaid, by hand' && books.state === 'pending') books.hasNewDeadline = true
}

/** It ends without having been done: all that was paid goes back. */
function end(books: Books, email: string) {
  if (isBooking(books.kind)) for (const one of books.money) giveBack(books, one, 'cancelled')
  if (isBooking(books.kind)) books.events.push('reserva.cancelada')
  else books.taken = 0
  books.state = 'cancelled'
  books.letters.push(email)
}

function giveBack(books: Books, one: Money, reason: string) {
  const cents = one.received - goneBack(one, ['pending', 'completed'])
  if (cents === 0) return
  asked(one, reason, cents)
  books.events.push('reembolso.solicitado')
}

function asked(one: Money, reason: string, cents: number) {
  const refund = { reason, cents, state: 'pending' }
  one.refunds.push(refund)
  return refund
}

const further = ['pending', 'completed', 'failed']

function goOn(books: Books, refund: Money['refunds'][number], state: RefundEnd) {
  if (further.indexOf(state) <= further.indexOf(refund.state)) return
  refund.state = state
  books.events.push(state === 'failed' ? 'reembolso.fallido' : 'reembolso.completado')
  if (state === 'failed') books.letters.push('refund_failed')
}

/** The processor's own sum counts what failed later, too. */
function goneBack(one: Money, states: string[]) {
  const failed = sum(one.refunds.filter(({ state }) => state === 'failed'))
  const ours = sum(one.refunds.filter(({ state }) => states.includes(state)))
  return Math.min(one.received, Math.max(ours, one.backSeen - failed))
}

/** Points go back when all the money was promised back, though that may have failed. */
function giveBackPoints(books: Books, one: Money) {
  const promised = Math.max(one.backSeen, sum(one.refunds))
  if (!one.applied || one.hasGivenBackPoints || promised < one.received) return
  one.hasGivenBackPoints = true
  books.movements.push(`reverted -${brings[books.kind].split(' ')[1]}`)
  if (books.kind !== 'order') return
  books.state = 'refunded'
  books.taken = 0
}

const isOpen = (one: Money) =>
  !one.isGivenUp &&
  one.received === 0 &&
  one.word?.status !== 'cancelled' &&
  one.word?.status !== 'succeeded'

const isBooking = (kind: Kind) => kind !== 'order' && kind !== 'package'

const sum = (refunds: Money['refunds']) => refunds.reduce((total, { cents }) => total + cents, 0)

const outcomeOf = (books: Books): Outcome => ({
  state: books.state,
  paidBy: books.paidBy,
  movements: books.movements,
  payments: books.money.map((one) => ({
    state: stateOf(one),
    isOpen: isOpen(one),
    applied: one.applied,
    points: one.applied ? Number(brings[books.kind].split(' ')[1]) : 0,
    refunds: one.refunds.map(({ reason, cents, state }) => `${reason} ${cents} ${state}`).sort(),
  })),
  letters: books.letters.sort(),
  events: books.events.sort(),
  taken: books.taken,
})

function stateOf(one: Money): string {
  if (one.received === 0) return one.word?.status ?? 'pending'
  if (one.dispute === 'open' || one.dispute === 'lost') return 'disputed'
  const back = goneBack(one, ['completed'])
  if (back === one.received) return 'refunded'
  if (one.received !== amountCents) return 'review'
  return back > 0 ? 'partly_refunded' : 'completed'
}
