-- A worker runs its jobs in several pools. Which pools are of one worker; null: of a worker of
-- release 0.1.0, which does not say so.
set local citus.multi_shard_modify_mode = 'sequential';

set local role silla_worker;
alter table jobs.workers add column worker_id text;
set local role silla_owner;
