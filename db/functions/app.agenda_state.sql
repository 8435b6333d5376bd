-- Whether the agenda of a salon is the same as before (D69, D70). Everything that it shows
-- follows from the catalogue, or is changed together with an event or a row of agenda_changes, or is a
-- hold, which ends by time alone.
--   catalog_version, position: of the catalogue and of the last event that has a position
--   events: how many events there were, also those without a position. It only grows: an event that gets
--     its position is counted there instead
--   others: how many other changes there were, and the holds that have not ended
-- All are of one snapshot. No row: there is no such business.
create or replace function app.agenda_state(p_business_id uuid, p_now timestamptz)
returns table (catalog_version bigint, "position" bigint, events bigint, others text)
language plpgsql set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  perform app.set_tenant(p_business_id);
  return query
  select business.catalog_version, coalesce(given.last_position, 0),
    coalesce(given.last_position, 0) + (
      select count(*) from app.events event
      where event.business_id = p_business_id and event.position is null),
    (coalesce(given.counted_changes, 0) + (
      select count(*) from app.agenda_changes change
      where change.business_id = p_business_id))
    || coalesce((
      select string_agg(' ' || hold.id || ' ' || date_part('epoch', hold.expires_at), '' order by hold.id)
      from app.holds hold
      where hold.business_id = p_business_id and hold.expires_at > p_now
        and hold.released_at is null and hold.booking_id is null), '')
  from app.businesses business
  left join app.event_positions given on given.business_id = p_business_id
  where business.business_id = p_business_id;
end $$;
