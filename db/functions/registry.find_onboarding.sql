-- The business whose account is completed at the address with a token; nothing for an unknown or revoked
-- token. One of the few look-ups that run before a tenant is known.
create or replace function registry.find_onboarding(p_token_hash bytea)
returns table (
  business_id uuid, slug text, mode text, status text, rates jsonb,
  clock_offset_milliseconds bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select business.business_id, business.slug, business.mode, business.status, business.rates,
      business.clock_offset_milliseconds
    from registry.onboarding_tokens token
    join registry.businesses business on business.business_id = token.business_id
    where token.token_hash = p_token_hash;
end $$;

revoke all on function registry.find_onboarding(bytea) from public;
grant execute on function registry.find_onboarding(bytea) to silla_api;
