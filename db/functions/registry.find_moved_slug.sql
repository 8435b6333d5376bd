-- Where the salon is served now that had this slug; nothing for others. One of the few look-ups that run
-- before a tenant is known.
create or replace function registry.find_moved_slug(p_slug text) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return coalesce(
    (select moved.url from registry.moved_businesses moved where moved.slug = p_slug),
    (select moving.url
      from registry.businesses business
      join registry.business_moves moving on moving.business_id = business.business_id
      where business.slug = p_slug and moving.phase = 'left'));
end $$;

revoke all on function registry.find_moved_slug(text) from public;
grant execute on function registry.find_moved_slug(text) to silla_api;
