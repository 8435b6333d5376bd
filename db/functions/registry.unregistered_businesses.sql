-- The businesses that have a profile and are not in the registry: no key, page or command leads to
-- them. Platform staff only.
create or replace function registry.unregistered_businesses()
returns table (business_id uuid, name text)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select business.business_id, business.name
    from app.businesses business
    left join registry.businesses registered on registered.business_id = business.business_id
    where registered.business_id is null
    order by business.business_id;
end $$;

revoke all on function registry.unregistered_businesses() from public;
grant execute on function registry.unregistered_businesses() to silla_admin;
