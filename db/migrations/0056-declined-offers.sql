-- An offer of the waitlist may be declined by its customer (D40). Its outcome is then 'withdrawn', which
-- is what programs of the release before take for an offer that ended before its time was over.
set local citus.multi_shard_modify_mode = 'sequential';

alter table waitlist_offers add column declined_at timestamptz;
