-- The times for which the lines of these bookings need a resource and have no claim on it: the
-- professional for each working phase, a unit from the start to the end of the line; the last claim
-- of each lasts until the buffer is over (D34, D35).
create or replace function app.unclaimed_times(p_business_id uuid, p_bookings bigint[])
returns table (
  booking_id bigint, resource_id bigint, starts_at timestamptz, ends_at timestamptz)
language plpgsql set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    with booked as materialized (
      select line.booking_id, line.professional_id, line.starts_at, line.phase_minutes,
        line.unit_ids, make_interval(mins => line.buffer_minutes) + line.ends_at as held_until
      from app.booking_lines line
      where line.business_id = p_business_id and line.booking_id = any (p_bookings)),
    needed as (
      select booked.booking_id, booked.professional_id as resource_id, booked.starts_at,
        booked.held_until as ends_at
      from booked where cardinality(booked.phase_minutes) = 1
      union all
      select booked.booking_id, booked.professional_id,
        make_interval(mins => phase.ends_after - phase.minutes) + booked.starts_at,
        case when phase.number = cardinality(booked.phase_minutes) then booked.held_until
          else make_interval(mins => phase.ends_after) + booked.starts_at end
      from booked
      cross join lateral (
        select each.minutes, each.number,
          (sum(each.minutes) over (order by each.number))::int as ends_after
        from unnest(booked.phase_minutes) with ordinality as each (minutes, number)) phase
      where cardinality(booked.phase_minutes) > 1 and phase.number % 2 = 1
      union all
      select booked.booking_id, unit.id, booked.starts_at, booked.held_until
      from booked cross join unnest(booked.unit_ids) as unit (id))
    select needed.booking_id, needed.resource_id, needed.starts_at, needed.ends_at
    from needed
    where not exists (
      select from app.claims claim
      where claim.business_id = p_business_id and claim.owner_kind = 'booking'
        and claim.owner_id = any (p_bookings) and claim.owner_id = needed.booking_id
        and claim.resource_id = needed.resource_id and claim.starts_at <= needed.starts_at
        and claim.ends_at >= needed.ends_at)
    order by needed.resource_id, needed.starts_at;
end $$;
