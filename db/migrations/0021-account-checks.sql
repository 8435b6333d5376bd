-- When the last requested check of an account is due: however many payments are refused because of it, it is read once a minute.
set local citus.multi_shard_modify_mode = 'sequential';

alter table processor_accounts add column check_due_at timestamptz;
