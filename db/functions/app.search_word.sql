-- The word of a name with a number from 1, as app.search_name writes it; null if there are fewer.
--
-- Most names have too few characters that may stand between words (all but the most common letters and digits) for
-- a third word, which then costs nothing.
create or replace function app.search_word(p_name text, p_number int) returns text
language plpgsql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
begin
  if length(translate(btrim(p_name),
    'aeonrislducmtgábvpjhízéfóyñqúkxwüçAEONRISLDUCMTGBVPJHZFYÑQKXWÁÉÍÓÚ0123456789', '')) < p_number - 1
  then
    return null;
  end if;
  return nullif(split_part(app.search_name(p_name), ' ', p_number), '');
end $$;
