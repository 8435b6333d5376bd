-- Which workers are alive. A job belongs to the worker that took it, and one that was killed cannot hand it back: without this its jobs
-- would wait for four hours, and what a customer is to get back with them.
set local citus.multi_shard_modify_mode = 'sequential';

set local role silla_worker;
create table jobs.workers (
  pool_id text not null,
  seen_at timestamptz not null,
  constraint workers_pk primary key (pool_id)
);
set local role silla_owner;
