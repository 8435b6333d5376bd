-- What must be found before a tenant is known. No personal data, no hot columns, no foreign keys to tenant tables;
-- the api role reaches it only through the functions of this schema.
set local citus.multi_shard_modify_mode = 'sequential';

create table registry.businesses (
  business_id uuid not null,
  slug text not null,
  mode text not null,
  status text not null default 'active',
  created_at timestamptz not null,
  constraint registry_businesses_pk primary key (business_id),
  constraint registry_businesses_slug unique (slug),
  constraint registry_businesses_slug_form check (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  constraint registry_businesses_mode check (mode in ('live', 'test', 'demo')),
  constraint registry_businesses_status check (status in ('active', 'suspended'))
);
select app.distribute('registry.businesses', 'reference');

create table registry.api_keys (
  key_id uuid not null,
  business_id uuid not null,
  key_hash bytea not null,
  kind text not null,
  prefix text not null,
  last_four text not null,
  name text not null,
  origins text[] not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  rotated_from uuid,
  constraint api_keys_pk primary key (key_id),
  constraint api_keys_hash unique (key_hash),
  constraint api_keys_kind check (kind in ('publishable', 'secret')),
  constraint api_keys_hash_length check (octet_length(key_hash) = 32)
);
select app.distribute('registry.api_keys', 'reference');
alter table registry.api_keys
  add constraint api_keys_business foreign key (business_id) references registry.businesses (business_id);
alter table registry.api_keys
  add constraint api_keys_rotated_from foreign key (rotated_from) references registry.api_keys (key_id);
create index api_keys_by_business on registry.api_keys (business_id, created_at);

grant select, insert, update, delete on registry.businesses, registry.api_keys to silla_admin;
