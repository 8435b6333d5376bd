-- Moves the claims of a booking by p_minutes, earlier when they are negative. False: something else
-- has a part of the new time, and the claims are as they were.
create or replace function app.shift_claims(
  p_business_id uuid, p_booking_id bigint, p_minutes int, p_now timestamptz)
returns boolean language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_shift interval := make_interval(mins => p_minutes);
  v_claims jsonb;
begin
  select jsonb_agg(jsonb_build_object(
    'resourceId', claim.resource_id, 'startsAt', v_shift + claim.starts_at,
    'endsAt', v_shift + claim.ends_at))
  into v_claims
  from app.claims claim
  where claim.business_id = p_business_id and claim.owner_kind = 'booking'
    and claim.owner_id = p_booking_id;

  -- an exception SL001 undoes what was written in this block
  begin
    delete from app.claims claim
    where claim.business_id = p_business_id and claim.owner_kind = 'booking'
      and claim.owner_id = p_booking_id;
    if not app.claim_visit(p_business_id, v_claims, p_booking_id, p_now) then
      raise exception using errcode = 'SL001';
    end if;
  exception when sqlstate 'SL001' then
    return false;
  end;
  return true;
end $$;
