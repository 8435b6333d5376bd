-- Claims the first way of a visit that is free, for a booking or a hold whose professional is left
-- open (D32), and returns its index; null: every professional is taken. A failed try is undone before
-- the next. The owner is as in app.claim_visit.
--
-- p_ways: [{professionalId, claims}], in display order, rotated by the day
-- p_balance_day: null, or the {from, to} of the day in which the professional with the fewest minutes
-- of bookings and holds comes first
create or replace function app.claim_first_free(
  p_business_id uuid, p_ways jsonb, p_balance_day jsonb, p_owner_id bigint, p_now timestamptz,
  p_expires_at timestamptz default null)
returns int language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_from timestamptz := (p_balance_day ->> 'from')::timestamptz;
  v_to timestamptz := (p_balance_day ->> 'to')::timestamptz;
  v_ids bigint[];
  v_index int;
begin
  select array_agg((way.value ->> 'professionalId')::bigint order by way.ordinality)
  into v_ids
  from jsonb_array_elements(p_ways) with ordinality as way;

  for v_index in
    select ranked.position - 1
    from unnest(v_ids) with ordinality as ranked (professional_id, position)
    left join (
      select claim.resource_id,
        sum(least(claim.ends_at, v_to) - greatest(claim.starts_at, v_from)) as taken
      from app.claims claim
      where claim.business_id = p_business_id and claim.resource_id = any (v_ids)
        and claim.starts_at >= v_from - interval '24 hours' and claim.starts_at < v_to
        and claim.ends_at > v_from and claim.kind in ('booking', 'hold')
        and (claim.expires_at is null or claim.expires_at > p_now)
      group by claim.resource_id) busy on busy.resource_id = ranked.professional_id
    order by coalesce(busy.taken, '0'), ranked.position
  loop
    begin
      if app.claim_visit(
        p_business_id, p_ways -> v_index -> 'claims', p_owner_id, p_now, p_expires_at) then
        return v_index;
      end if;
      raise exception using errcode = 'SL002';
    exception when sqlstate 'SL002' then
      null;
    end;
  end loop;
  return null;
end $$;
