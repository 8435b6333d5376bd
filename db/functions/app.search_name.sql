-- A name as customers are searched (D74): lower case, without accents, Arabic diacritics and the Arabic article,
-- the Arabic letters that people exchange made equal, one space between words. The same rules are in
-- packages/core/src/contact/search-words.ts.
--
-- Customers have what it returned when their name was written: `silla db migrate` writes another result
-- (db/backfills).
create or replace function app.search_name(p_name text) returns text
language plpgsql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
declare
  v_plain text := translate(
    regexp_replace(normalize(lower(p_name), nfd), '[\u0300-\u036f\u0640\u064b-\u065f\u0670]', '', 'g'),
    U&'\03c2\0629\0649', U&'\03c3\0647\064a');
  v_spaced text := btrim(regexp_replace(
    v_plain,
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u05be\u05f3\u05f4\u060c\u2000-\u206f\u3000\u30fb]+',
    ' ', 'g'));
begin
  return btrim(regexp_replace(' ' || v_spaced, ' \u0627\u0644(?=[^ ]{2})', ' ', 'g'));
end $$;
