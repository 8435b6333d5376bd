-- One page of a salon's bookings, and with each the number of all that match, in one round trip (D14).
-- A page without bookings is one row, with the number. A null filter matches everything; p_from is included
-- and p_before is not.
--
-- The bookings of a page are found by an index that has their order, and only these are read whole
-- (app.read_booking_rows).
-- The lines in which a further professional takes part are few, and found by an index of their own
-- (booking_lines.visit_starts_at). The bookings of one customer are few, too: they are sorted. Their times are
-- compared together with the customer, so that no index without the customer serves: a plan without
-- statistics, to which all indexes cost the same, reads all bookings of the salon by one. Bookings are
-- counted only when a page does not show how many there are. The plans are made once for all calls:
-- making them takes longer than running them.
create or replace function app.list_booking_rows(
  p_business_id uuid, p_from timestamptz, p_before timestamptz, p_states text[],
  p_professional_id bigint, p_customer_id bigint, p_earliest_first boolean, p_offset bigint,
  p_limit bigint)
returns table (total int, booking json)
language plpgsql set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  v_total int;
  v_from timestamptz := coalesce(p_from, '-infinity');
  v_before timestamptz := coalesce(p_before, 'infinity');
  v_ids bigint[];
begin
  perform app.set_tenant(p_business_id);

  if p_customer_id is not null then
    v_ids := array(
      select booking.id from app.bookings booking
      where booking.business_id = p_business_id and booking.customer_id = p_customer_id
        and (booking.customer_id, booking.starts_at) >= (p_customer_id, v_from)
        and (booking.customer_id, booking.starts_at) < (p_customer_id, v_before)
        and (p_states is null or booking.state = any (p_states))
        and (p_professional_id is null or exists (
          select from app.booking_lines line
          where line.business_id = p_business_id and line.booking_id = booking.id
            and line.professional_id = p_professional_id))
      order by case when p_earliest_first then booking.starts_at end,
        case when p_earliest_first then booking.created_at end,
        case when p_earliest_first then booking.id end,
        booking.starts_at desc, booking.created_at desc, booking.id desc);
    v_total := cardinality(v_ids);
    v_ids := v_ids[least(p_offset, v_total)::int + 1 : least(p_offset + p_limit, v_total)::int];
  elsif p_professional_id is not null then
    if p_earliest_first then
      v_ids := array(
        select found.id from (
          (select booking.id, booking.starts_at, booking.created_at from app.bookings booking
            where booking.business_id = p_business_id and booking.professional_id = p_professional_id
              and booking.starts_at >= v_from and booking.starts_at < v_before
              and (p_states is null or booking.state = any (p_states))
            order by booking.starts_at, booking.created_at, booking.id limit p_offset + p_limit)
          union all
          (select booking.id, line.visit_starts_at, booking.created_at
            from app.booking_lines line
            join app.bookings booking
              on booking.business_id = p_business_id and booking.id = line.booking_id
            where line.business_id = p_business_id and line.professional_id = p_professional_id
              and line.visit_starts_at >= v_from and line.visit_starts_at < v_before
              and (p_states is null or booking.state = any (p_states))
            order by line.visit_starts_at, booking.created_at, booking.id
            limit p_offset + p_limit)) found
        order by found.starts_at, found.created_at, found.id offset p_offset limit p_limit);
    else
      v_ids := array(
        select found.id from (
          (select booking.id, booking.starts_at, booking.created_at from app.bookings booking
            where booking.business_id = p_business_id and booking.professional_id = p_professional_id
              and booking.starts_at >= v_from and booking.starts_at < v_before
              and (p_states is null or booking.state = any (p_states))
            order by booking.starts_at desc, booking.created_at desc, booking.id desc
            limit p_offset + p_limit)
          union all
          (select booking.id, line.visit_starts_at, booking.created_at
            from app.booking_lines line
            join app.bookings booking
              on booking.business_id = p_business_id and booking.id = line.booking_id
            where line.business_id = p_business_id and line.professional_id = p_professional_id
              and line.visit_starts_at >= v_from and line.visit_starts_at < v_before
              and (p_states is null or booking.state = any (p_states))
            order by line.visit_starts_at desc, booking.created_at desc, booking.id desc
            limit p_offset + p_limit)) found
        order by found.starts_at desc, found.created_at desc, found.id desc
        offset p_offset limit p_limit);
    end if;
  elsif p_earliest_first then
    v_ids := array(
      select booking.id from app.bookings booking
      where booking.business_id = p_business_id
        and booking.starts_at >= v_from and booking.starts_at < v_before
        and (p_states is null or booking.state = any (p_states))
      order by booking.starts_at, booking.created_at, booking.id offset p_offset limit p_limit);
  else
    v_ids := array(
      select booking.id from app.bookings booking
      where booking.business_id = p_business_id
        and booking.starts_at >= v_from and booking.starts_at < v_before
        and (p_states is null or booking.state = any (p_states))
      order by booking.starts_at desc, booking.created_at desc, booking.id desc
      offset p_offset limit p_limit);
  end if;

  if v_total is null and cardinality(v_ids) < p_limit and (p_offset = 0 or cardinality(v_ids) > 0) then
    v_total := p_offset + cardinality(v_ids);
  elsif v_total is null and p_professional_id is not null then
    v_total := (
      select count(*) from app.bookings booking
      where booking.business_id = p_business_id and booking.professional_id = p_professional_id
        and booking.starts_at >= v_from and booking.starts_at < v_before
        and (p_states is null or booking.state = any (p_states)))
      + (
      select count(*) from app.booking_lines line
      join app.bookings booking
        on booking.business_id = p_business_id and booking.id = line.booking_id
      where line.business_id = p_business_id and line.professional_id = p_professional_id
        and line.visit_starts_at >= v_from and line.visit_starts_at < v_before
        and (p_states is null or booking.state = any (p_states)));
  elsif v_total is null and p_from is null and p_before is null and p_states is null then
    -- conditions that every row meets would cost a quarter of it
    v_total := (select count(*) from app.bookings booking where booking.business_id = p_business_id);
  elsif v_total is null then
    v_total := (
      select count(*) from app.bookings booking
      where booking.business_id = p_business_id
        and booking.starts_at >= v_from and booking.starts_at < v_before
        and (p_states is null or booking.state = any (p_states)));
  end if;

  if cardinality(v_ids) = 0 then
    return query select v_total, null::json;
    return;
  end if;
  return query
  select v_total, listed.booking from app.read_booking_rows(p_business_id, v_ids) listed;
end $$;
