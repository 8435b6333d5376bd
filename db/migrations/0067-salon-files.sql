-- Contracts: nothing uses it since 0.2.0.
-- The salon files that were applied (D68): what the last one said tells which changes were made since by
-- people. It also tells which closings and exceptions a file has named, which was a column of its own.
set local citus.multi_shard_modify_mode = 'sequential';

create table salon_files (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  -- the order in which they were applied: two may have the same time
  number int not null,
  applied_at timestamptz not null,
  -- JSON; as text, because the order of entries is that in which customers see them
  document text not null,
  constraint salon_files_pk primary key (business_id, id),
  constraint salon_files_number unique (business_id, number)
);
select app.protect('salon_files');
select app.distribute('salon_files', 'tenant');
alter table salon_files
  add constraint salon_files_business foreign key (business_id) references businesses (business_id);

alter table app.businesses drop column filed_days;

alter table business_settings
  add column managed_by text not null default 'salon'
    constraint business_settings_managed_by check (managed_by in ('salon', 'file'));
