-- Whether a caller may hold no further time (D36).
--
-- p_limits (HoldLimits in db/src/queries/holds.ts):
--   scope: whose holds count; null: no limit applies
--   live: how many live holds and unpaid bookings are allowed together
--   perHour: how many holds within an hour; null: any number
--   again: whether a time may be held that overlaps one that has expired in the last 10 minutes
create or replace function app.hold_limit_reached(
  p_business_id uuid, p_limits jsonb, p_starts_at timestamptz, p_ends_at timestamptz,
  p_now timestamptz)
returns boolean language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_scope text := p_limits ->> 'scope';
  v_hour_ago timestamptz := p_now - interval '1 hour';
  v_ten_minutes_ago timestamptz := p_now - interval '10 minutes';
  v_live int;
  v_created int;
  v_again boolean;
  v_unpaid int;
begin
  perform app.set_tenant(p_business_id);
  if v_scope is null then
    return false;
  end if;
  -- a hold lasts at most 20 minutes, so that all three are among those of the last hour
  select count(*) filter (
      where hold.expires_at > p_now and hold.released_at is null and hold.booking_id is null),
    count(*),
    coalesce(bool_or(
      hold.expires_at > v_ten_minutes_ago and hold.expires_at <= p_now
      and hold.released_at is null and hold.booking_id is null
      and hold.starts_at < p_ends_at and hold.ends_at > p_starts_at), false)
  into v_live, v_created, v_again
  from app.holds hold
  where hold.business_id = p_business_id and hold.limit_scope = v_scope
    and hold.created_at > v_hour_ago;
  select count(*) into v_unpaid
  from app.bookings booking
  where booking.business_id = p_business_id and booking.asked_from = v_scope
    and booking.expires_at > p_now;

  return v_live + v_unpaid >= (p_limits ->> 'live')::int
    or coalesce(v_created >= (p_limits ->> 'perHour')::int, false)
    or (v_again and not (p_limits ->> 'again')::boolean);
end $$;
