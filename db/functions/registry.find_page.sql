-- The business whose booking page has this slug, with the key for the page: the one that is valid
-- longest. One of the few look-ups that run before a tenant is known. The status is that of registry.find_key.
create or replace function registry.find_page(p_slug text, p_now timestamptz)
returns table (
  business_id uuid, slug text, mode text, status text, rates jsonb,
  clock_offset_milliseconds bigint, key_id uuid, page_key text)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select business.business_id, business.slug, business.mode,
      case when moving.phase = 'arriving' then 'moving' else business.status end, business.rates,
      business.clock_offset_milliseconds, page.key_id, page.page_key
    from registry.businesses business
    left join lateral (
      select key.key_id, key.page_key from registry.api_keys key
      where key.business_id = business.business_id and key.page_key is not null
        and key.revoked_at is null and (key.expires_at is null or key.expires_at > p_now)
      order by key.expires_at desc nulls first, key.created_at desc, key.key_id limit 1) page on true
    left join registry.business_moves moving on moving.business_id = business.business_id
    where business.slug = p_slug and coalesce(moving.phase not in ('left', 'returning'), true);
end $$;

revoke all on function registry.find_page(text, timestamptz) from public;
grant execute on function registry.find_page(text, timestamptz) to silla_api;
