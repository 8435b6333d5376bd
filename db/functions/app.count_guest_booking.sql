-- Counts a booking of a guest by client address and email domain, and returns whether there may be one
-- more of both. A guest whose email belongs to an account is never refused. The transaction has set the
-- tenant; it is to be undone when the booking is refused.
--
-- p_guest: {day, counts: [{kind, keyHash, ceiling}]}, in the order in which rows are locked
--   (GuestCeilings in db/src/queries/new-bookings.ts)
-- p_customer_id: who has the guest's email; null: nobody yet
create or replace function app.count_guest_booking(
  p_business_id uuid, p_guest jsonb, p_customer_id bigint)
returns boolean language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_count jsonb;
  v_bookings int;
  v_is_reached boolean := false;
begin
  for v_count in select one.value from jsonb_array_elements(p_guest -> 'counts') one loop
    insert into app.guest_booking_counts as counted (business_id, day, kind, key_hash, bookings)
    values (
      p_business_id, (p_guest ->> 'day')::date, v_count ->> 'kind',
      decode(v_count ->> 'keyHash', 'hex'), 1)
    on conflict on constraint guest_booking_counts_key do update
    set bookings = counted.bookings + 1
    where counted.bookings < (v_count ->> 'ceiling')::int
    returning counted.bookings into v_bookings;
    v_is_reached := v_is_reached or v_bookings is null;
  end loop;
  return not v_is_reached or exists (
    select from app.customer_accounts account
    where account.business_id = p_business_id and account.id = p_customer_id);
end $$;
