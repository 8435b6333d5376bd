import type { Block, CardConsent, Currency, Movement, Profile } from '@silla/db'
import type { Review } from '../catalog/catalog.ts'
import type { Booking } from './booking.ts'
import type { Dispute, PaymentState, RefundReason } from './payment.ts'

export type { EventType, StoredEvent } from '@silla/db'

// The payloads of events: the core's own objects, as they were when something happened to them.

/** `reserva.*` */
export interface BookingChange extends Booking {
  /** Its start before; null: it was not moved. */
  movedFrom: Date | null
}

/** `pago.*` */
export interface PaymentChange {
  paymentId: number
  state: PaymentState
  customerId: number
  bookingId: number | null
  orderId: number | null
  /** All three are null for a package whose sale was recorded before its id was part of it. */
  packageId: number | null
  /** Of the booking or the order; empty for a package. */
  code: string
  amountCents: number
  currency: Currency
  /** Empty: there is none. */
  receiptUrl: string
}

/** `pago.revision`: another amount or currency arrived than was requested. */
export interface UnexpectedPayment extends PaymentChange {
  receivedCents: number
  /** Empty: the processor did not name it. */
  receivedCurrency: string
}

/** `pago.disputado`, `pago.disputa_cerrada` */
export interface DisputeChange extends PaymentChange {
  disputeId: number
  disputeCents: number
  /** As the processor names it. */
  reason: string
  disputeState: Dispute['state']
  /** null: the processor has not said. */
  respondBy: Date | null
  /** The page at the processor; empty: it was recorded before the page was part of it. */
  disputeUrl: string
  /** What the payer agreed to when they left a card (D50); null: nothing. */
  consent: CardConsent | null
}

/** `pago.consulta` */
export interface PaymentInquiry extends PaymentChange {
  inquiryId: number
  inquiryCents: number
  /** As the processor names it. */
  reason: string
  /** null: the processor has not said. */
  respondBy: Date | null
  /** The page at the processor. */
  inquiryUrl: string
}

/** `reembolso.*` */
export interface RefundChange extends PaymentChange {
  refundId: number
  refundCents: number
  reason: RefundReason
}

/** `puntos.*` */
export interface PointsChange extends Pick<Movement, 'points' | 'concept' | 'bookingId'> {
  /** null: it was recorded before the id was part of it. */
  id: number | null
  customerId: number
  balance: number
}

/** `bloqueo.*` */
export interface BlockChange extends Block {
  /** The salon's time zone, to derive local dates and times from the instants. */
  timezone: string
}

/** `resena.creada` */
export interface NewReview extends Review {
  bookingId: number
  professionalId: number
}

/** `cliente.creado`, `cliente.registrado`, `cliente.actualizado` */
export interface CustomerChange extends Omit<Profile, 'id'> {
  customerId: number
}

/** `cliente.fusionado` */
export interface MergeEvent {
  /** Who has the records of both. */
  customerId: number
  /** Who was merged into them. */
  sourceId: number
}

/** `cliente.borrado`: nothing else is left of them. */
export interface ErasedCustomer {
  customerId: number
}
