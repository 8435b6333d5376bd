-- Customers are invited to review a visit.
set local citus.multi_shard_modify_mode = 'sequential';

alter table mails drop constraint mails_kind;
alter table mails add constraint mails_kind check (kind in (
  'code', 'already_registered', 'no_account', 'booking_received', 'booking_confirmed',
  'booking_cancelled', 'booking_expired', 'booking_reminder', 'order_received', 'order_paid',
  'order_expired', 'payment_failed', 'refund_failed', 'dispute', 'payment_review',
  'account_restricted', 'booking_rescheduled', 'waitlist_offer', 'waitlist_offer_expired',
  'owner_booking_created', 'owner_booking_rescheduled', 'owner_booking_cancelled',
  'owner_agenda', 'review_invitation'));
