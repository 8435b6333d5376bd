-- Kept for release 0.2.0, which calls it.
--
-- Lists the platform's businesses, by slug. A null filter matches everything; p_search is a
-- lower-case part of the slug or the name. The tenant is set to each business in turn, so one call
-- covers all of them, and stays set to the last one.
--
-- On a cluster, a node that does not respond costs its own businesses: their is_available is false
-- and what their rows would say is null. Each node is tried once.
create or replace function app.list_businesses(
  p_mode text, p_status text, p_country text, p_currency text, p_search text)
returns table (
  business_id uuid, slug text, mode text, status text, created_at timestamptz, name text,
  timezone text, currency text, language text, country text, is_available boolean)
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_business record;
  v_groups_down int[] := '{}';
  v_group int;
begin
  for v_business in
    select registered.business_id, registered.slug, registered.mode, registered.status,
      registered.created_at
    from registry.businesses registered
    where (p_mode is null or registered.mode = p_mode)
      and (p_status is null or registered.status = p_status)
    order by registered.slug
  loop
    if cardinality(v_groups_down) > 0 then
      v_group := app.node_group(v_business.business_id);
    end if;
    if v_group = any (v_groups_down) then
      return query select v_business.business_id, v_business.slug, v_business.mode,
        v_business.status, v_business.created_at, null, null, null, null, null, false;
      continue;
    end if;
    begin
      perform app.set_tenant(v_business.business_id);
      return query
        select v_business.business_id, v_business.slug, v_business.mode, v_business.status,
          v_business.created_at, business.name, settings.timezone, settings.currency,
          settings.main_language, business.country, true
        from app.businesses business
        join app.business_settings settings on settings.business_id = business.business_id
        where business.business_id = v_business.business_id
          and (p_country is null or business.country = p_country)
          and (p_currency is null or settings.currency = p_currency)
          and (p_search is null or strpos(v_business.slug, p_search) > 0
            or strpos(lower(business.name), p_search) > 0);
    exception when connection_exception then
      v_groups_down := v_groups_down || app.node_group(v_business.business_id);
      return query select v_business.business_id, v_business.slug, v_business.mode,
        v_business.status, v_business.created_at, null, null, null, null, null, false;
    end;
  end loop;
end $$;
