-- Deleting a key looks for those that replaced it.
set local citus.multi_shard_modify_mode = 'sequential';

create index api_keys_by_rotated_from on registry.api_keys (rotated_from);
