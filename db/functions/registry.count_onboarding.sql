-- Counts a request for the onboarding address of a salon (D53): 60 an hour with a token, and 60 from a client
-- address, whatever the tokens. Returns null, or when the next one is accepted; it is then not counted.
--
-- p_token_hash: null when it is no salon's
create or replace function registry.count_onboarding(
  p_client_address text, p_token_hash bytea, p_now timestamptz)
returns timestamptz language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_per_hour constant int := 60;
  v_token_key bytea;
begin
  select sha256(key.key || convert_to('onboarding ', 'UTF8') || p_token_hash) into v_token_key
  from registry.mail_hash_keys key;
  return registry.count_mail(
    'onboarding from ' || p_client_address, v_per_hour, v_token_key, v_per_hour, false, p_now);
end $$;

revoke all on function registry.count_onboarding(text, bytea, timestamptz) from public;
grant execute on function registry.count_onboarding(text, bytea, timestamptz) to silla_api;
