-- Customers who sign in: what proves who they are, apart from what the salon knows about them.
set local citus.multi_shard_modify_mode = 'sequential';

-- An erased customer keeps the row that the books refer to, and nothing personal in it.
alter table customers add column erased_at timestamptz;

-- Beside the customer's row and under its id. Only whoever read a code sent to the e-mail gets one.
create table customer_accounts (
  business_id uuid not null,
  id bigint not null,
  password_hash text,
  verified_at timestamptz not null,
  birth_date date,
  accepts_marketing boolean not null default false,
  constraint customer_accounts_pk primary key (business_id, id)
);
select app.protect('customer_accounts');
select app.distribute('customer_accounts', 'tenant');
alter table customer_accounts add constraint accounts_customer foreign key (business_id, id) references customers (business_id, id);

-- Somebody began to register or to sign in. Where opens is false no code was sent and none is right: an answer must not tell
-- whether there is an account. What a registration wrote down waits here until its code is shown.
create table sign_in_challenges (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  public_id uuid not null,
  purpose text not null,
  opens boolean not null,
  email_key text not null,
  email text not null,
  language text not null,
  name text not null default '',
  phone text not null default '',
  password_hash text,
  accepts_marketing boolean not null default false,
  code_hash bytea not null,
  tries int not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null,
  constraint sign_in_challenges_pk primary key (business_id, id),
  constraint challenges_public_id unique (business_id, public_id),
  constraint challenges_purpose check (purpose in ('register', 'sign_in')),
  constraint challenges_language check (language in ('es', 'en', 'ar'))
);
select app.protect('sign_in_challenges');
select app.distribute('sign_in_challenges', 'tenant');
alter table sign_in_challenges add constraint challenges_business foreign key (business_id) references businesses (business_id);
create index challenges_by_email on sign_in_challenges (business_id, email_key);
create index challenges_by_age on sign_in_challenges (business_id, created_at);

-- Every code asked for, for counting how many an e-mail got within the hour.
create table sign_in_codes (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  email_key text not null,
  asked_at timestamptz not null,
  constraint sign_in_codes_pk primary key (business_id, id)
);
select app.protect('sign_in_codes');
select app.distribute('sign_in_codes', 'tenant');
alter table sign_in_codes add constraint sign_in_codes_business foreign key (business_id) references businesses (business_id);
create index sign_in_codes_by_email on sign_in_codes (business_id, email_key, asked_at);

-- One sign-in on one device: the family of its refresh tokens.
create table sessions (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  customer_id bigint not null,
  signed_in_at timestamptz not null,
  ended_at timestamptz,
  constraint sessions_pk primary key (business_id, id)
);
select app.protect('sessions');
select app.distribute('sessions', 'tenant');
alter table sessions add constraint sessions_customer foreign key (business_id, customer_id) references customers (business_id, id);
create index sessions_by_customer on sessions (business_id, customer_id);

-- Each is good for one renewal; rotated_at says when that was.
create table refresh_tokens (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  session_id bigint not null,
  token_hash bytea not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  rotated_at timestamptz,
  constraint refresh_tokens_pk primary key (business_id, id),
  constraint refresh_tokens_hash unique (business_id, token_hash)
);
select app.protect('refresh_tokens');
select app.distribute('refresh_tokens', 'tenant');
alter table refresh_tokens add constraint refresh_session foreign key (business_id, session_id) references sessions (business_id, id);
create index refresh_tokens_by_session on refresh_tokens (business_id, session_id);
create index refresh_tokens_by_expiry on refresh_tokens (business_id, expires_at);
