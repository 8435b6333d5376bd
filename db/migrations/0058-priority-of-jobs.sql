-- What a person waits for runs before what can wait (jobs.enqueue).
set local citus.multi_shard_modify_mode = 'sequential';

set local role silla_worker;
alter table jobs.outbox add column priority int not null default 0;
set local role silla_owner;
