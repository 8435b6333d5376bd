-- Contracts: nothing uses it since 0.2.0. Functions that only programs of release 0.1.0 called.
set local citus.multi_shard_modify_mode = 'sequential';

drop function if exists app.changed_busy_spans;

set local role silla_worker;
drop function if exists jobs.keep_alive;
set local role silla_owner;

delete from registry.functions_applied
where name in ('app.changed_busy_spans', 'jobs.keep_alive');
