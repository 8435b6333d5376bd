-- What is taken of some resources in their windows, in one round trip, and the catalogue's version,
-- so that the caller knows whether its copy of the schedule is still the one in force. Window n is
-- of resource n, from p_from[n] to p_to[n]. p_since[n] is 24 hours before p_from[n]: a claim lasts
-- no longer, so no earlier one reaches into the window.
--
-- Each claim is one integer: 2^37 * (n - 1) + 2^11 * start + minutes, where start is in minutes
-- since 1970 and minutes is how long the claim lasts, at most 1440. Their order is not defined.
--
-- Every bound is a parameter, without arithmetic: row-level security would let the claims be
-- compared with the result of a calculation only after they have been read, not in the index. The
-- plan is made once for all calls, because making one costs more than running it. It looks up each
-- window in the index: the planner, which knows nothing of the windows, would rather read all
-- claims of a salon with few professionals.
create function app.busy_spans(
  p_business_id uuid, p_resource_ids bigint[], p_since timestamptz[], p_from timestamptz[],
  p_to timestamptz[], p_now timestamptz, out catalog_version bigint, out claims bigint[])
language plpgsql set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  perform app.set_business(p_business_id);
  select business.catalog_version, busy.claims
  into catalog_version, claims
  from app.businesses business
  cross join lateral (
    -- date_part computes in floats, exactly, and extract in numerics, slowly
    select array_agg((looked_at.number - 1) << 37
      | ((date_part('epoch', claim.starts_at) * 2047 + date_part('epoch', claim.ends_at)) / 60)::bigint) as claims
    from unnest(p_resource_ids, p_since, p_from, p_to) with ordinality
      as looked_at (resource_id, since, starts_at, ends_at, number)
    join app.claims claim
      on claim.business_id = p_business_id
      and claim.resource_id = looked_at.resource_id
      and claim.starts_at >= looked_at.since
      and claim.starts_at < looked_at.ends_at
      and claim.ends_at > looked_at.starts_at
      and (claim.expires_at is null or claim.expires_at > p_now)
  ) busy
  where business.business_id = p_business_id;
end $$;
