import type { paymentQueries } from '@silla/db'
import type { Payment } from '../model/payment.ts'

/** Groups the facts, and drops what only requests to the processor and emails need. */
export const readPayment = ({
  receivedCents,
  receivedCurrency,
  status,
  statusAt,
  chargeRef,
  refundSeenCents,
  failureCode,
  failureDeclined,
  failureMessage,
  failedAt,
  processorKey,
  keySpent,
  leaseUntil,
  customerName,
  customerEmail,
  customerLanguage,
  packageName,
  ...payment
}: paymentQueries.PaymentRow): Payment => ({
  ...payment,
  facts: {
    receivedCents,
    receivedCurrency,
    status,
    statusAt,
    chargeRef,
    refundSeenCents,
    failure: failedAt && {
      code: failureCode,
      declined: failureDeclined,
      message: failureMessage,
      at: failedAt,
    },
  },
})
