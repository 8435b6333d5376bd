-- Thin events, which only name their object, need an endpoint of their own at the processor.
set local citus.multi_shard_modify_mode = 'sequential';

alter table registry.webhook_endpoints add column payload text not null default 'snapshot';
alter table registry.webhook_endpoints
  add constraint webhook_endpoints_payload check (payload in ('snapshot', 'thin'));
