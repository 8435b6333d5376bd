-- Contracts: nothing. The domains at which wallets are offered, as the processor reports them (D52).
set local citus.multi_shard_modify_mode = 'sequential';

create table payment_domains (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  account_ref text not null,
  domain text not null,
  -- wallets are offered there
  active boolean not null,
  -- why the processor refuses it; empty: it does not
  failure text not null default '',
  checked_at timestamptz not null,
  constraint payment_domains_pk primary key (business_id, id),
  constraint payment_domains_domain unique (business_id, account_ref, domain)
);
select app.protect('payment_domains');
select app.distribute('payment_domains', 'tenant');
alter table payment_domains
  add constraint payment_domains_account foreign key (business_id, account_ref) references processor_accounts (business_id, account_ref);

-- The address at which customers reach the API, as the worker has last seen it: it is part of every salon's
-- domains.
create table registry.public_address (
  only_row boolean not null default true,
  url text not null,
  constraint public_address_pk primary key (only_row),
  constraint public_address_only_row check (only_row)
);
select app.distribute('registry.public_address', 'reference');
