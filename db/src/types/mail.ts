import type { Language } from './values.ts'

export type MailKind =
  | 'code'
  | 'already_registered'
  | 'no_account'
  | 'booking_received'
  | 'booking_confirmed'
  | 'booking_rescheduled'
  | 'booking_cancelled'
  | 'booking_expired'
  | 'booking_reminder'
  | 'review_invitation'
  | 'order_received'
  | 'order_paid'
  | 'order_expired'
  | 'payment_failed'
  | 'refund_failed'
  | 'dispute'
  | 'payment_review'
  | 'fee_charged'
  | 'fee_authentication'
  | 'fee_failed'
  | 'account_restricted'
  | 'onboarding_code'
  | 'payout_failed'
  | 'endpoint_disabled'
  | 'templates_rejected'
  | 'waitlist_offer'
  | 'waitlist_offer_expired'
  | 'owner_booking_created'
  | 'owner_booking_rescheduled'
  | 'owner_booking_cancelled'
  | 'owner_agenda'
  | 'staff_code'
  | 'staff_signed_in'
  | 'staff_passkey_added'
  | 'staff_passkey_deleted'
  | 'staff_recovered'
  | 'staff_role_changed'
  | 'staff_pin_locked'
  | 'staff_invitation'
  | 'support_requested'
  | 'support_entered'
  | 'salon_download'

export type MailState = 'waiting' | 'sent' | 'kept' | 'failed' | 'withheld' | 'replaced'

/** An email of a salon, as shown to platform staff. */
export interface MailSummary {
  id: number
  kind: MailKind
  to: string
  language: Language
  /**
   * `kept`: no mail server was configured, so it can only be read here; `failed`: it is not retried
   * automatically; `withheld`: its recipient has got too many; `replaced`: a message to the phone was
   * delivered instead
   */
  state: MailState
  /** Empty until it was rendered. */
  subject: string
  attempts: number
  /** Empty: no attempt failed. */
  lastError: string
  createdAt: Date
  sentAt: Date | null
}

/** The bodies are stored only in state `kept`. */
export interface StoredMail extends MailSummary {
  text: string
  html: string
  calendar: string
}
