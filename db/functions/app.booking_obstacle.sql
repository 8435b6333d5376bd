-- What stands between somebody and one more booking, in the order in which it is told (D15), or
-- null. Who they are is a signed-in customer's id, or else a guest's e-mail.
--
-- 'gone' (the customer was erased) | 'phone' (there is none, and the salon wants one) | 'blocked' |
-- 'limit' (p_open_limit bookings to come already, or p_unpaid_limit that wait for their payment and
-- were asked for from p_asked_from; null: no limit) | 'points' (fewer than p_points)
create function app.booking_obstacle(
  p_business_id uuid, p_customer_id bigint, p_email_key text, p_phone text, p_phone_required boolean, p_may_be_blocked boolean,
  p_open_limit int, p_asked_from text, p_unpaid_limit int, p_points int, p_now timestamptz)
returns text language plpgsql as $$
declare
  v_customer_id bigint;
  v_phone text;
  v_blocked_at timestamptz;
  v_erased_at timestamptz;
  v_points_balance int;
begin
  perform app.set_business(p_business_id);
  if p_customer_id is null then
    select customer.id, customer.phone, customer.blocked_at, customer.points_balance
    into v_customer_id, v_phone, v_blocked_at, v_points_balance
    from app.customers customer where customer.business_id = p_business_id and customer.email_key = p_email_key;
  else
    select customer.id, customer.phone, customer.blocked_at, customer.erased_at, customer.points_balance
    into v_customer_id, v_phone, v_blocked_at, v_erased_at, v_points_balance
    from app.customers customer where customer.business_id = p_business_id and customer.id = p_customer_id;
    if v_customer_id is null or v_erased_at is not null then
      return 'gone';
    end if;
  end if;

  if p_phone_required and p_phone = '' and (p_customer_id is null or v_phone = '') then
    return 'phone';
  end if;
  if p_may_be_blocked and v_blocked_at is not null then
    return 'blocked';
  end if;
  -- a signed-in customer's bookings are their own; somebody else may have used the same phone
  if p_open_limit is not null and app.open_bookings(
    p_business_id, v_customer_id, case when p_customer_id is null then p_phone else '' end, p_now) >= p_open_limit then
    return 'limit';
  end if;
  if p_asked_from is not null and p_unpaid_limit <= (
    select count(*) from app.bookings booking
    where booking.business_id = p_business_id and booking.asked_from = p_asked_from and booking.expires_at > p_now) then
    return 'limit';
  end if;
  if p_points > coalesce(v_points_balance, 0) then
    return 'points';
  end if;
  return null;
end $$;
