-- A deposit whose card is saved by paying it (D47): one intent for both.
set local citus.multi_shard_modify_mode = 'sequential';

-- null: no card is saved with it
alter table payments add column card_id bigint;
