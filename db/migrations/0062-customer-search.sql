-- The version of a customer's card, which a change names (D74). db/functions/app.search_columns.sql says by
-- what customers are searched; 0104 has the columns.
set local citus.multi_shard_modify_mode = 'sequential';

alter table customers add column version int not null default 1;
