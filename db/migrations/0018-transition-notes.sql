-- What the salon notes about a change of a booking for its own staff, beside the reason that the
-- customer reads.
set local citus.multi_shard_modify_mode = 'sequential';

alter table booking_transitions add column note text not null default '';
