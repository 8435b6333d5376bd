-- The number of future bookings of a customer, or of a phone number, whichever is higher (D15). An
-- empty phone number matches nothing.
create function app.open_bookings(
  p_business_id uuid, p_customer_id bigint, p_phone text, p_now timestamptz)
returns int language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_of_customer int;
  v_by_phone int;
begin
  perform app.set_business(p_business_id);
  select count(*) into v_of_customer
  from app.bookings booking
  where booking.business_id = p_business_id and booking.customer_id = p_customer_id
    and booking.starts_at > p_now and booking.state in ('pending', 'confirmed');
  select count(*) into v_by_phone
  from app.bookings booking
  where booking.business_id = p_business_id and booking.contact_phone = p_phone and p_phone <> ''
    and booking.starts_at > p_now and booking.state in ('pending', 'confirmed');
  return greatest(v_of_customer, v_by_phone);
end $$;
