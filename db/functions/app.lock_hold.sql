-- Locks the hold that is to become a booking, and returns the way of the visit that is held; null:
-- the hold is not live, or none of the ways is what it holds. hold is then what the caller needs to
-- plan the visit again: lines, requestedIds, isLive and isBooked; null: there is no such hold.
-- Of a hold that is over the way is the first one, unless it is live or has become a booking.
--
-- p_hold: {id, requestedIds, isOver}, with the professional whom the booking requests for each line;
-- null: any, which only a hold for any accepts. isOver: it has expired or was released
-- p_ways: as in app.book_visit, with heldLines
create or replace function app.lock_hold(p_business_id uuid, p_hold jsonb, p_ways jsonb, p_now timestamptz)
returns table (way int, hold jsonb)
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_lines jsonb;
  v_requested jsonb;
  v_expires_at timestamptz;
  v_released_at timestamptz;
  v_booking_id bigint;
  v_is_live boolean;
  v_way int;
begin
  select held.lines, to_jsonb(held.requested_ids), held.expires_at, held.released_at,
    held.booking_id
  into v_lines, v_requested, v_expires_at, v_released_at, v_booking_id
  from app.holds held
  where held.business_id = p_business_id and held.id = (p_hold ->> 'id')::bigint
  for no key update;
  v_is_live := v_expires_at > p_now and v_released_at is null and v_booking_id is null;

  if (p_hold ->> 'isOver')::boolean then
    v_way := case when not v_is_live and v_booking_id is null then 0 end;
  elsif v_is_live then
    for v_index in 0 .. jsonb_array_length(p_ways) - 1 loop
      if p_ways -> v_index -> 'heldLines' = v_lines then
        v_way := v_index;
      end if;
    end loop;
    for v_index in 0 .. jsonb_array_length(v_requested) - 1 loop
      if v_requested -> v_index <> 'null' and p_hold -> 'requestedIds' -> v_index = 'null' then
        v_way := null;
      end if;
    end loop;
  end if;
  return query select v_way, case when v_is_live is not null then jsonb_build_object(
    'lines', v_lines, 'requestedIds', v_requested, 'isLive', v_is_live,
    'isBooked', v_booking_id is not null) end;
end $$;
