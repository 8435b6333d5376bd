-- Contracts: no release has called it. Workers take turns as jobs.turns says.
set local citus.multi_shard_modify_mode = 'sequential';

set local role silla_worker;
drop function if exists jobs.take_turns;
set local role silla_owner;

delete from registry.functions_applied where name = 'jobs.take_turns';
