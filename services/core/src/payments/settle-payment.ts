import type { Tx } from '@silla/db'
import type { Catalog } from '../catalog/catalog.ts'
import type { ProcessorNews } from '../ports/processor-event.ts'
import type { Payment } from './payment.ts'

/** What the processor told about one payment: an event's news, or an intent and its refunds as they were read. */
export interface Told {
  news: readonly PaymentNews[]
  /** An event's own time; for what was read, the moment before it was asked for. */
  toldAt: Date
}

export type PaymentNews = Exclude<ProcessorNews, { about: 'account' | 'deauthorized' }>

/**
 * The one transition of a payment: confirming, the processor's events and looking again all end here (D22).
 *
 * @param at now
 */
export async function settlePayment(
  _tx: Tx,
  _catalog: Catalog,
  _paymentId: number,
  _told: Told,
  _at: Date,
): Promise<Payment> {
  throw new Error('being written')
}
