-- Codes are counted by e-mail and client address, and separately when they were requested with the
-- right password. Attempts after the first one of each code are counted by e-mail.
set local citus.multi_shard_modify_mode = 'sequential';

alter table sign_in_codes add column with_password boolean not null default false;
alter table sign_in_codes add column asked_from text;
alter table sign_in_codes add column extra_tries int not null default 0;

alter table sign_in_challenges add column with_password boolean not null default false;
alter table sign_in_challenges add column code_id bigint;

-- To an address without an account that somebody wants to sign in with.
alter table mails drop constraint mails_kind;
alter table mails add constraint mails_kind check (kind in (
  'code', 'already_registered', 'no_account', 'booking_received', 'booking_confirmed',
  'booking_cancelled', 'booking_expired', 'booking_reminder', 'order_received', 'order_paid',
  'order_expired', 'payment_failed', 'refund_failed', 'dispute', 'payment_review',
  'account_restricted'));
