-- What the health checks and the worker look for is found without reading everything else.
set local citus.multi_shard_modify_mode = 'sequential';

-- one business is checked at a time: app.check_business
drop function if exists app.check_businesses;
delete from registry.functions_applied where name = 'app.check_businesses';

-- a balance is compared with its movements in the index alone
alter table points_movements drop constraint points_movements_ordinal;
alter table points_movements
  add constraint points_movements_ordinal unique (business_id, customer_id, ordinal)
    include (points, balance_after);

create index processor_accounts_by_business on registry.processor_accounts (business_id);

-- Of very many waiting jobs, few are running and few have failed often.
set local role silla_worker;
create index jobs_running on jobs._private_jobs (locked_by, locked_at) where locked_at is not null;
create index jobs_failed on jobs._private_jobs (attempts)
  where attempts >= 8 or attempts >= max_attempts;
set local role silla_owner;
