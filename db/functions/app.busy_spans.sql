-- What is taken of some resources in a window, in one round trip: parallel arrays in epoch minutes,
-- by resource and start, and the catalogue's version, so that the caller knows whether its copy of
-- the schedule is still the one in force. A claim lasts at most 24 hours, so looking back that far
-- finds everything that reaches into the window.
create function app.busy_spans(p_business_id uuid, p_resource_ids bigint[], p_from timestamptz, p_to timestamptz, p_now timestamptz)
returns table (catalog_version bigint, resource_ids bigint[], starts int[], ends int[])
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform app.set_business(p_business_id);
  return query
    select business.catalog_version, busy.resource_ids, busy.starts, busy.ends
    from app.businesses business
    cross join lateral (
      select
        coalesce(array_agg(claim.resource_id order by claim.resource_id, claim.starts_at), '{}') as resource_ids,
        coalesce(array_agg((extract(epoch from claim.starts_at) / 60)::int order by claim.resource_id, claim.starts_at), '{}') as starts,
        coalesce(array_agg((extract(epoch from claim.ends_at) / 60)::int order by claim.resource_id, claim.starts_at), '{}') as ends
      from app.claims claim
      where claim.business_id = p_business_id
        and claim.resource_id = any (p_resource_ids)
        and claim.starts_at >= p_from - interval '24 hours'
        and claim.starts_at < p_to
        and claim.ends_at > p_from
        and (claim.expires_at is null or claim.expires_at > p_now)
    ) busy
    where business.business_id = p_business_id;
end $$;
