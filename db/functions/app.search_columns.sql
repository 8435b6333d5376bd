-- By what a customer is searched (D74): the words of the name, of which the second to the sixth have columns of
-- their own, and the phone from its end. Every statement that writes a name or a phone writes them too, which
-- test/architecture/customer-words.test.ts checks.
create or replace function app.search_columns(
  p_name text, p_phone text, out search_name text, out search_word_2 text, out search_word_3 text,
  out search_word_4 text, out search_word_5 text, out search_word_6 text, out phone_reversed text)
language plpgsql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
declare
  v_words text[];
begin
  search_name := app.search_name(p_name);
  v_words := string_to_array(search_name, ' ');
  search_word_2 := v_words[2];
  search_word_3 := v_words[3];
  search_word_4 := v_words[4];
  search_word_5 := v_words[5];
  search_word_6 := v_words[6];
  phone_reversed := nullif(reverse(p_phone), '');
end $$;
