-- Kept for release 0.1.0, which calls it. app.busy_spans_if_changed replaces it.
--
-- The same as app.busy_spans for groups of resources that are looked at in the same time, unless the
-- caller knows it: fingerprint stands for the claims, and for which of them are blocks, and when it
-- is the known one, the claims are not returned.
--
-- Group n is of the resources of p_resource_ids after those of the group before, up to number
-- p_last[n], from p_from[n] to p_to[n]; p_since[n] is 24 hours before p_from[n]. The known
-- fingerprint is p_fingerprints[n]; null: none. One row is returned for each group, in their order;
-- none, if there is no such business.
--
-- claims has one part per resource, and blocks those of the salon that begin from since to the end,
-- in the formats of app.busy_spans and app.busy_spans_by_owner; both are null when they are known.
--
-- Combining the hashes of the claims takes less time than returning them, and the caller has nothing
-- to read. The starts of a resource differ, and so do its ends, so that none cancels another, and
-- together they are the claims. The hash of PostgreSQL has 64 bits; of a timestamptz it uses the two
-- halves combined, which differ for all minutes of three months. Before version 18 it has no such
-- function, the fingerprint is null, and everything is returned.
--
-- A fingerprint is of the same snapshot as the version and the claims it is returned with: the second
-- statement, which may see more than the first, computes it again. Bounds are variables without
-- arithmetic, as in app.busy_spans.
create or replace function app.changed_busy_spans(
  p_business_id uuid, p_resource_ids bigint[], p_last int[], p_since timestamptz[],
  p_from timestamptz[], p_to timestamptz[], p_fingerprints text[], p_now timestamptz)
returns table (catalog_version bigint, fingerprint text, claims bytea, blocks bytea)
language plpgsql set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
set enable_bitmapscan = off as $$
declare
  v_has_hash boolean := current_setting('server_version_num')::int >= 180000;
  v_first int := 1;
  v_ids bigint[];
  v_since timestamptz;
  v_from timestamptz;
  v_to timestamptz;
begin
  perform app.set_business(p_business_id);
  for v_group in 1 .. cardinality(p_last) loop
    v_ids := p_resource_ids[v_first:p_last[v_group]];
    v_first := p_last[v_group] + 1;
    v_since := p_since[v_group];
    v_from := p_from[v_group];
    v_to := p_to[v_group];
    fingerprint := null;
    claims := null;
    blocks := null;

    if v_has_hash and p_fingerprints[v_group] is not null then
      select business.catalog_version, concat_ws(' ', taken.starts, taken.ends, blocked.starts)
      into catalog_version, fingerprint
      from app.businesses business
      cross join lateral (
        select coalesce(bit_xor(timestamptz_hash_extended(claim.starts_at, claim.resource_id)), 0)
          as starts,
          coalesce(bit_xor(timestamptz_hash_extended(claim.ends_at, claim.resource_id)), 0) as ends
        from app.claims claim
        where claim.business_id = p_business_id
          and claim.resource_id = any (v_ids)
          and claim.starts_at >= v_since
          and claim.starts_at < v_to
          and claim.ends_at > v_from
          and (claim.expires_at is null or claim.expires_at > p_now)
      ) taken
      cross join lateral (
        select coalesce(bit_xor(timestamptz_hash_extended(claim.starts_at, claim.resource_id)), 0)
          as starts
        from app.claims claim
        where claim.business_id = p_business_id and claim.kind = 'block'
          and claim.starts_at >= v_since and claim.starts_at < v_to
      ) blocked
      where business.business_id = p_business_id;
    end if;
    if not v_has_hash then
      select busy.catalog_version, busy.claims, busy.blocks into catalog_version, claims, blocks
      from app.busy_spans_by_owner(p_business_id, v_ids,
        array_fill(v_since, array[cardinality(v_ids)]), array_fill(v_from, array[cardinality(v_ids)]),
        array_fill(v_to, array[cardinality(v_ids)]), p_now, v_since, v_to, null) busy;
    elsif fingerprint is null or fingerprint <> p_fingerprints[v_group] then
      select business.catalog_version, concat_ws(' ', busy.starts, busy.ends, blocked.starts),
        busy.claims, blocked.claims
      into catalog_version, fingerprint, claims, blocks
      from app.businesses business
      cross join lateral (
        select coalesce(bit_xor(of_resource.starts), 0) as starts,
          coalesce(bit_xor(of_resource.ends), 0) as ends,
          coalesce(string_agg(of_resource.claims, null order by looked_at.number), '') as claims
        from unnest(v_ids) with ordinality as looked_at (resource_id, number)
        cross join lateral (
          select bit_xor(timestamptz_hash_extended(claim.starts_at, claim.resource_id)) as starts,
            bit_xor(timestamptz_hash_extended(claim.ends_at, claim.resource_id)) as ends,
            int4send(count(*)::integer) || coalesce(
              string_agg(timestamptz_send(claim.starts_at) || timestamptz_send(claim.ends_at), null),
              '') as claims
          from app.claims claim
          where claim.business_id = p_business_id
            and claim.resource_id = looked_at.resource_id
            and claim.starts_at >= v_since
            and claim.starts_at < v_to
            and claim.ends_at > v_from
            and (claim.expires_at is null or claim.expires_at > p_now)
        ) of_resource
      ) busy
      cross join lateral (
        select coalesce(bit_xor(timestamptz_hash_extended(claim.starts_at, claim.resource_id)), 0)
          as starts,
          coalesce(string_agg(int8send(claim.resource_id) || timestamptz_send(claim.starts_at)
            || timestamptz_send(claim.ends_at), null), '') as claims
        from app.claims claim
        where claim.business_id = p_business_id and claim.kind = 'block'
          and claim.starts_at >= v_since and claim.starts_at < v_to
      ) blocked
      where business.business_id = p_business_id;
    end if;
    return next;
  end loop;
end $$;
