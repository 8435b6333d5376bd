-- When a job was enqueued. On a cluster the ids of the outbox say nothing about the order: each node
-- takes them from a range of its own.
set local citus.multi_shard_modify_mode = 'sequential';

set local role silla_worker;
alter table jobs.outbox add column enqueued_at timestamptz not null default clock_timestamp();
set local role silla_owner;
