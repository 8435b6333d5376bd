-- What customers are searched by (D74): the words of a name, and the phone from its end. Under row-level security only
-- plain comparisons can be index conditions, so they are columns, and not expressions of an index.
--
-- They are written with the name (decision 0115) and not generated: PostgreSQL would write the table again, under a
-- lock, and a transaction that has begun before finds it empty then. db/backfills fills them in rows that were there
-- before, db/indexes has their indexes.
set local citus.multi_shard_modify_mode = 'sequential';

alter table customers add column search_name text collate "C";
alter table customers add column search_word_2 text collate "C";
alter table customers add column search_word_3 text collate "C";
alter table customers add column search_word_4 text collate "C";
alter table customers add column search_word_5 text collate "C";
alter table customers add column search_word_6 text collate "C";
alter table customers add column phone_reversed text collate "C";
