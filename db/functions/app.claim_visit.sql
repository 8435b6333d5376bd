-- Claims the resources of a visit for a booking, or until p_expires_at for a hold (D36), whose id is
-- p_owner_id; p_kind is given for what is neither. False: somebody else has one of them; what was claimed before it is left for the caller
-- to undo.
--
-- p_claims: [{resourceId, startsAt, endsAt}]; claimed in the order of resource and start, so that
-- two visits do not wait for each other
create or replace function app.claim_visit(
  p_business_id uuid, p_claims jsonb, p_owner_id bigint, p_now timestamptz,
  p_expires_at timestamptz default null, p_kind text default null)
returns boolean language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_kind text := coalesce(p_kind, case when p_expires_at is null then 'booking' else 'hold' end);
  v_claims jsonb := p_claims;
  v_resource_id bigint;
  v_starts_at timestamptz;
  v_ends_at timestamptz;
  v_claim_id bigint;
begin
  -- most visits have one claim, whose order need not be found by a query
  if jsonb_array_length(p_claims) > 1 then
    select jsonb_agg(
      claim.value
      order by (claim.value ->> 'resourceId')::bigint, (claim.value ->> 'startsAt')::timestamptz)
    into v_claims
    from jsonb_array_elements(p_claims) claim;
  end if;
  for v_position in 0 .. jsonb_array_length(v_claims) - 1 loop
    v_resource_id := (v_claims -> v_position ->> 'resourceId')::bigint;
    v_starts_at := (v_claims -> v_position ->> 'startsAt')::timestamptz;
    v_ends_at := (v_claims -> v_position ->> 'endsAt')::timestamptz;
    for v_attempt in 1 .. 2 loop
      -- a row is returned only if it was inserted; Citus counts all that were selected
      insert into app.claims (
        business_id, resource_id, starts_at, ends_at, kind, owner_kind, owner_id, expires_at)
      values (
        p_business_id, v_resource_id, v_starts_at, v_ends_at, v_kind, v_kind,
        p_owner_id, p_expires_at)
      on conflict on constraint claims_no_overlap do nothing
      returning id into v_claim_id;
      exit when v_claim_id is not null;
      if v_attempt = 2 then
        return false;
      end if;

      -- Usually there is nothing that has expired, so it is looked for only now. A claim lasts at
      -- most 24 hours; the bound is computed from a variable, because an interval subtracted from a
      -- column is no condition of an index, and all past claims would be read.
      delete from app.claims expired
      where expired.business_id = p_business_id and expired.resource_id = v_resource_id
        and expired.starts_at >= v_starts_at - interval '24 hours'
        and expired.starts_at < v_ends_at and expired.ends_at > v_starts_at
        and expired.expires_at <= p_now;
    end loop;
  end loop;
  return true;
end $$;
