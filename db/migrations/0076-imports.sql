-- Imports that a salon starts itself (D78). The file waits for the worker in import_files and is deleted
-- when the import ends; what became of the rows is in import_report_parts. A day later all of it is gone.
set local citus.multi_shard_modify_mode = 'sequential';

create table imports (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  kind text not null,
  source text not null,
  -- how the file is read
  options jsonb not null,
  is_dry_run boolean not null,
  -- who has to keep the permission while it runs; null: it was the secret key
  staff_id bigint,
  -- null: the file has not been read yet
  rows_total int,
  rows_done int not null default 0,
  -- columns, counts and unknown names; null: it has not ended
  result jsonb,
  -- why nothing, or not all of it, was imported; null: nothing stopped it
  problem jsonb,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  constraint imports_pk primary key (business_id, id),
  constraint imports_kind check (kind in ('customers', 'bookings'))
);
select app.protect('imports');
select app.distribute('imports', 'tenant');
alter table imports
  add constraint imports_staff foreign key (business_id, staff_id) references staff (business_id, id);
create unique index imports_one_at_a_time on imports (business_id) where ended_at is null;
create index imports_by_time on imports (business_id, created_at, id);
create index imports_by_staff on imports (business_id, staff_id);

create table import_files (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  import_id bigint not null,
  -- gzip
  content bytea not null,
  constraint import_files_pk primary key (business_id, id),
  constraint import_files_of_import unique (business_id, import_id)
);
select app.protect('import_files');
select app.distribute('import_files', 'tenant');
alter table import_files
  add constraint import_files_import foreign key (business_id, import_id) references imports (business_id, id);

create table import_report_parts (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  import_id bigint not null,
  -- from 0; while the import runs, the negated line of the first row of a transaction
  position int not null,
  row_count int not null,
  -- of rows that somebody has to look at
  attention_count int not null,
  -- the rows as JSON, gzip
  content bytea not null,
  constraint import_report_parts_pk primary key (business_id, id),
  constraint import_report_parts_position unique (business_id, import_id, position)
);
select app.protect('import_report_parts');
select app.distribute('import_report_parts', 'tenant');
alter table import_report_parts
  add constraint import_report_parts_import foreign key (business_id, import_id) references imports (business_id, id);
