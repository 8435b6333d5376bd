-- The slug of a business, for links in emails; empty for one that was deleted. For the worker, which
-- knows the business of a job and nothing else.
create or replace function registry.business_slug(p_business_id uuid) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return coalesce((
    select business.slug from registry.businesses business
    where business.business_id = p_business_id), '');
end $$;

revoke all on function registry.business_slug(uuid) from public;
grant execute on function registry.business_slug(uuid) to silla_worker;
