-- A salon that was deleted can be restored from an archive: the record of its deletion goes then.
set local citus.multi_shard_modify_mode = 'sequential';

grant delete on registry.deleted_businesses to silla_admin;
