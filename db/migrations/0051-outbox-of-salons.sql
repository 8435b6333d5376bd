-- On a cluster, the jobs of a salon wait on the node of the salon until the worker's relay collects
-- them: a node that writes to jobs.outbox on the coordinator opens a connection to it for each
-- transaction, which costs more than twice as much as the booking itself. On plain PostgreSQL this
-- table stays empty.
set local citus.multi_shard_modify_mode = 'sequential';

create table outbox (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  -- as passed to app.enqueue_all
  jobs jsonb not null,
  enqueued_at timestamptz not null default clock_timestamp(),
  constraint outbox_pk primary key (business_id, id)
);
select app.protect('outbox');
select app.distribute('outbox', 'tenant');
