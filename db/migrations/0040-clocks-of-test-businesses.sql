-- A test or demo business may have a clock of its own, which is ahead of real time (D44).
set local citus.multi_shard_modify_mode = 'sequential';

alter table registry.businesses
  add column clock_offset_milliseconds bigint not null default 0;
alter table registry.businesses
  add constraint registry_businesses_clock
  check (clock_offset_milliseconds >= 0 and (mode <> 'live' or clock_offset_milliseconds = 0));

-- run_at is by the clock of the job's business: relaying the job turns it into real time
set local role silla_worker;
alter table jobs.outbox add column by_tenant_clock boolean not null default false;
set local role silla_owner;
