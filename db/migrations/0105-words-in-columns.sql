-- Databases that were made before 0.3.0 was released have generated columns where 0104 adds plain ones now.
--
-- Contracts: no release has generated them.
set local citus.multi_shard_modify_mode = 'sequential';

do $$
begin
  if exists (
    select from pg_attribute
    where attrelid = 'app.customers'::regclass and attname = 'search_name' and attgenerated <> '')
  then
    alter table customers drop column search_name;
    alter table customers drop column search_word_2;
    alter table customers drop column search_word_3;
    alter table customers drop column search_word_4;
    alter table customers drop column search_word_5;
    alter table customers drop column search_word_6;
    alter table customers drop column phone_reversed;
    alter table customers add column search_name text collate "C";
    alter table customers add column search_word_2 text collate "C";
    alter table customers add column search_word_3 text collate "C";
    alter table customers add column search_word_4 text collate "C";
    alter table customers add column search_word_5 text collate "C";
    alter table customers add column search_word_6 text collate "C";
    alter table customers add column phone_reversed text collate "C";
  end if;
end $$;

drop function if exists app.search_word;
delete from registry.functions_applied where name = 'app.search_word';
