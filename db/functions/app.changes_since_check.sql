-- What Silla has changed since the last consistency check of the transaction's business that found
-- no inconsistency. Every change of a booking or of points records an event in its transaction
-- (D31); rows that something else has written to are not found.
--
-- p_checked_after: an older check does not count; null: none does. Without a check all columns are
-- null: everything has to be checked.
-- has_new_catalog: upcoming bookings may be outside the working time now.
create or replace function app.changes_since_check(p_business_id uuid, p_checked_after timestamptz)
returns table (
  checked_at timestamptz, has_new_catalog boolean, bookings bigint[], customers bigint[])
language plpgsql set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan as $$
declare
  v_checked_at timestamptz;
  v_position bigint;
  v_version bigint;
begin
  select last.checked_at, last.event_position, last.catalog_version
  into v_checked_at, v_position, v_version
  from app.consistency_checks last
  where last.business_id = p_business_id and last.checked_at > p_checked_after;
  if not found then
    return query select null::timestamptz, null::boolean, null::bigint[], null::bigint[];
    return;
  end if;

  return query
    with changes as (
      select event.type, event.payload from app.events event
      where event.business_id = p_business_id and event.position > v_position
      union all
      select event.type, event.payload from app.events event
      where event.business_id = p_business_id and event.position is null)
    select v_checked_at,
      (select business.catalog_version <> v_version from app.businesses business
        where business.business_id = p_business_id),
      array(
        select distinct (case when changes.type like 'reserva.%' then changes.payload ->> 'id'
          else changes.payload ->> 'bookingId' end)::bigint as id
        from changes
        where changes.type like 'reserva.%' or changes.payload ->> 'bookingId' is not null),
      array(
        select distinct (changes.payload ->> 'customerId')::bigint from changes
        where changes.type like 'puntos.%');
end $$;
