-- What is taken of some resources in their windows, in one round trip, and the catalogue's version,
-- so that the caller knows whether its copy of the schedule is still the one in force. Window n is
-- of resource n, from p_from[n] to p_to[n]. p_since[n] is 24 hours before p_from[n]: a claim lasts
-- no longer, so no earlier one reaches into the window.
--
-- The claims are in the binary format of the types: of each window their number as int4, then each
-- with its start and its end as timestamptz, microseconds since 2000. Their order is not defined.
-- Numbers of minutes would be shorter, but date_part takes longer than reading the claim.
--
-- Every bound is a parameter, without arithmetic: row-level security would let the claims be
-- compared with the result of a calculation only after they have been read, not in the index. The
-- plan is made once for all calls, because making one costs more than running it. It looks up each
-- window in the index: the planner, which knows nothing of the windows, would rather read all
-- claims of a salon with few professionals.
--
-- On a cluster Citus plans a join twice at each call. A query of one table that names its business as
-- a constant is planned once, for the shard; two or three of those take less than the join
-- (decision 0043).
create or replace function app.busy_spans(
  p_business_id uuid, p_resource_ids bigint[], p_since timestamptz[], p_from timestamptz[],
  p_to timestamptz[], p_now timestamptz, out catalog_version bigint, out claims bytea)
language plpgsql set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  v_of_window bytea;
begin
  perform app.set_tenant(p_business_id);
  if current_setting('citus.propagate_set_commands', true) = 'local'
    and cardinality(p_resource_ids) <= 2 then
    execute format('select catalog_version from app.businesses where business_id = %L', p_business_id)
    into catalog_version;
    if catalog_version is null then
      return;
    end if;
    claims := '';
    for v_number in 1 .. cardinality(p_resource_ids) loop
      execute format($query$
        select int4send(count(*)::integer) || coalesce(
          string_agg(timestamptz_send(claim.starts_at) || timestamptz_send(claim.ends_at), null), '')
        from app.claims claim
        where claim.business_id = %L and claim.resource_id = $1
          and claim.starts_at >= $2 and claim.starts_at < $4 and claim.ends_at > $3
          and (claim.expires_at is null or claim.expires_at > $5)$query$, p_business_id)
      into v_of_window
      using p_resource_ids[v_number], p_since[v_number], p_from[v_number], p_to[v_number], p_now;
      claims := claims || v_of_window;
    end loop;
    return;
  end if;
  select business.catalog_version, busy.claims
  into catalog_version, claims
  from app.businesses business
  cross join lateral (
    select coalesce(string_agg(of_window.claims, null order by looked_at.number), '') as claims
    from unnest(p_resource_ids, p_since, p_from, p_to) with ordinality
      as looked_at (resource_id, since, starts_at, ends_at, number)
    cross join lateral (
      select int4send(count(*)::integer) || coalesce(
        string_agg(timestamptz_send(claim.starts_at) || timestamptz_send(claim.ends_at), null),
        '') as claims
      from app.claims claim
      where claim.business_id = p_business_id
        and claim.resource_id = looked_at.resource_id
        and claim.starts_at >= looked_at.since
        and claim.starts_at < looked_at.ends_at
        and claim.ends_at > looked_at.starts_at
        and (claim.expires_at is null or claim.expires_at > p_now)
    ) of_window
  ) busy
  where business.business_id = p_business_id;
end $$;
