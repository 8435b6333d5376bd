-- A booking whole (app.read_booking_rows), by its id or, where that is null, by its code, in one round trip;
-- none: there is no such booking, or p_professional_id takes no part in it. The plans are made once for all
-- calls: making them takes longer than running them.
create or replace function app.find_booking(
  p_business_id uuid, p_id bigint, p_code text, p_professional_id bigint)
returns table (booking json)
language plpgsql set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_id bigint := p_id;
begin
  perform app.set_tenant(p_business_id);
  if p_id is null then
    select found.id into v_id from app.bookings found
    where found.business_id = p_business_id and found.code = p_code;
  end if;
  if p_professional_id is not null and not exists (
    select from app.booking_lines line
    where line.business_id = p_business_id and line.booking_id = v_id
      and line.professional_id = p_professional_id) and not exists (
    select from app.bookings led
    where led.business_id = p_business_id and led.id = v_id
      and led.professional_id = p_professional_id) then
    return;
  end if;
  return query select found.booking from app.read_booking_rows(p_business_id, array[v_id]) found;
end $$;
