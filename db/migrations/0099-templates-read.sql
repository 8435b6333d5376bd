-- Contracts: programs since 0.2.0 fulfil the wider checks.
-- Which templates WhatsApp has approved is read from it, by the account that they belong to (D77).
set local citus.multi_shard_modify_mode = 'sequential';

-- the id of the WhatsApp Business account; empty: states are recorded by hand
alter table message_senders add column account text not null default '';
-- null: they have not been read yet
alter table message_senders add column templates_read_at timestamptz;

alter table mails drop constraint mails_kind;
alter table mails add constraint mails_kind check (kind in (
  'code', 'already_registered', 'no_account', 'booking_received', 'booking_confirmed',
  'booking_cancelled', 'booking_expired', 'booking_reminder', 'order_received', 'order_paid',
  'order_expired', 'payment_failed', 'refund_failed', 'dispute', 'payment_review',
  'account_restricted', 'booking_rescheduled', 'waitlist_offer', 'waitlist_offer_expired',
  'owner_booking_created', 'owner_booking_rescheduled', 'owner_booking_cancelled',
  'owner_agenda', 'review_invitation', 'endpoint_disabled', 'staff_invitation',
  'support_requested', 'support_entered', 'staff_code', 'staff_signed_in', 'staff_passkey_added',
  'staff_passkey_deleted', 'staff_recovered', 'staff_role_changed', 'staff_pin_locked',
  'fee_charged', 'fee_authentication', 'fee_failed', 'payout_failed', 'onboarding_code',
  'salon_download', 'templates_rejected'));
