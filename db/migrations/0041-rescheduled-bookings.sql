-- A booking that was moved to another time (D37).
set local citus.multi_shard_modify_mode = 'sequential';

-- How often it was moved, and how often of those by its customer; what a cancellation by the
-- customer still refunds, in percent: no more than it would have when they moved it.
alter table bookings add column reschedules int not null default 0;
alter table bookings add column customer_reschedules int not null default 0;
alter table bookings add column refund_limit_percent int not null default 100;
alter table bookings
  add constraint bookings_reschedules check (customer_reschedules between 0 and reschedules);
alter table bookings
  add constraint bookings_refund_limit check (refund_limit_percent between 0 and 100);

-- Of a reschedule, which does not change the state; both are null in a change of the state.
alter table booking_transitions add column moved_from timestamptz;
alter table booking_transitions add column moved_to timestamptz;
alter table booking_transitions
  add constraint transitions_moved check ((moved_from is null) = (moved_to is null));

alter table mails drop constraint mails_kind;
alter table mails add constraint mails_kind check (kind in (
  'code', 'already_registered', 'no_account', 'booking_received', 'booking_confirmed',
  'booking_rescheduled', 'booking_cancelled', 'booking_expired', 'booking_reminder',
  'order_received', 'order_paid', 'order_expired', 'payment_failed', 'refund_failed', 'dispute',
  'payment_review', 'account_restricted'));

alter table refunds drop constraint refunds_reason;
alter table refunds add constraint refunds_reason check (
  reason in ('cancelled', 'rescheduled', 'late', 'duplicate', 'business', 'processor'));
