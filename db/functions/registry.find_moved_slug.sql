-- Where the salon is served now that had this slug; nothing for others. One of the few look-ups that run
-- before a tenant is known.
create or replace function registry.find_moved_slug(p_slug text) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select moved.url from registry.moved_businesses moved where moved.slug = p_slug);
end $$;

revoke all on function registry.find_moved_slug(text) from public;
grant execute on function registry.find_moved_slug(text) to silla_api;
