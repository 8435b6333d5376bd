-- Ids that leave the database are random: numbers of a sequence tell how many there are (decision
-- 0018).
set local citus.multi_shard_modify_mode = 'sequential';

select app.use_random_ids();

-- Ids say nothing about the order any more. Reviews of one day are listed by when they were written;
-- those written before this migration have no time and ids in order.
alter table reviews add column created_at timestamptz;
