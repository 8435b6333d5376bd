-- What is taken of a group of resources in some windows, of those whose fingerprint is not the one
-- that the caller knows. A fingerprint stands for the claims, and for which of them are blocks.
--
-- Windows that overlap have parts in common, which are read once. Part n is of the claims that begin
-- from p_since[n] to p_to[n] and end after p_from[n]; where earlier claims may reach into it, p_since
-- is 24 hours before p_from, as in app.busy_spans. p_windows and p_parts name the parts of each window
-- in pairs. p_fingerprints[n] is the known fingerprint of window n; null: none.
--
-- Returned are the fingerprints of all windows and, of those that have changed:
--   read_parts: the numbers of their parts; null when nothing has changed
--   claims: those of each of these parts, for one resource after the other, as app.busy_spans does
--   blocks: those of the salon that begin in the time of each of these parts, in the format of
--     app.busy_spans_by_owner
-- All are null if there is no such business.
--
-- A fingerprint combines the hashes of the claims. To compute it takes less time than to return them,
-- and the caller has nothing to read. It is the same however the window is divided. The starts of a
-- resource differ, so that no claim cancels another. The hash of PostgreSQL has 64 bits; of a
-- timestamptz it uses the two halves combined, which differ for all minutes of three months. Before
-- version 18 it has no such function: fingerprints are null, and everything is returned.
--
-- A fingerprint is of the same snapshot as the claims it is returned with: the statement that reads
-- claims may see more than the first one, and computes it again. Bounds are without arithmetic, as in
-- app.busy_spans.
create or replace function app.busy_spans_if_changed(
  p_business_id uuid, p_resource_ids bigint[], p_since timestamptz[], p_from timestamptz[],
  p_to timestamptz[], p_windows int[], p_parts int[], p_fingerprints text[], p_now timestamptz,
  out catalog_version bigint, out fingerprints text[], out read_parts int[], out claims bytea,
  out blocks bytea)
language plpgsql set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  v_has_hash boolean := current_setting('server_version_num')::int >= 180000;
  v_hashes bigint[];
  v_window int;
  v_combined bigint[];
  v_is_known boolean[];
  v_resource_ids bigint[];
  v_since timestamptz[];
  v_from timestamptz[];
  v_to timestamptz[];
  v_blocks_since timestamptz;
  v_blocks_to timestamptz;
begin
  perform app.set_tenant(p_business_id);
  if v_has_hash and cardinality(array_remove(p_fingerprints, null)) > 0 then
    select business.catalog_version, taken.hashes
    into catalog_version, v_hashes
    from app.businesses business
    cross join lateral (
      select array_agg(claimed.hash # blocked.hash order by part.number) as hashes
      from unnest(p_since, p_from, p_to) with ordinality
        as part (since, starts_at, ends_at, number)
      cross join lateral (
        select coalesce(bit_xor(timestamptz_hash_extended(claim.ends_at,
          timestamptz_hash_extended(claim.starts_at, claim.resource_id))), 0) as hash
        from app.claims claim
        where claim.business_id = p_business_id
          and claim.resource_id = any (p_resource_ids)
          and claim.starts_at >= part.since
          and claim.starts_at < part.ends_at
          and claim.ends_at > part.starts_at
          and (claim.expires_at is null or claim.expires_at > p_now)
      ) claimed
      cross join lateral (
        select coalesce(bit_xor(timestamptz_hash_extended(claim.starts_at, claim.resource_id)), 0)
          as hash
        from app.claims claim
        where claim.business_id = p_business_id and claim.kind = 'block'
          and claim.starts_at >= part.since and claim.starts_at < part.ends_at
      ) blocked
    ) taken
    where business.business_id = p_business_id;

    -- usually they are few, and a query would take longer
    for v_pair in 1 .. cardinality(p_parts) loop
      v_window := p_windows[v_pair];
      v_combined[v_window] := coalesce(v_combined[v_window], 0) # v_hashes[p_parts[v_pair]];
    end loop;
    fingerprints := v_combined::text[];
    if fingerprints = p_fingerprints then
      return;
    end if;
    v_is_known := array(
      select fingerprints[number] = p_fingerprints[number]
      from generate_subscripts(p_fingerprints, 1) as number order by number);
  end if;

  read_parts := array(
    select distinct pair.part
    from unnest(p_windows, p_parts) as pair (number, part)
    where v_is_known[pair.number] is not true
    order by pair.part);
  if not v_has_hash then
    select array_agg(resource.id order by part.number, resource.number),
      array_agg(part.since order by part.number, resource.number),
      array_agg(part.starts_at order by part.number, resource.number),
      array_agg(part.ends_at order by part.number, resource.number),
      min(part.since), max(part.ends_at)
    into v_resource_ids, v_since, v_from, v_to, v_blocks_since, v_blocks_to
    from unnest(p_since, p_from, p_to) with ordinality
      as part (since, starts_at, ends_at, number)
    cross join unnest(p_resource_ids) with ordinality as resource (id, number);
    select busy.catalog_version, busy.claims, busy.blocks into catalog_version, claims, blocks
    from app.busy_spans_by_owner(p_business_id, v_resource_ids, v_since, v_from, v_to, p_now,
      v_blocks_since, v_blocks_to, null) busy;
    return;
  end if;

  select business.catalog_version, busy.hashes, busy.claims, busy.blocks
  into catalog_version, v_hashes, claims, blocks
  from app.businesses business
  cross join lateral (
    select array_agg(claimed.hash # blocked.hash order by part.number) as hashes,
      string_agg(claimed.claims, null order by part.number) as claims,
      string_agg(blocked.claims, null) as blocks
    from unnest(p_since, p_from, p_to) with ordinality
      as part (since, starts_at, ends_at, number)
    cross join lateral (
      select coalesce(bit_xor(of_resource.hash), 0) as hash,
        string_agg(of_resource.claims, null order by looked_at.number) as claims
      from unnest(p_resource_ids) with ordinality as looked_at (resource_id, number)
      cross join lateral (
        select bit_xor(timestamptz_hash_extended(claim.ends_at,
            timestamptz_hash_extended(claim.starts_at, claim.resource_id))) as hash,
          int4send(count(*)::integer) || coalesce(
            string_agg(timestamptz_send(claim.starts_at) || timestamptz_send(claim.ends_at), null),
            '') as claims
        from app.claims claim
        where claim.business_id = p_business_id
          and claim.resource_id = looked_at.resource_id
          and claim.starts_at >= part.since
          and claim.starts_at < part.ends_at
          and claim.ends_at > part.starts_at
          and (claim.expires_at is null or claim.expires_at > p_now)
      ) of_resource
    ) claimed
    cross join lateral (
      select coalesce(bit_xor(timestamptz_hash_extended(claim.starts_at, claim.resource_id)), 0)
        as hash,
        coalesce(string_agg(int8send(claim.resource_id) || timestamptz_send(claim.starts_at)
          || timestamptz_send(claim.ends_at), null), '') as claims
      from app.claims claim
      where claim.business_id = p_business_id and claim.kind = 'block'
        and claim.starts_at >= part.since and claim.starts_at < part.ends_at
    ) blocked
    where part.number = any (read_parts)
  ) busy
  where business.business_id = p_business_id;

  fingerprints := array(
    select case
      when v_is_known[pair.number] then p_fingerprints[pair.number]
      else bit_xor(v_hashes[array_position(read_parts, pair.part)])::text
    end
    from unnest(p_windows, p_parts) as pair (number, part)
    group by pair.number order by pair.number);
end $$;
