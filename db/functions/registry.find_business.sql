-- What of a business has to be known before it handles a request of its staff; nothing for an id
-- that no business has. The status is that of registry.find_key.
create or replace function registry.find_business(p_business_id uuid)
returns table (
  business_id uuid, slug text, mode text, status text, rates jsonb,
  clock_offset_milliseconds bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select business.business_id, business.slug, business.mode,
      case when moving.phase = 'arriving' then 'moving' else business.status end, business.rates,
      business.clock_offset_milliseconds
    from registry.businesses business
    left join registry.business_moves moving on moving.business_id = business.business_id
    where business.business_id = p_business_id and coalesce(moving.phase not in ('left', 'returning'), true);
end $$;

revoke all on function registry.find_business(uuid) from public;
grant execute on function registry.find_business(uuid) to silla_api;
