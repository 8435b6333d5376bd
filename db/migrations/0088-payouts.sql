-- What the processor pays out to a salon, and each line of the balance of the salon's account (D56). Both
-- are copies: the worker reads them every night, and upserts them by the processor's ids.
set local citus.multi_shard_modify_mode = 'sequential';

create table payouts (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  account_ref text not null,
  payout_ref text not null,
  state text not null,
  amount_cents bigint not null,
  currency text not null,
  arrives_on date not null,
  failure_code text not null default '',
  failure_message text not null default '',
  -- whether it is known which lines of the balance it contains
  contents_read boolean not null default false,
  created_at timestamptz not null,
  constraint payouts_pk primary key (business_id, id),
  constraint payouts_ref unique (business_id, payout_ref),
  constraint payouts_state check (state in ('pending', 'in_transit', 'paid', 'failed', 'cancelled'))
);
select app.protect('payouts');
select app.distribute('payouts', 'tenant');
alter table payouts
  add constraint payouts_account
    foreign key (business_id, account_ref) references processor_accounts (business_id, account_ref);
create index payouts_by_time on payouts (business_id, created_at, id);
create index payouts_by_account on payouts (business_id, account_ref);

create table balance_entries (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  account_ref text not null,
  entry_ref text not null,
  kind text not null,
  -- of the payment, the refund or the dispute; null: it is about none
  intent_ref text,
  -- before fees; negative: it leaves the balance
  amount_cents bigint not null,
  -- what the processor and the platform have taken of it
  processor_fee_cents bigint not null,
  platform_fee_cents bigint not null,
  net_cents bigint not null,
  currency text not null,
  description text not null default '',
  -- the payout that contains it; null: not paid out yet
  payout_ref text,
  created_at timestamptz not null,
  constraint balance_entries_pk primary key (business_id, id),
  constraint balance_entries_ref unique (business_id, entry_ref),
  constraint balance_entries_kind check (kind in (
    'charge', 'refund', 'refund_failure', 'dispute', 'dispute_reversal', 'fee', 'payout',
    'payout_failure', 'other')),
  constraint balance_entries_net
    check (net_cents = amount_cents - processor_fee_cents - platform_fee_cents)
);
select app.protect('balance_entries');
select app.distribute('balance_entries', 'tenant');
alter table balance_entries
  add constraint balance_entries_account
    foreign key (business_id, account_ref) references processor_accounts (business_id, account_ref);
alter table balance_entries
  add constraint balance_entries_payout
    foreign key (business_id, payout_ref) references payouts (business_id, payout_ref);
create index balance_entries_by_account on balance_entries (business_id, account_ref);
create index balance_entries_by_time on balance_entries (business_id, created_at, id);
create index balance_entries_by_payout on balance_entries (business_id, payout_ref, created_at, id)
  where payout_ref is not null;

-- How far the balance of an account was read. Everything before read_to is known. A reading that was
-- interrupted goes on: it has the entries from reading_to back to after_ref, the last one that it has stored.
create table balance_readings (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  account_ref text not null,
  read_to timestamptz not null,
  reading_to timestamptz,
  after_ref text,
  constraint balance_readings_pk primary key (business_id, id),
  constraint balance_readings_ref unique (business_id, account_ref),
  constraint balance_readings_place check (after_ref is null or reading_to is not null)
);
select app.protect('balance_readings');
select app.distribute('balance_readings', 'tenant');
alter table balance_readings
  add constraint balance_readings_account
    foreign key (business_id, account_ref) references processor_accounts (business_id, account_ref);
