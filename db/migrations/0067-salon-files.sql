-- Contracts: nothing uses it since 0.2.0.
-- The salon files that were applied (D68): what the last one said tells which changes were made since by
-- people. It also tells which closings and exceptions a file has named, which was a column of its own.
set local citus.multi_shard_modify_mode = 'sequential';

create table salon_files (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  applied_at timestamptz not null,
  -- JSON; as text, because the order of entries is that in which customers see them
  document text not null,
  constraint salon_files_pk primary key (business_id, id)
);
select app.protect('salon_files');
select app.distribute('salon_files', 'tenant');
alter table salon_files
  add constraint salon_files_business foreign key (business_id) references businesses (business_id);
create index salon_files_applied on salon_files (business_id, applied_at);

alter table app.businesses drop column filed_days;

alter table business_settings
  add column managed_by text not null default 'salon'
    constraint business_settings_managed_by check (managed_by in ('salon', 'file'));
