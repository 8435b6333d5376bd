-- What prevents one more booking, in the order of D15, or null: 'gone' (the customer was erased) |
-- 'phone' (there is none, and the salon requires one) | 'blocked' | 'limit' (as many upcoming or
-- unpaid bookings as allowed) | 'points' (fewer than p_points).
--
-- p_constraints (BookingConstraints in db/src/queries/bookings.ts):
--   customerId: of a signed-in customer; null: a guest, identified by emailKey
--   phoneRequired, mayBeBlocked: whether these checks apply
--   openLimit: how many upcoming bookings are allowed; null: no limit
--   unpaid: null, or how many bookings (limit) may await payment per clientAddress. Its live holds
--     count too (D36), except holdId, which is to become the booking
create or replace function app.booking_blocker(
  p_business_id uuid, p_constraints jsonb, p_phone text, p_points int, p_now timestamptz)
returns text language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_requested_id bigint := (p_constraints ->> 'customerId')::bigint;
  v_email_key text := p_constraints ->> 'emailKey';
  v_open_limit int := (p_constraints ->> 'openLimit')::int;
  v_client_address text := p_constraints -> 'unpaid' ->> 'clientAddress';
  v_held int;
  v_unpaid_limit int := (p_constraints -> 'unpaid' ->> 'limit')::int;
  v_hour_ago timestamptz := p_now - interval '1 hour';
  v_customer_id bigint;
  v_phone text;
  v_blocked_at timestamptz;
  v_erased_at timestamptz;
  v_points_balance int;
begin
  perform app.set_business(p_business_id);
  if v_requested_id is null then
    select customer.id, customer.phone, customer.blocked_at, customer.points_balance
    into v_customer_id, v_phone, v_blocked_at, v_points_balance
    from app.customers customer
    where customer.business_id = p_business_id and customer.email_key = v_email_key;
  else
    select customer.id, customer.phone, customer.blocked_at, customer.erased_at,
      customer.points_balance
    into v_customer_id, v_phone, v_blocked_at, v_erased_at, v_points_balance
    from app.customers customer
    where customer.business_id = p_business_id and customer.id = v_requested_id;
    if v_customer_id is null or v_erased_at is not null then
      return 'gone';
    end if;
  end if;

  if (p_constraints ->> 'phoneRequired')::boolean and p_phone = ''
    and (v_requested_id is null or v_phone = '') then
    return 'phone';
  end if;
  if (p_constraints ->> 'mayBeBlocked')::boolean and v_blocked_at is not null then
    return 'blocked';
  end if;

  -- Whether there are as many as allowed: one at the place of the last. Each query runs only if it
  -- can find a row, because one that is known to find none would be planned again at every call.
  if v_open_limit is not null and v_customer_id is not null then
    if exists (
      select from app.bookings booking
      where booking.business_id = p_business_id and booking.customer_id = v_customer_id
        and booking.starts_at > p_now and booking.state in ('pending', 'confirmed')
      offset v_open_limit - 1) then
      return 'limit';
    end if;
  end if;
  -- a phone may be shared, so it counts only for guests
  if v_open_limit is not null and v_requested_id is null and p_phone <> '' then
    if exists (
      select from app.bookings booking
      where booking.business_id = p_business_id and booking.contact_phone = p_phone
        and booking.starts_at > p_now and booking.state in ('pending', 'confirmed')
      offset v_open_limit - 1) then
      return 'limit';
    end if;
  end if;
  if v_client_address is not null then
    select count(*) into v_held
    from app.holds hold
    where hold.business_id = p_business_id and hold.limit_scope = v_client_address
      and hold.created_at > v_hour_ago and hold.expires_at > p_now
      and hold.released_at is null and hold.booking_id is null
      and hold.id is distinct from (p_constraints -> 'unpaid' ->> 'holdId')::bigint;
    if v_held >= v_unpaid_limit then
      return 'limit';
    end if;
    if exists (
      select from app.bookings booking
      where booking.business_id = p_business_id and booking.asked_from = v_client_address
        and booking.expires_at > p_now
      offset v_unpaid_limit - v_held - 1) then
      return 'limit';
    end if;
  end if;

  if p_points > coalesce(v_points_balance, 0) then
    return 'points';
  end if;
  return null;
end $$;
