-- The business that an API key belongs to, with the key's limits. One of the few look-ups that run
-- before a tenant is known. The status of a copy that is not served yet is `moving`, and a business that has
-- left is not found.
create or replace function registry.find_key(p_key_hash bytea)
returns table (
  key_id uuid, business_id uuid, slug text, mode text, status text, kind text, origins text[],
  expires_at timestamptz, revoked_at timestamptz, rates jsonb, clock_offset_milliseconds bigint,
  for_page boolean, name text)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select key.key_id, key.business_id, business.slug, business.mode,
      case when moving.phase = 'arriving' then 'moving' else business.status end, key.kind,
      key.origins, key.expires_at, key.revoked_at, business.rates,
      business.clock_offset_milliseconds, key.page_key is not null, key.name
    from registry.api_keys key
    join registry.businesses business on business.business_id = key.business_id
    left join registry.business_moves moving on moving.business_id = business.business_id
    where key.key_hash = p_key_hash and coalesce(moving.phase not in ('left', 'returning'), true);
end $$;

revoke all on function registry.find_key(bytea) from public;
grant execute on function registry.find_key(bytea) to silla_api, silla_worker, silla_admin;
