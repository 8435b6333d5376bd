import {
  bookingListQueries,
  customerConsentQueries,
  customerExportQueries,
  customerNoteQueries,
  type Movement,
  type Query,
  shopQueries,
  type TillEntry,
  type Tx,
  tillQueries,
  waitlistQueries,
} from '@silla/db'
import { allow } from '../access/allow.ts'
import { viewOf } from '../bookings/booking-view.ts'
import { listedBookings, parseListedBooking, readListedBooking } from '../bookings/read-booking.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { SecretsKeys } from '../credentials/seal.ts'
import type { BookingDetail } from '../model/booking.ts'
import { type Order, readOrder } from '../model/order.ts'
import type { WaitlistEntry } from '../model/waitlist.ts'
import type { RequestContext } from '../request-context.ts'
import { type MappedList, mappedLater } from '../slices.ts'
import { currentEntry, readEntry } from '../waitlist/read-entry.ts'
import { type CustomerNote, toNote } from './customer-notes.ts'
import type { Consent } from './record-consent.ts'

/** Everything a business stores about one customer, without their own row (D12). */
export interface CustomerRecords {
  bookings: BookingDetail[]
  orders: Order[]
  movements: Movement[]
  payments: customerExportQueries.ExportedPayment[]
  cards: customerExportQueries.ExportedCard[]
  /** What was taken at the desk. */
  till: TillEntry[]
  reviews: customerExportQueries.ExportedReview[]
  sessions: customerExportQueries.ExportedSession[]
  emails: customerExportQueries.ExportedEmail[]
  messages: customerExportQueries.ExportedMessage[]
  waitlist: WaitlistEntry[]
  notes: CustomerNote[]
  consents: Consent[]
  /** What was written in the history of their bookings; for the salon, not for the customer (D12). */
  remarks: customerExportQueries.ExportedRemark[]
}

/** The same, in which the longest lists are only mapped when they are iterated. */
export interface RecordsToIterate
  extends Omit<CustomerRecords, 'bookings' | 'orders' | 'waitlist'> {
  bookings: MappedList<BookingDetail>
  orders: MappedList<Order>
  waitlist: MappedList<WaitlistEntry>
}

/**
 * The records of one customer, guest or not, for a salon that has to hand them over; read at one
 * moment.
 *
 * @param secretsKeys null: allergies have no text
 * @throws INSUFFICIENT_SCOPE for everybody but the salon itself
 */
export async function customerRecords(
  context: RequestContext,
  customerId: number,
  secretsKeys: SecretsKeys | null,
): Promise<CustomerRecords> {
  allow(context, 'customers.view')
  const catalog = await context.tenant.catalog()
  const rows = await context.tenant.db.batch((tx) => recordsOf(tx, customerId))
  const { bookings, orders, waitlist, ...records } = readRecords(
    context,
    catalog,
    rows,
    secretsKeys,
  )
  return { ...records, bookings: [...bookings], orders: [...orders], waitlist: [...waitlist] }
}

/** The queries for the records, to run them in one batch with others. */
export const recordsOf = (tx: Tx, customerId: number): Queries<RecordRows> => [
  bookingListQueries.listBookings(tx, tx.businessId, { ...ever, ...all, customerId }),
  shopQueries.listOrders(tx, { customerId, onlyUnpaid: false }, all),
  customerExportQueries.listMovementsByCustomer(tx, customerId),
  customerExportQueries.listPaymentsByCustomer(tx, customerId),
  customerExportQueries.listCardsByCustomer(tx, customerId),
  tillQueries.listTillEntriesByCustomer(tx, customerId),
  customerExportQueries.listReviewsByCustomer(tx, customerId),
  customerExportQueries.listSessionsByCustomer(tx, customerId),
  customerExportQueries.listEmailsByCustomer(tx, customerId),
  customerExportQueries.listMessagesByCustomer(tx, customerId),
  waitlistQueries.listWaitlistOfCustomer(tx, customerId),
  customerNoteQueries.listAllNotes(tx, customerId),
  customerConsentQueries.listConsents(tx, customerId),
  customerExportQueries.listRemarksByCustomer(tx, customerId),
]

/** The records from the rows of these queries, as this caller may see them. */
export function readRecords(
  context: RequestContext,
  catalog: Catalog,
  [
    listed,
    orders,
    movements,
    payments,
    cards,
    till,
    reviews,
    sessions,
    emails,
    messages,
    waitlist,
    notes,
    consents,
    remarks,
  ]: Answered<RecordRows>,
  secretsKeys: SecretsKeys | null,
): RecordsToIterate {
  return {
    bookings: mappedLater(listedBookings(listed), (text) =>
      viewOf(context, catalog, readListedBooking(parseListedBooking(text), catalog), true),
    ),
    orders: mappedLater(orders, readOrder),
    movements,
    payments,
    cards,
    till,
    reviews,
    sessions,
    emails,
    messages,
    waitlist: mappedLater(waitlist, (row) =>
      currentEntry(readEntry(row, catalog), context.clock.now()),
    ),
    notes: notes.map((note) => toNote(note, secretsKeys)),
    consents,
    remarks,
  }
}

export type RecordRows = [
  bookingListQueries.BookingListRow,
  shopQueries.OrderRow,
  Movement,
  customerExportQueries.ExportedPayment,
  customerExportQueries.ExportedCard,
  TillEntry,
  customerExportQueries.ExportedReview,
  customerExportQueries.ExportedSession,
  customerExportQueries.ExportedEmail,
  customerExportQueries.ExportedMessage,
  waitlistQueries.WaitlistEntryRow,
  customerNoteQueries.NoteRow,
  Consent,
  customerExportQueries.ExportedRemark,
]

type Queries<Rows extends object[]> = { [Index in keyof Rows]: Query<Rows[Index]> }
type Answered<Rows extends object[]> = { [Index in keyof Rows]: Rows[Index][] }

const all = { offset: 0, limit: 100_000 }
const ever = {
  from: null,
  before: null,
  states: null,
  professionalId: null,
  earliestFirst: false,
} as const
