-- The text of the publishable key that is part of a salon's booking page. null: another key, of
-- which only the hash is stored.
set local citus.multi_shard_modify_mode = 'sequential';

alter table registry.api_keys add column page_key text;
alter table registry.api_keys
  add constraint api_keys_page_key check (page_key is null or kind = 'publishable');
