-- The accesses of support to these businesses that wait for an owner or are in use, by slug, the latest of
-- a business first. The tenant is set to each business in turn, so one call covers several, and stays set
-- to the last one. On a cluster, a node that does not respond fails the call: no business is left out.
create or replace function app.list_live_support(p_business_ids uuid[], p_now timestamptz)
returns table (
  slug text, id bigint, requested_by text, reason text, can_write boolean, is_emergency boolean,
  requested_at timestamptz, approved_at timestamptz, approver_name text, refused_at timestamptz,
  expires_at timestamptz, entered_at timestamptz, ended_at timestamptz, ender_name text)
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_business record;
begin
  for v_business in
    select registered.business_id, registered.slug
    from registry.businesses registered
    where registered.business_id = any (p_business_ids)
    order by registered.slug
  loop
    perform app.set_tenant(v_business.business_id);
    return query
      select v_business.slug, access.id, access.requested_by, access.reason, access.can_write,
        access.is_emergency, access.requested_at, access.approved_at, approver.name,
        access.refused_at, access.expires_at, access.entered_at, access.ended_at, null::text
      from app.support_accesses access
      left join app.staff approver
        on approver.business_id = v_business.business_id and approver.id = access.approved_by
      where access.business_id = v_business.business_id and access.ended_at is null
        and access.refused_at is null and access.expires_at > p_now
      order by access.requested_at desc, access.id desc;
  end loop;
end $$;
