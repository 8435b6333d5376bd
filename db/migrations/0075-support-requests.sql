-- When platform staff last requested access to a salon (D66): a list over all salons reads those in which
-- an access may still be live.
set local citus.multi_shard_modify_mode = 'sequential';

alter table registry.businesses add column support_requested_at timestamptz;
