-- What prevents one more booking, in the order of D15, or null: 'gone' (the customer was erased, or is
-- beyond the agenda of the member of staff who has chosen them) |
-- 'phone' (there is none, and the salon requires one) | 'blocked' | 'limit' (as many upcoming or
-- unpaid bookings as allowed) | 'mails' (no further email may be sent because of the caller) | 'points'
-- (fewer than p_points). The transaction has set the tenant.
--
-- p_constraints (BookingConstraints in db/src/queries/new-bookings.ts):
--   customerId: of a signed-in customer, or of one whom the salon has chosen; null: a guest, identified
--     by emailKey
--   chosen: {visitedId}: the professional whom the chosen customer must have visited, null: any; null
--     or absent: the customer was not chosen
--   phoneRequired, mayBeBlocked: whether these checks apply
--   mailsBlocked: whether the API has heard that no further email may be sent; null: no
--   openLimit: how many upcoming bookings are allowed; null: no limit
--   unpaid: null, or how many bookings (limit) may await payment per clientAddress. Its live holds
--     count too (D36), except holdId, which is to become the booking
-- p_customer: their row in app.customers; null: there is none yet
create or replace function app.customer_blocker(
  p_business_id uuid, p_constraints jsonb, p_customer jsonb, p_phone text, p_points int,
  p_now timestamptz)
returns text language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_is_guest boolean := p_constraints ->> 'customerId' is null;
  v_open_limit int := (p_constraints ->> 'openLimit')::int;
  v_client_address text := p_constraints -> 'unpaid' ->> 'clientAddress';
  v_unpaid_limit int := (p_constraints -> 'unpaid' ->> 'limit')::int;
  v_hour_ago timestamptz := p_now - interval '1 hour';
  v_customer_id bigint := (p_customer ->> 'id')::bigint;
  v_visited_id bigint := (p_constraints -> 'chosen' ->> 'visitedId')::bigint;
  v_held int;
begin
  if not v_is_guest and (v_customer_id is null or p_customer ->> 'erased_at' is not null) then
    return 'gone';
  end if;
  -- a query of its own: one that is known to find none would be planned again at every call
  if v_visited_id is not null then
    if not exists (
      select from app.bookings booking
      where booking.business_id = p_business_id and booking.customer_id = v_customer_id
        and (booking.professional_id = v_visited_id or exists (
          select from app.booking_lines line
          where line.business_id = p_business_id and line.booking_id = booking.id
            and line.professional_id = v_visited_id))) then
      return 'gone';
    end if;
  end if;
  if (p_constraints ->> 'phoneRequired')::boolean and p_phone = ''
    and (v_is_guest or p_customer ->> 'phone' = '') then
    return 'phone';
  end if;
  if (p_constraints ->> 'mayBeBlocked')::boolean and p_customer ->> 'blocked_at' is not null then
    return 'blocked';
  end if;

  -- Whether there are as many as allowed: one at the place of the last. Each query runs only if it
  -- can find a row.
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
  if v_open_limit is not null and v_is_guest and p_phone <> '' then
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

  if (p_constraints ->> 'mailsBlocked')::boolean then
    return 'mails';
  end if;
  if p_points > coalesce((p_customer ->> 'points_balance')::int, 0) then
    return 'points';
  end if;
  return null;
end $$;
