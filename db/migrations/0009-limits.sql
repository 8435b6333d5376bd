-- How often a business's keys may ask, where that differs from what is usual (D27). It comes with the look-up of a key, so that
-- nothing has to be read from the tenant's tables before a request is counted.
set local citus.multi_shard_modify_mode = 'sequential';

alter table registry.businesses add column rates jsonb not null default '{}';
alter table registry.businesses
  add constraint registry_businesses_rates check (jsonb_typeof(rates) = 'object');
