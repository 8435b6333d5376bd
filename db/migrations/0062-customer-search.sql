-- Customers are found by the beginning of a word of their name, of their e-mail, or of their phone and
-- by its end (D74). Under row-level security only plain comparisons can be index conditions, so the words
-- and the reversed phone are columns: no table of words that each writer of a customer has to keep.
--
-- A name as it is searched: lower case, without accents, Arabic diacritics and the Arabic article, the
-- Arabic letters that people exchange made equal, one space between words. The same rules are in
-- packages/core/src/contact/search-words.ts. The columns rewrite the table once.
set local citus.multi_shard_modify_mode = 'sequential';

do $$
declare
  v_plain constant text := $e$
    translate(regexp_replace(
      normalize(lower(name), nfd), '[\u0300-\u036f\u0640\u064b-\u065f\u0670]', '', 'g'),
      U&'\03c2\0629\0649', U&'\03c3\0647\064a')$e$;
  v_spaced constant text := format($e$
    regexp_replace(%s, '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u05be\u05f3\u05f4\u060c\u2000-\u206f\u3000\u30fb]+', ' ', 'g')$e$,
    v_plain);
  v_name constant text := format($e$
    btrim(regexp_replace(' ' || btrim(%s), ' \u0627\u0644(?=[^ ]{2})', ' ', 'g'))$e$, v_spaced);
  -- Characters that may stand between words: all but the most common letters and digits. Most names have
  -- too few of them for a third word, which then costs nothing.
  v_between constant text := $e$
    length(translate(btrim(name), 'aeonrislducmtgábvpjhízéfóyñqúkxwüçAEONRISLDUCMTGBVPJHZFYÑQKXWÁÉÍÓÚ0123456789', ''))$e$;
  v_word constant text := format($e$
    case when %s < %%1$s - 1 then null else nullif(split_part(%s, ' ', %%1$s), '') end$e$,
    v_between, v_name);
begin
  execute format($e$
    alter table customers
      add column version int not null default 1,
      add column search_name text collate "C" not null generated always as (%1$s) stored,
      add column search_word_2 text collate "C" generated always as (%2$s) stored,
      add column search_word_3 text collate "C" generated always as (%3$s) stored,
      add column search_word_4 text collate "C" generated always as (%4$s) stored,
      add column search_word_5 text collate "C" generated always as (%5$s) stored,
      add column search_word_6 text collate "C" generated always as (%6$s) stored,
      add column phone_reversed text collate "C" generated always as (nullif(reverse(phone), '')) stored
    $e$, v_name, format(v_word, 2), format(v_word, 3), format(v_word, 4), format(v_word, 5),
    format(v_word, 6));
end $$;
