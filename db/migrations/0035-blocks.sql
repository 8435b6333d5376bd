-- Time that a salon takes out of its diary: of a professional, of one unit of a resource type, or of
-- all its units.
set local citus.multi_shard_modify_mode = 'sequential';

-- A block takes each of its resources from starts_at to ends_at, with claims of at most 24 hours
-- that follow each other.
create table blocks (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  professional_id bigint,
  resource_type_id bigint,
  unit_number int,
  resource_ids bigint[] not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reason text not null,
  created_at timestamptz not null,
  constraint blocks_pk primary key (business_id, id),
  constraint blocks_subject check (
    num_nonnulls(professional_id, resource_type_id) = 1
    and (unit_number is null or resource_type_id is not null)),
  constraint blocks_resources check (cardinality(resource_ids) > 0),
  -- 31 days of a calendar, one of which may have 25 hours
  constraint blocks_span check (starts_at < ends_at and ends_at <= starts_at + interval '32 days')
);
select app.protect('blocks');
select app.distribute('blocks', 'tenant');
alter table blocks
  add constraint blocks_professional foreign key (business_id, professional_id) references professionals (business_id, id);
alter table blocks
  add constraint blocks_resource_type foreign key (business_id, resource_type_id) references resource_types (business_id, id);
create index blocks_by_start on blocks (business_id, starts_at);
create index blocks_by_professional on blocks (business_id, professional_id, starts_at);
create index blocks_by_resource_type on blocks (business_id, resource_type_id, starts_at);
