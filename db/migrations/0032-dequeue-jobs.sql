set local citus.multi_shard_modify_mode = 'sequential';

-- A row without a task removes the waiting job that has its key.
set local role silla_worker;
alter table jobs.outbox alter column task drop not null;
alter table jobs.outbox
  add constraint outbox_removal check (task is not null or job_key is not null);
set local role silla_owner;
