-- Salons that are served by another deployment now, and what is known of them here: for requests that
-- still arrive.
set local citus.multi_shard_modify_mode = 'sequential';

create table registry.moved_businesses (
  business_id uuid not null,
  slug text not null,
  -- where it is served now, without a path
  url text not null,
  moved_at timestamptz not null,
  constraint moved_businesses_pk primary key (business_id),
  constraint moved_businesses_slug unique (slug),
  constraint moved_businesses_url check (url ~ '^https?://[^/?#\s]+$')
);
select app.distribute('registry.moved_businesses', 'reference');
grant select, insert, update, delete on registry.moved_businesses to silla_admin;

-- Hashes of its API keys and of the tokens in its calendar addresses.
create table registry.moved_hashes (
  token_hash bytea not null,
  business_id uuid not null,
  constraint moved_hashes_pk primary key (token_hash),
  constraint moved_hashes_length check (octet_length(token_hash) = 32)
);
select app.distribute('registry.moved_hashes', 'reference');
alter table registry.moved_hashes
  add constraint moved_hashes_business foreign key (business_id) references registry.moved_businesses (business_id);
create index moved_hashes_by_business on registry.moved_hashes (business_id);
grant select, insert, update, delete on registry.moved_hashes to silla_admin;
