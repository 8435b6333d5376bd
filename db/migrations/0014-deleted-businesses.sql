-- What remains of a business that was deleted: that it was here, and what staff did to it.
set local citus.multi_shard_modify_mode = 'sequential';

create table registry.deleted_businesses (
  business_id uuid not null,
  slug text not null,
  mode text not null,
  created_at timestamptz not null,
  deleted_at timestamptz not null,
  operator text not null,
  constraint deleted_businesses_pk primary key (business_id)
);
select app.distribute('registry.deleted_businesses', 'reference');
create index deleted_businesses_by_slug on registry.deleted_businesses (slug, deleted_at);
grant select, insert on registry.deleted_businesses to silla_admin;

-- the log outlives the business, so that it can be asked who deleted it
alter table audit_entries drop constraint audit_business;
