-- The people who work with Silla in a salon (D60), their passkeys, and the browsers that they are
-- signed in with (D62).
set local citus.multi_shard_modify_mode = 'sequential';

create table staff (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  name text not null,
  email text not null,
  -- the email in the form in which it is compared
  email_key text not null,
  role text not null,
  professional_id bigint,
  language text not null,
  permissions_added text[] not null default '{}',
  permissions_removed text[] not null default '{}',
  -- for a device that the salon shares (D64)
  pin_hash text,
  pin_failures int not null default 0,
  invited_at timestamptz not null,
  -- null: the email has not been confirmed yet
  accepted_at timestamptz,
  deactivated_at timestamptz,
  version int not null default 1,
  constraint staff_pk primary key (business_id, id),
  constraint staff_email_key unique (business_id, email_key),
  constraint staff_professional_key unique (business_id, professional_id),
  constraint staff_role check (role in ('owner', 'manager', 'receptionist', 'professional')),
  constraint staff_language check (language in ('es', 'en', 'ar')),
  constraint staff_pin_failures check (pin_failures >= 0)
);
select app.protect('staff');
select app.distribute('staff', 'tenant');
alter table staff
  add constraint staff_business foreign key (business_id) references businesses (business_id);
alter table staff
  add constraint staff_professional foreign key (business_id, professional_id) references professionals (business_id, id);

create table staff_passkeys (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  staff_id bigint not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  -- kept by the maker of the device too, so that it outlives the device
  backed_up boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint staff_passkeys_pk primary key (business_id, id),
  constraint staff_passkeys_credential unique (business_id, credential_id)
);
select app.protect('staff_passkeys');
select app.distribute('staff_passkeys', 'tenant');
alter table staff_passkeys
  add constraint staff_passkeys_staff foreign key (business_id, staff_id) references staff (business_id, id);
create index staff_passkeys_by_staff on staff_passkeys (business_id, staff_id);

create table staff_sessions (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  staff_id bigint not null,
  token_hash bytea not null,
  kind text not null,
  method text not null,
  authenticated_at timestamptz not null,
  -- when a passkey was last used in it; null: never
  passkey_at timestamptz,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  device_name text not null,
  constraint staff_sessions_pk primary key (business_id, id),
  constraint staff_sessions_token unique (business_id, token_hash),
  constraint staff_sessions_token_length check (octet_length(token_hash) = 32),
  constraint staff_sessions_kind check (kind in ('personal', 'desk')),
  constraint staff_sessions_method check (method in ('passkey', 'code', 'pin'))
);
select app.protect('staff_sessions');
select app.distribute('staff_sessions', 'tenant');
alter table staff_sessions
  add constraint staff_sessions_staff foreign key (business_id, staff_id) references staff (business_id, id);
create index staff_sessions_by_staff on staff_sessions (business_id, staff_id);
create index staff_sessions_by_expiry on staff_sessions (business_id, expires_at);

-- In which salons somebody with a confirmed email works. Rows hold hashes under the deployment's
-- pepper, no addresses.
create table registry.staff_memberships (
  email_hash bytea not null,
  business_id uuid not null,
  staff_id bigint not null,
  constraint staff_memberships_pk primary key (business_id, staff_id),
  constraint staff_memberships_hash_length check (octet_length(email_hash) = 32)
);
select app.distribute('registry.staff_memberships', 'reference');
alter table registry.staff_memberships
  add constraint staff_memberships_business foreign key (business_id) references registry.businesses (business_id);
create index staff_memberships_by_email on registry.staff_memberships (email_hash);
grant select, insert, update, delete on registry.staff_memberships to silla_admin;
