-- Salons that move to another deployment, on both sides (silla businesses move).
set local citus.multi_shard_modify_mode = 'sequential';

create table registry.business_moves (
  business_id uuid not null,
  -- the same in both databases
  move_id uuid not null,
  -- here: `leaving`, it is served while it is copied; `left`, it is given up, and waits for its deletion.
  -- There: `arriving`, a copy that is not served; `returning`, one of a salon that was here before, whose
  -- requests are still led to where it is served.
  phase text not null,
  -- where it is served afterwards, without a path
  url text not null,
  -- its jobs wait in jobs.parked
  jobs_parked boolean not null default false,
  -- there, while it returns: the audit log that its deletion has left
  earlier_audit_entries json not null default '[]',
  started_at timestamptz not null,
  constraint business_moves_pk primary key (business_id),
  constraint business_moves_phase check (phase in ('leaving', 'left', 'arriving', 'returning')),
  constraint business_moves_url check (url ~ '^https?://[^/?#\s]+$')
);
select app.distribute('registry.business_moves', 'reference');
grant select, insert, update, delete on registry.business_moves to silla_admin;

-- Jobs of a salon that moves, in the form of jobs.list_to_archive: no worker runs them.
set local role silla_worker;
create table jobs.parked (
  id bigint generated always as identity,
  job jsonb not null,
  constraint parked_pk primary key (id)
);
create index parked_by_business on jobs.parked (((job -> 'payload' ->> 'businessId')::uuid));
set local role silla_owner;
