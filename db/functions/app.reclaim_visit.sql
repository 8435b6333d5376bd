-- Kept for release 0.2.0, which calls it.
--
-- Claims the first way of a visit that is free, for a booking whose own claims are deleted already,
-- and returns its index; null: there is none. What was claimed before is left for the caller to undo.
--
-- p_ways, p_balance_day: as in app.claim_first_free
create or replace function app.reclaim_visit(
  p_business_id uuid, p_booking_id bigint, p_ways jsonb, p_balance_day jsonb, p_now timestamptz)
returns int language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if jsonb_array_length(p_ways) > 1 then
    return app.claim_first_free(p_business_id, p_ways, p_balance_day, p_booking_id, p_now);
  end if;
  if app.claim_visit(p_business_id, p_ways -> 0 -> 'claims', p_booking_id, p_now) then
    return 0;
  end if;
  return null;
end $$;
