-- Contracts: programs since 0.2.0 fulfil the wider checks.
-- Addresses at which salons complete their account at the processor, with a code by email (D53).
set local citus.multi_shard_modify_mode = 'sequential';

-- One address a salon. A row is deleted when the account is disconnected.
create table registry.onboarding_tokens (
  business_id uuid not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  constraint onboarding_tokens_pk primary key (business_id),
  constraint onboarding_tokens_hash unique (token_hash),
  constraint onboarding_tokens_hash_length check (octet_length(token_hash) = 32)
);
select app.distribute('registry.onboarding_tokens', 'reference');
alter table registry.onboarding_tokens
  add constraint onboarding_tokens_business foreign key (business_id) references registry.businesses (business_id);
grant select, insert, update, delete on registry.onboarding_tokens to silla_admin;

create table onboarding_codes (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  code_hash bytea not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  tries int not null default 0,
  used_at timestamptz,
  constraint onboarding_codes_pk primary key (business_id, id),
  constraint onboarding_codes_tries check (tries >= 0)
);
select app.protect('onboarding_codes');
select app.distribute('onboarding_codes', 'tenant');
alter table onboarding_codes
  add constraint onboarding_codes_business foreign key (business_id) references businesses (business_id);
create index onboarding_codes_by_time on onboarding_codes (business_id, sent_at);

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
  'fee_charged', 'fee_authentication', 'fee_failed', 'payout_failed', 'onboarding_code'));
