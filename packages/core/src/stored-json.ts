import type { Block } from '@silla/db'
import type { Review } from './catalog/catalog.ts'
import type { SettledAbsence } from './model/absence.ts'
import type { Agenda } from './model/agenda.ts'
import type { DeletedBlock } from './model/block.ts'
import type { Booking, CancelledBooking } from './model/booking.ts'
import type {
  BlockChange,
  BookingChange,
  CustomerChange,
  DisputeChange,
  ErasedCustomer,
  MergeEvent,
  NewReview,
  PaymentChange,
  PaymentInquiry,
  PointsChange,
  RefundChange,
  UnexpectedPayment,
} from './model/event.ts'
import type { Hold } from './model/hold.ts'
import type { MovedRecords } from './model/moved-records.ts'
import type { Order } from './model/order.ts'
import type { EmailPayment } from './model/payment.ts'
import type { Payout } from './model/payout.ts'
import type { Fee } from './model/saved-card.ts'
import type { CancelledVisits, RepeatedBooking } from './model/series.ts'
import type { RecordedTillEntry, TillChange } from './model/till.ts'
import type { LeftWaitlist, NewEntry, WaitlistEntry } from './model/waitlist.ts'

// Values that are stored as JSON and read again: responses of idempotent requests (D19) and the
// payloads of emails (D30) and events (D31). Responses mark their dates; payloads hold them as plain
// strings. Both are read here, by the names of the fields that are dates.

/** How values of one type are read from JSON. */
export interface StoredJson<T> {
  parse(stored: unknown): T
}

/** A value as a response is stored: dates are marked. */
export function serializeResponse(value: unknown): unknown {
  if (value instanceof Date) return { [dateMark]: value.toISOString() }
  if (Array.isArray(value)) return value.map(serializeResponse)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, serializeResponse(field)]),
  )
}

const dateMark = '$moment'

/** The fields of `T` that are dates or contain some; where one is missing it does not compile. */
type DateFields<T> = {
  [Name in keyof T as ContainsDate<T[Name]> extends true ? Name : never]-?: FieldDates<
    NonNullable<T[Name]>
  >
}

type FieldDates<T> = T extends Date
  ? 'date'
  : T extends readonly (infer Item)[]
    ? DateFields<Item>
    : DateFields<T>

type ContainsDate<T> = true extends AnyDate<NonNullable<T>> ? true : false

type AnyDate<T> = T extends Date
  ? true
  : T extends readonly (infer Item)[]
    ? AnyDate<NonNullable<Item>>
    : T extends object
      ? { [Name in keyof T]-?: AnyDate<NonNullable<T[Name]>> }[keyof T]
      : false

/** @param complete adds the fields that values did not have when they were stored */
const storedJson = <T extends object>(
  dates: DateFields<T>,
  complete: (stored: T) => T = (stored) => stored,
): StoredJson<T> => ({
  parse: (stored) => complete(withDates(stored, dates as Dates) as T),
})

type Dates = 'date' | { [name: string]: Dates }

function withDates(stored: unknown, dates: Dates): unknown {
  if (typeof stored === 'string') return dates === 'date' ? new Date(stored) : stored
  if (Array.isArray(stored)) return stored.map((item) => withDates(item, dates))
  if (typeof stored !== 'object' || stored === null) return stored
  if (dates === 'date') return new Date((stored as Record<string, string>)[dateMark] ?? Number.NaN)
  return Object.fromEntries(
    Object.entries(stored).map(([name, field]) => {
      const inner = dates[name]
      return [name, inner === undefined ? field : withDates(field, inner)]
    }),
  )
}

const bookingDates: DateFields<Booking> = {
  startsAt: 'date',
  endsAt: 'date',
  lines: { startsAt: 'date', endsAt: 'date' },
  expiresAt: 'date',
  arrivedAt: 'date',
  cancellation: { at: 'date' },
  fee: { linkUntil: 'date' },
  createdAt: 'date',
  updatedAt: 'date',
}

export const storedBooking = storedJson<Booking>(bookingDates, completeBooking)
export const storedCancellation = storedJson<CancelledBooking>(
  { booking: bookingDates },
  ({ booking, ...rest }) => ({ ...rest, booking: completeBooking(booking) }),
)
/** Of the visits of a series none has dates. */
export const storedRepeatedBooking = storedJson<RepeatedBooking>(
  { booking: bookingDates },
  ({ booking, ...rest }) => ({ ...rest, booking: completeBooking(booking) }),
)
export const storedCancelledVisits = storedJson<CancelledVisits>(
  { booking: bookingDates },
  ({ booking, ...rest }) => ({ ...rest, booking: completeBooking(booking) }),
)
export const storedAbsence = storedJson<SettledAbsence>(
  { visits: { booking: bookingDates } },
  ({ visits, ...rest }) => ({
    ...rest,
    visits: visits.map(({ booking, ...visit }) => ({
      ...visit,
      booking: booking && completeBooking(booking),
    })),
  }),
)
export const storedOrder = storedJson<Order>(
  { expiresAt: 'date', createdAt: 'date', updatedAt: 'date' },
  (stored) => ({
    ...{ takenCents: 0, tipCents: 0 },
    ...stored,
    lines: stored.lines.map((line) => ({ ...{ vatBasisPoints: null }, ...line })),
  }),
)
export const storedTillEntry = storedJson<RecordedTillEntry>({ createdAt: 'date' })
export const storedReview = storedJson<Review>({})
export const storedBlock = storedJson<Block>({
  startsAt: 'date',
  endsAt: 'date',
  createdAt: 'date',
})
export const storedHold = storedJson<Hold>(
  {
    startsAt: 'date',
    endsAt: 'date',
    lines: { startsAt: 'date', endsAt: 'date' },
    expiresAt: 'date',
    createdAt: 'date',
  },
  (stored) => ({ ...{ requirement: 'none', guarantee: null }, ...stored }),
)
export const storedNewEntry = storedJson<NewEntry>({})
export const storedLeft = storedJson<LeftWaitlist>({})
export const storedWaitlistEntry = storedJson<WaitlistEntry>(
  {
    offer: { startsAt: 'date', endsAt: 'date', expiresAt: 'date' },
    createdAt: 'date',
    updatedAt: 'date',
  },
  (stored) => ({ ...stored, notes: stored.notes ?? '' }),
)
const visitDates = {
  startsAt: 'date',
  endsAt: 'date',
  lines: { startsAt: 'date', endsAt: 'date' },
} as const
export const storedAgenda = storedJson<Agenda>(
  { visits: visitDates, changes: { ...visitDates, movedFrom: 'date' } },
  // agendas that the release 0.2.0 requested have no words
  (stored) => ({
    ...stored,
    visits: stored.visits.map((visit) => ({ ...visit, words: visit.words ?? '' })),
    changes: stored.changes.map((change) => ({ ...change, words: change.words ?? '' })),
  }),
)
export const storedDeletedBlock = storedJson<DeletedBlock>({ deletedAt: 'date' })
export const storedCustomerId = storedJson<{ id: number }>({})
export const storedCause = storedJson<{ cause: string }>({})
export const storedMerge = storedJson<MovedRecords>({})
export const storedImportId = storedJson<{ id: number }>({})
export const storedStaffId = storedJson<{ id: number }>({})
export const storedConsent = storedJson<{ id: number; deletedAllergies: number }>({})
export const storedFee = storedJson<Fee>({ linkUntil: 'date', createdAt: 'date' })
export const storedPaymentId = storedJson<{ paymentId: number }>({})
export const storedEmailPayment = storedJson<EmailPayment & { message: string }>({})

// Events: what was recorded before a field existed, or was erased with its customer, is completed.

export const storedBookingChange = storedJson<BookingChange>(
  { ...bookingDates, movedFrom: 'date' },
  ({ movedFrom, ...booking }) => ({ ...completeBooking(booking), movedFrom: movedFrom ?? null }),
)
const paymentFields = { packageId: null, code: '', receiptUrl: '' }
export const storedPaymentChange = storedJson<PaymentChange>({}, (stored) => ({
  ...paymentFields,
  ...stored,
}))
export const storedUnexpectedPayment = storedJson<UnexpectedPayment>({}, (stored) => ({
  ...paymentFields,
  ...stored,
}))
export const storedDisputeChange = storedJson<DisputeChange>(
  { respondBy: 'date', consent: { acceptedAt: 'date' } },
  (stored) => ({
    ...paymentFields,
    ...{ disputeCents: 0, reason: '', disputeState: 'open', respondBy: null, disputeUrl: '' },
    ...{ consent: null },
    ...stored,
  }),
)
export const storedPaymentInquiry = storedJson<PaymentInquiry>({ respondBy: 'date' })
export const storedRefundChange = storedJson<RefundChange>({}, (stored) => ({
  ...paymentFields,
  ...stored,
}))
export const storedPointsChange = storedJson<PointsChange>({}, (stored) => ({
  ...{ id: null },
  ...stored,
}))
export const storedNewReview = storedJson<NewReview>({})
export const storedCustomerChange = storedJson<CustomerChange>({ createdAt: 'date' }, (stored) => ({
  ...{ name: '', email: '', phone: '', language: 'es', birthDate: null },
  ...{ acceptsMarketing: false, emailVerified: true, pointsBalance: 0, bookings: 0 },
  ...{ createdAt: new Date(0) },
  ...stored,
}))
export const storedBlockChange = storedJson<BlockChange>({
  startsAt: 'date',
  endsAt: 'date',
  createdAt: 'date',
})
export const storedPayout = storedJson<Payout>({ createdAt: 'date' })
export const storedTillChange = storedJson<TillChange>({ createdAt: 'date' })
export const storedMergeEvent = storedJson<MergeEvent>({})
export const storedErasedCustomer = storedJson<ErasedCustomer>({})

/** Bookings that were stored by an earlier version lack what it did not have, erased ones notes. */
function completeBooking(stored: Booking): Booking {
  const payment = stored.payment && {
    ...{ rescheduleRefundCents: 0, purpose: 'total' as const },
    ...stored.payment,
  }
  const later = {
    ...{ reschedules: 0, customerReschedules: 0, refundLimitPercent: 100 },
    ...{ seriesId: null, source: null, arrivedAt: null, depositCents: null },
    ...{ guarantee: null, payments: [], fee: null, takenCents: 0, tipCents: 0 },
  }
  const timed = withLineTimes(stored)
  const lines = timed.lines.map((line) => ({ ...{ vatBasisPoints: null }, ...line }))
  return { ...later, ...timed, lines, payment, notes: stored.notes ?? '' }
}

/**
 * In bookings that were stored before lines had a professional and a time, the professional of the
 * booking does one service after the other.
 */
function withLineTimes(stored: Booking): Booking {
  if (stored.lines.every((line) => line.professional !== undefined)) return stored
  let end = stored.startsAt.getTime()
  const lines = stored.lines.map((line) => {
    const startsAt = new Date(end)
    end += line.durationMinutes * 60_000
    return {
      ...line,
      professional: stored.professional,
      startsAt,
      endsAt: new Date(end),
      phases: [line.durationMinutes],
      bufferMinutes: 0,
      unitIds: [],
    }
  })
  return { ...stored, lines, assignedBy: 'customer' }
}
