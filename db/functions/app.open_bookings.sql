-- How many bookings still to come a guest holds, by e-mail and by phone, whichever is more (D15).
create function app.open_bookings(p_business_id uuid, p_email_key text, p_phone text, p_now timestamptz)
returns int language plpgsql as $$
declare
  v_by_email int;
  v_by_phone int;
begin
  perform app.set_business(p_business_id);
  select count(*) into v_by_email
  from app.bookings booking
  join app.customers customer on customer.business_id = booking.business_id and customer.id = booking.customer_id
  where customer.business_id = p_business_id and customer.email_key = p_email_key
    and booking.business_id = p_business_id and booking.starts_at > p_now and booking.state in ('pending', 'confirmed');
  select count(*) into v_by_phone
  from app.bookings booking
  where booking.business_id = p_business_id and booking.contact_phone = p_phone and p_phone <> ''
    and booking.starts_at > p_now and booking.state in ('pending', 'confirmed');
  return greatest(v_by_email, v_by_phone);
end $$;
