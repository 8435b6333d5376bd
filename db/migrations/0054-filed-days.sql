-- Which closings and exceptions the last applied salon file names, so that the next one removes only
-- what a file has named before. Null: no file has been applied since this column exists.
set local citus.multi_shard_modify_mode = 'sequential';

alter table app.businesses add column filed_days jsonb;
