// A model of the expected outcome of payments, as simple as possible, to compare the product with.
// It uses the steps and their order, and nothing of the implementation.

/**
 * A report of the processor, an action of a person, or a deadline. `payment` is the index of the
 * payment.
 */
export type Step =
  | {
      action: 'report'
      status: 'processing' | 'failed' | 'succeeded'
      second: number
      payment: 0 | 1
    }
  /** Less payments than requested arrives. */
  | { action: 'underpay'; payment: 0 | 1 }
  /**
   * All of the first payment was refunded: reported on the charge, or as a refund that the salon
   * made at the processor.
   */
  | { action: 'refund charge' }
  | { action: 'refund at processor'; state: RefundEnd }
  /** The result of all refunds that Silla requested. */
  | { action: 'settle refunds'; state: RefundEnd }
  /** Appeals open a dispute again; reports arrive in any order. */
  | { action: 'dispute'; state: 'open' | 'won' | 'lost'; second: number }
  | { action: 'cancel' }
  | { action: 'expire' }
  /** The salon moves a booking to another professional, whose price is another one. */
  | { action: 'move'; to: Professional }

type RefundEnd = 'completed' | 'failed'

/**
 * What is paid for, and the salon's settings. Everything is overdue from the beginning, so that it
 * can expire at any phase.
 */
export const kinds = [
  'prepaid',
  'prepaid, by hand',
  'by hand',
  'optional',
  'deposit',
  'order',
  'package',
] as const
export type Kind = (typeof kinds)[number]

export const amountCents = 1800
/** What a visit costs with each professional; it was booked with the first one. */
export const pricesCents = { Ana: amountCents, Bea: 1000 } as const
export type Professional = keyof typeof pricesCents
/** A deposit that is more than the visit costs with the other professional. */
export const depositPercent = 60
/** What is paid online. */
export const dueCentsOf = (kind: Kind): number =>
  kind === 'deposit' ? (amountCents * depositPercent) / 100 : amountCents
export const shortCents = 700

const pointsFor = {
  prepaid: 'earned 10',
  'prepaid, by hand': 'earned 10',
  'by hand': 'earned 10',
  optional: 'earned 10',
  // its points come with the visit
  deposit: null,
  order: 'earned 6',
  package: 'bought 100',
} as const satisfies Record<Kind, string | null>

export interface Outcome {
  /** Of the booking or the order; empty for a package. */
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
  emails: string[]
  events: string[]
  /** The quantity taken from stock. */
  taken: number
}

/**
 * @param payments 2: the first was closed before the second was requested, and may be paid all the
 *   same
 */
export function expected(kind: Kind, payments: 1 | 2, steps: readonly Step[]): Outcome {
  return outcomeOf(steps.flatMap(phasesOf).reduce(apply, begin(kind, payments)))
}

/** A step, or payment phase of expiring: other steps may come between the phases. */
export type Phase =
  | Step
  | { action: 'check due' }
  | { action: 'close payments' }
  | { action: 'end' }

export const phasesOf = (step: Step): Phase[] =>
  step.action === 'expire'
    ? [{ action: 'check due' }, { action: 'close payments' }, { action: 'end' }]
    : [step]

export const outcomeOfPhases = (kind: Kind, payments: 1 | 2, phases: readonly Phase[]): Outcome =>
  outcomeOf(phases.reduce(apply, begin(kind, payments)))

interface Model {
  kind: Kind
  state: string
  professional: Professional
  /** How often it was moved. */
  moves: number
  paidBy: number | null
  isExpiring: boolean
  hasNewDeadline: boolean
  payments: ModelPayment[]
  movements: string[]
  emails: string[]
  events: string[]
  taken: number
}

interface ModelPayment {
  isClosed: boolean
  received: number
  latest: { status: string; weight: number } | null
  hasFailed: boolean
  isUnexpected: boolean
  refundReported: number
  refunds: { reason: string; cents: number; state: string; isReplaced?: true }[]
  dispute: { state: string; weight: number } | null
  counted: number
  applied: boolean
  pointsReversed: boolean
}

function begin(kind: Kind, payments: 1 | 2): Model {
  const state = kind === 'package' ? '' : kind === 'optional' ? 'confirmed' : 'pending'
  const model: Model = {
    kind,
    state,
    professional: 'Ana',
    moves: 0,
    paidBy: null,
    isExpiring: false,
    hasNewDeadline: false,
    payments: Array.from({ length: payments }, (_, index) => newPayment(index + 1 < payments)),
    movements: [],
    emails:
      kind === 'package' ? [] : kind === 'order' ? ['order_received'] : [firstEmails[state] ?? ''],
    events: [],
    taken: kind === 'order' ? 1 : 0,
  }
  for (const payment of model.payments) if (payment.isClosed) report(model, payment, 'cancelled', 0)
  return model
}

const firstEmails: Record<string, string> = {
  pending: 'booking_received',
  confirmed: 'booking_confirmed',
}

const newPayment = (isClosed: boolean): ModelPayment => ({
  isClosed,
  received: 0,
  latest: null,
  hasFailed: false,
  isUnexpected: false,
  refundReported: 0,
  refunds: [],
  dispute: null,
  counted: 0,
  applied: false,
  pointsReversed: false,
})

function apply(model: Model, phase: Phase): Model {
  const { payments, state, kind } = model
  const payment = payments['payment' in phase ? phase.payment : 0] as ModelPayment
  switch (phase.action) {
    case 'report':
      if (phase.status === 'succeeded') payment.received = dueCentsOf(kind)
      report(model, payment, phase.status, phase.second)
      break
    case 'underpay':
      payment.received = Math.max(payment.received, shortCents)
      report(model, payment, 'succeeded', 9)
      break
    case 'refund charge':
      payment.refundReported = dueCentsOf(kind)
      break
    case 'refund at processor': {
      const existing = payment.refunds.find(({ reason }) => reason === 'processor')
      if (existing) advance(model, existing, phase.state)
      else advance(model, addRefund(payment, 'processor', dueCentsOf(kind)), phase.state)
      break
    }
    case 'settle refunds':
      for (const each of payments.flatMap(({ refunds }) => refunds)) {
        if (each.reason !== 'processor') advance(model, each, phase.state)
      }
      break
    case 'dispute':
      reportDispute(model, payment, phase)
      break
    case 'cancel':
      if (isBooking(kind) && (state === 'pending' || state === 'confirmed'))
        end(model, 'booking_cancelled')
      break
    case 'move':
      if (isBooking(kind) && (state === 'pending' || state === 'confirmed')) move(model, phase.to)
      break
    case 'check due':
      model.isExpiring = state === 'pending' && !model.hasNewDeadline
      break
    case 'close payments':
      // the processor cancels unpaid intents, but not one that it is processing
      for (const each of payments) {
        if (model.isExpiring && isOpen(each) && each.latest?.status !== 'processing')
          report(model, each, 'cancelled', 9)
      }
      break
    case 'end': {
      const isDue = model.isExpiring && state === 'pending' && !model.hasNewDeadline
      if (isDue && !payments.some(isOpen))
        end(model, kind === 'order' ? 'order_expired' : 'booking_expired')
      break
    }
    case 'expire':
      throw new Error('expiring is applied in phases')
  }
  payments.forEach((each, index) => {
    receive(model, each, index)
    reversePoints(model, each)
  })
  return model
}

/**
 * A final status outweighs all others. Of the others the latest counts and, within one second, the
 * failure.
 */
function report(model: Model, payment: ModelPayment, status: string, second: number) {
  const weight =
    { processing: second * 2, failed: second * 2 + 1, cancelled: 100, succeeded: 200 }[status] ?? 0
  if (status === 'failed' && !payment.hasFailed) {
    payment.hasFailed = true
    model.events.push('pago.fallido')
  }
  if (payment.latest !== null && payment.latest.weight >= weight) return
  payment.latest = { status, weight }
  if (status === 'cancelled' && payment.received === 0) model.events.push('pago.cancelado')
}

/** The latest report counts; of those of one second a decision, and won more than lost. */
function reportDispute(
  model: Model,
  payment: ModelPayment,
  { state, second }: Extract<Step, { action: 'dispute' }>,
) {
  const before = payment.dispute
  const weight = second * 3 + ['open', 'lost', 'won'].indexOf(state)
  if (before !== null && before.weight >= weight) return
  payment.dispute = { state, weight }
  if (before === null) {
    model.emails.push('dispute')
    model.events.push('pago.disputado')
  }
  if (state === (before?.state ?? 'open')) return
  model.events.push(state === 'open' ? 'pago.disputado' : 'pago.disputa_cerrada')
  if (state === 'lost') cancelRefunds(model, payment)
  if (state === 'won') refundAfterAll(model, payment)
}

/** The effects of money that has arrived. */
function receive(model: Model, payment: ModelPayment, index: number) {
  const dueCents = dueCentsOf(model.kind)
  const isExpected = payment.received === dueCents
  if (payment.received > 0 && !isExpected && !payment.isUnexpected) {
    payment.isUnexpected = true
    model.emails.push('payment_review')
    model.events.push('pago.revision')
  }
  if (payment.received === payment.counted) return
  payment.counted = payment.received
  if (isExpected) model.events.push('pago.completado')
  if (model.state === 'cancelled') return requestRefund(model, payment, 'late')
  if (!isExpected) return
  if (model.paidBy !== null) return requestRefund(model, payment, 'duplicate')
  payment.applied = true
  const points = pointsFor[model.kind]
  if (points !== null) model.movements.push(points)
  if (model.kind === 'package') return
  model.paidBy = index
  if (model.kind === 'order') {
    model.state = 'paid'
    model.emails.push('order_paid')
  }
  if ((model.kind === 'prepaid' || model.kind === 'deposit') && model.state === 'pending') {
    model.state = 'confirmed'
    model.emails.push('booking_confirmed')
    model.events.push('reserva.confirmada')
  }
  if (model.kind === 'prepaid, by hand' && model.state === 'pending') model.hasNewDeadline = true
  // it was moved to somebody cheaper while the payment was under way
  if (isBooking(model.kind))
    requestRefund(model, payment, 'rescheduled', dueCents - pricesCents[model.professional])
}

/**
 * Moves a booking. What was paid above the new price is refunded; what a higher one costs more is
 * paid at the salon. A booking that waits for the salon alone waits from now on.
 */
function move(model: Model, to: Professional) {
  if (model.professional === to) return
  const beforeCents = pricesCents[model.professional]
  model.professional = to
  // the email about the first move is sent, that about the next waits, and a later one replaces it
  model.moves++
  if (model.moves <= 2) model.emails.push('booking_rescheduled')
  model.events.push('reserva.reprogramada')
  const isRequired = model.kind.startsWith('prepaid') || model.kind === 'deposit'
  const awaitsPayment = isRequired && model.paidBy === null
  if (model.state === 'pending' && !awaitsPayment) model.hasNewDeadline = true
  const payment = model.paidBy === null ? undefined : model.payments[model.paidBy]
  if (payment === undefined) return
  const given = sum(
    payment.refunds.filter(
      ({ reason, state }) => reason === 'rescheduled' && state !== 'cancelled',
    ),
  )
  const paidCents = Math.min(dueCentsOf(model.kind) - given, beforeCents)
  requestRefund(model, payment, 'rescheduled', paidCents - pricesCents[to])
}

/** Ends the booking or order unused: everything that was paid is refunded. */
function end(model: Model, email: string) {
  if (isBooking(model.kind))
    for (const payment of model.payments) requestRefund(model, payment, 'cancelled')
  if (isBooking(model.kind)) model.events.push('reserva.cancelada')
  else model.taken = 0
  model.state = 'cancelled'
  if (email === 'booking_cancelled' && model.moves > 1)
    model.emails.splice(model.emails.indexOf('booking_rescheduled'), 1)
  model.emails.push(email)
}

/** A refund waits while the payment is disputed; what a lost dispute takes back is not refunded. */
function requestRefund(
  model: Model,
  payment: ModelPayment,
  reason: string,
  mostCents: number = payment.received,
) {
  const left = payment.received - refundedTotal(payment, ['pending', 'completed'])
  const cents = Math.min(left, mostCents)
  if (cents <= 0 || payment.dispute?.state === 'lost') return false
  addRefund(payment, reason, cents)
  model.events.push('reembolso.solicitado')
  return true
}

function addRefund(payment: ModelPayment, reason: string, cents: number) {
  const refund = { reason, cents, state: 'pending' }
  payment.refunds.push(refund)
  return refund
}

function cancelRefunds(model: Model, payment: ModelPayment) {
  for (const refund of payment.refunds) {
    if (refund.state !== 'pending') continue
    refund.state = 'cancelled'
    model.events.push('reembolso.cancelado')
  }
}

/** The customer is owed again what a lost dispute had cancelled, once for each refund. */
function refundAfterAll(model: Model, payment: ModelPayment) {
  for (const refund of payment.refunds.filter(({ state }) => state === 'cancelled'))
    if (!refund.isReplaced && requestRefund(model, payment, refund.reason, refund.cents))
      refund.isReplaced = true
}

const progress = ['pending', 'cancelled', 'completed', 'failed']

function advance(model: Model, refund: ModelPayment['refunds'][number], state: RefundEnd) {
  if (progress.indexOf(state) <= progress.indexOf(refund.state)) return
  refund.state = state
  model.events.push(state === 'failed' ? 'reembolso.fallido' : 'reembolso.completado')
  if (state === 'failed') model.emails.push('refund_failed')
}

/** The processor's total includes refunds that failed later. */
function refundedTotal(payment: ModelPayment, states: string[]) {
  const failed = sum(payment.refunds.filter(({ state }) => state === 'failed'))
  const ours = sum(payment.refunds.filter(({ state }) => states.includes(state)))
  return Math.min(payment.received, Math.max(ours, payment.refundReported - failed))
}

/**
 * Reverses the points once refunds for all of the money were requested, even if they failed, or a
 * dispute is lost.
 */
function reversePoints(model: Model, payment: ModelPayment) {
  const isRefunded = Math.max(payment.refundReported, sum(payment.refunds)) >= payment.received
  if (!payment.applied || !(isRefunded || payment.dispute?.state === 'lost')) return
  if (!payment.pointsReversed && pointsOf(model.kind) > 0)
    model.movements.push(`reverted -${pointsOf(model.kind)}`)
  payment.pointsReversed = true
  if (model.kind !== 'order' || !isRefunded) return
  model.state = 'refunded'
  model.taken = 0
}

const pointsOf = (kind: Kind): number => Number(pointsFor[kind]?.split(' ')[1] ?? 0)

const isOpen = (payment: ModelPayment) =>
  !payment.isClosed &&
  payment.received === 0 &&
  payment.latest?.status !== 'cancelled' &&
  payment.latest?.status !== 'succeeded'

const isBooking = (kind: Kind) => kind !== 'order' && kind !== 'package'

const sum = (refunds: ModelPayment['refunds']) =>
  refunds.reduce((total, { cents }) => total + cents, 0)

const outcomeOf = (model: Model): Outcome => ({
  state: model.state,
  paidBy: model.paidBy,
  movements: model.movements,
  payments: model.payments.map((payment) => ({
    state: stateOf(model.kind, payment),
    isOpen: isOpen(payment),
    applied: payment.applied,
    points: payment.applied ? pointsOf(model.kind) : 0,
    refunds: payment.refunds
      .map(({ reason, cents, state }) => `${reason} ${cents} ${state}`)
      .sort(),
  })),
  emails: model.emails.sort(),
  events: model.events.sort(),
  taken: model.taken,
})

function stateOf(kind: Kind, payment: ModelPayment): string {
  if (payment.received === 0) return payment.latest?.status ?? 'pending'
  if (payment.dispute !== null && payment.dispute.state !== 'won') return 'disputed'
  const refunded = refundedTotal(payment, ['completed'])
  if (refunded === payment.received) return 'refunded'
  if (payment.received !== dueCentsOf(kind)) return 'review'
  return refunded > 0 ? 'partly_refunded' : 'completed'
}
