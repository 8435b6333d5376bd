-- events_position finds the events without a position as well. Each event is written to one index
-- less, in the transaction of its cause.
set local citus.multi_shard_modify_mode = 'sequential';

drop index events_unpositioned;
