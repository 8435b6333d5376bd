-- Contracts: programs since 0.2.0 fulfil the wider checks.
-- Signing in with passkeys, codes by email and recovery codes (D61).
set local citus.multi_shard_modify_mode = 'sequential';

-- Challenges are signed and stored nowhere; those that were answered, until they have expired.
create table staff_used_challenges (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  challenge_hash bytea not null,
  expires_at timestamptz not null,
  constraint staff_used_challenges_pk primary key (business_id, id),
  constraint staff_used_challenges_hash unique (business_id, challenge_hash)
);
select app.protect('staff_used_challenges');
select app.distribute('staff_used_challenges', 'tenant');
alter table staff_used_challenges
  add constraint staff_used_challenges_business foreign key (business_id) references businesses (business_id);

create table staff_recovery_codes (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  staff_id bigint not null,
  code_hash bytea not null,
  created_at timestamptz not null,
  -- null: it can still be used
  used_at timestamptz,
  constraint staff_recovery_codes_pk primary key (business_id, id),
  constraint staff_recovery_codes_hash unique (business_id, staff_id, code_hash),
  constraint staff_recovery_codes_length check (octet_length(code_hash) = 32)
);
select app.protect('staff_recovery_codes');
select app.distribute('staff_recovery_codes', 'tenant');
alter table staff_recovery_codes
  add constraint staff_recovery_codes_staff foreign key (business_id, staff_id) references staff (business_id, id);

-- Codes by email. Not in a salon: they are requested before it is known whether the address works in
-- one, and for any address alike. Rows hold hashes under the deployment's pepper, and last for a day.
create table registry.staff_codes (
  public_id uuid not null,
  email_hash bytea not null,
  code_hash bytea not null,
  -- of the client address that requested it; null: unknown
  client_hash bytea,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  tries int not null default 0,
  used_at timestamptz,
  constraint staff_codes_pk primary key (public_id),
  constraint staff_codes_tries check (tries >= 0)
);
select app.distribute('registry.staff_codes', 'reference');
create index staff_codes_by_email on registry.staff_codes (email_hash, sent_at);
create index staff_codes_by_time on registry.staff_codes (sent_at);

alter table mails drop constraint mails_kind;
alter table mails add constraint mails_kind check (kind in (
  'code', 'already_registered', 'no_account', 'booking_received', 'booking_confirmed',
  'booking_cancelled', 'booking_expired', 'booking_reminder', 'order_received', 'order_paid',
  'order_expired', 'payment_failed', 'refund_failed', 'dispute', 'payment_review',
  'account_restricted', 'booking_rescheduled', 'waitlist_offer', 'waitlist_offer_expired',
  'owner_booking_created', 'owner_booking_rescheduled', 'owner_booking_cancelled',
  'owner_agenda', 'review_invitation', 'endpoint_disabled', 'staff_invitation',
  'support_requested', 'support_entered', 'staff_code', 'staff_signed_in', 'staff_passkey_added',
  'staff_passkey_deleted', 'staff_recovered'));
