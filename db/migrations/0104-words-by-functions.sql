-- What customers are searched by is computed by functions. PostgreSQL reads the expression of a generated column
-- from its text for each statement that inserts a row, and those were long: inserting a customer took 290 us, and takes
-- 110 (docs/performance.md). db/indexes has the indexes of the columns.
--
-- Contracts: no release knows the columns.
set local citus.multi_shard_modify_mode = 'sequential';

alter table customers drop column search_name;
alter table customers drop column search_word_2;
alter table customers drop column search_word_3;
alter table customers drop column search_word_4;
alter table customers drop column search_word_5;
alter table customers drop column search_word_6;

-- in one statement, because each rewrites the table
do $$
begin
  execute $e$
    alter table customers
      add column search_name text collate "C" not null generated always as (app.search_name(name)) stored,
      add column search_word_2 text collate "C" generated always as (app.search_word(name, 2)) stored,
      add column search_word_3 text collate "C" generated always as (app.search_word(name, 3)) stored,
      add column search_word_4 text collate "C" generated always as (app.search_word(name, 4)) stored,
      add column search_word_5 text collate "C" generated always as (app.search_word(name, 5)) stored,
      add column search_word_6 text collate "C" generated always as (app.search_word(name, 6)) stored
  $e$;
end $$;
