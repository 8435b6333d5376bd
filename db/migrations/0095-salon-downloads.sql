-- Contracts: programs since 0.2.0 fulfil the wider checks.
-- Links with which owners download everything of their salon (D68).
set local citus.multi_shard_modify_mode = 'sequential';

-- One link a person: another one replaces it.
create table salon_downloads (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  staff_id bigint not null,
  token_hash bytea not null,
  -- in which it was sent; emails are deleted after a month
  mail_id bigint,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  -- null: it was not revoked
  revoked_at timestamptz,
  -- when it was last used; null: never
  downloaded_at timestamptz,
  constraint salon_downloads_pk primary key (business_id, id),
  constraint salon_downloads_person unique (business_id, staff_id),
  constraint salon_downloads_length check (octet_length(token_hash) = 32)
);
select app.protect('salon_downloads');
select app.distribute('salon_downloads', 'tenant');
alter table salon_downloads
  add constraint salon_downloads_staff foreign key (business_id, staff_id) references staff (business_id, id);

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
  'salon_download'));
