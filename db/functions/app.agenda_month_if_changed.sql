-- What is booked on the days of a month (D69), unless its state is the one that the caller knows. The rows
-- are those of app.agenda_if_changed: 'state' first and then, when the state is another one or none is
-- known, 'person' and 'days'. Their fields are those of AgendaMonthRow in db/src/queries/salon-agenda.ts.
--
-- p_starts has the midnights of the days. A visit belongs to the day on which it begins; its minutes are
-- those of its work and buffers, of one professional where there is a limit. The lines of a visit are a
-- sub-select, so that no plan reads those of all visits of the salon.
create or replace function app.agenda_month_if_changed(
  p_business_id uuid, p_starts timestamptz[], p_from timestamptz, p_before timestamptz,
  p_professional_id bigint, p_now timestamptz, p_known text)
returns table (kind text, content text)
language plpgsql set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_catalog_version bigint;
  v_position bigint;
  v_state text;
begin
  select found.catalog_version, found."position",
    found.catalog_version || ' ' || found.events || ' ' || found.others
  into v_catalog_version, v_position, v_state
  from app.agenda_state(p_business_id, p_now) found;
  if v_state is null then
    return;
  end if;
  kind := 'state';
  content := json_build_array(v_catalog_version, v_position, v_state);
  return next;
  if v_state is not distinct from p_known then
    return;
  end if;

  return query
  select 'person', json_build_array(person.id, person.name)::text
  from app.professionals person
  where person.business_id = p_business_id and person.id = p_professional_id;

  return query
  with visit as materialized (
    select booking.starts_at, booking.state, (
      select sum(line.buffer_minutes + case cardinality(line.phase_minutes)
        when 1 then line.phase_minutes[1] else (
          select sum(phase.minutes)
          from unnest(line.phase_minutes) with ordinality phase (minutes, place)
          where phase.place % 2 = 1) end)
      from app.booking_lines line
      where line.business_id = p_business_id and line.booking_id = booking.id
        and (p_professional_id is null or line.professional_id = p_professional_id)) as minutes
    from app.bookings booking
    where booking.business_id = p_business_id
      and booking.starts_at >= p_from and booking.starts_at < p_before
      and booking.state <> 'cancelled'),
  day as (
    select width_bucket(visit.starts_at, p_starts) as number, count(*) as visits,
      count(*) filter (where visit.state = 'pending') as pending, sum(visit.minutes) as minutes
    from visit
    where visit.minutes is not null
    group by 1)
  select 'days', coalesce(
    json_agg(json_build_array(day.number, day.visits, day.pending, day.minutes) order by day.number),
    '[]')::text
  from day;
end $$;
