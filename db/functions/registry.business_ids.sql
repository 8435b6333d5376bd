-- Whom the nightly round visits: every business, suspended ones too, since theirs goes on without
-- callers.
create function registry.business_ids() returns table (business_id uuid)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select business.business_id from registry.businesses business order by business.business_id;
end $$;

revoke all on function registry.business_ids() from public;
grant execute on function registry.business_ids() to silla_worker;
