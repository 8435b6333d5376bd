-- Takes resources for a block from p_starts_at to p_ends_at, in claims of at most 24 hours. Returns
-- false as soon as something else has a part of that time; the caller then rolls back.
--
-- As in app.book_visit, expired holds in the way are deleted, and claims are inserted by resource
-- and start, so that two callers who want the same time do not deadlock.
create function app.claim_block(
  p_business_id uuid, p_block_id bigint, p_resource_ids bigint[], p_starts_at timestamptz,
  p_ends_at timestamptz, p_now timestamptz)
returns boolean
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_resource_id bigint;
  v_starts_at timestamptz;
  v_ends_at timestamptz;
  v_since timestamptz;
  v_claim_id bigint;
begin
  for v_resource_id in
    select wanted.id from unnest(p_resource_ids) as wanted (id) order by wanted.id
  loop
    v_starts_at := p_starts_at;
    while v_starts_at < p_ends_at loop
      v_ends_at := least(v_starts_at + interval '24 hours', p_ends_at);
      v_since := v_starts_at - interval '24 hours';
      delete from app.claims expired
      where expired.business_id = p_business_id and expired.resource_id = v_resource_id
        and expired.starts_at >= v_since and expired.starts_at < v_ends_at
        and expired.ends_at > v_starts_at and expired.expires_at <= p_now;

      insert into app.claims (
        business_id, resource_id, starts_at, ends_at, kind, owner_kind, owner_id)
      values (
        p_business_id, v_resource_id, v_starts_at, v_ends_at, 'block', 'block', p_block_id)
      on conflict on constraint claims_no_overlap do nothing
      returning id into v_claim_id;
      if v_claim_id is null then
        return false;
      end if;
      v_starts_at := v_ends_at;
    end loop;
  end loop;
  return true;
end $$;
