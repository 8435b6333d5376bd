-- The agenda of some days (D69), for app.agenda_if_changed. Each row has a part of it as JSON: its kinds
-- and their fields are those of AgendaRow in db/src/queries/salon-agenda.ts. Times are seconds since 1970,
-- those of an expiry milliseconds.
--
-- p_since is before the start of any visit that reaches into the days, p_touched is p_from without the
-- longest buffer, and p_blocked_since is before the start of any block that does. Bounds are parameters:
-- row-level security would let columns be compared with the result of a calculation only after the rows
-- have been read. The visits are found by an index, and only these are read whole. Of a customer's other
-- visits and notes the first is enough; the limit keeps the planner from reading those of all customers.
-- The plans are made once for all calls: making them takes longer than running them.
create or replace function app.read_agenda(
  p_business_id uuid, p_from timestamptz, p_before timestamptz, p_since timestamptz,
  p_touched timestamptz, p_blocked_since timestamptz, p_professional_id bigint,
  p_shows_contacts boolean, p_shows_notes boolean, p_now timestamptz)
returns table (kind text, content text)
language plpgsql set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  v_ids bigint[];
begin
  perform app.set_tenant(p_business_id);

  if p_professional_id is null then
    v_ids := array(
      select booking.id from app.bookings booking
      where booking.business_id = p_business_id
        and booking.starts_at >= p_since and booking.starts_at < p_before
        and booking.ends_at > p_touched and booking.state <> 'cancelled'
      order by booking.starts_at, booking.id);
  else
    v_ids := array(
      select found.id from (
        (select booking.id, booking.starts_at from app.bookings booking
          where booking.business_id = p_business_id and booking.professional_id = p_professional_id
            and booking.starts_at >= p_since and booking.starts_at < p_before
            and booking.ends_at > p_touched and booking.state <> 'cancelled')
        union
        (select booking.id, booking.starts_at from app.booking_lines line
          join app.bookings booking
            on booking.business_id = p_business_id and booking.id = line.booking_id
          where line.business_id = p_business_id and line.professional_id = p_professional_id
            and line.visit_starts_at >= p_since and line.visit_starts_at < p_before
            and booking.ends_at > p_touched and booking.state <> 'cancelled')) found
      order by found.starts_at, found.id);
  end if;

  return query
  select 'person', json_build_array(person.id, person.name)::text
  from app.professionals person
  where person.business_id = p_business_id and not person.active
    and person.id = any (p_professional_id || array(
      select line.professional_id from app.booking_lines line
      where line.business_id = p_business_id and line.booking_id = any (v_ids)))
  order by person.position, person.id;

  return query
  select 'visit', json_build_array(
      booking.id, booking.code, booking.state, booking.version,
      date_part('epoch', booking.starts_at)::int8, date_part('epoch', booking.ends_at)::int8,
      (date_part('epoch', booking.expires_at) * 1000)::int8,
      booking.customer_id, booking.contact_name,
      case when p_shows_contacts then booking.contact_email end,
      case when p_shows_contacts then booking.contact_phone end,
      booking.notes <> '' or coalesce(p_shows_notes and (
        select true from app.customer_notes note
        where note.business_id = p_business_id and note.customer_id = booking.customer_id
          and note.kind <> 'allergy'
        limit 1), false),
      coalesce((
        select false from app.bookings earlier
        where earlier.business_id = p_business_id and earlier.customer_id = booking.customer_id
          and earlier.starts_at < booking.starts_at
          and earlier.state in ('pending', 'confirmed', 'completed')
        limit 1), true),
      booking.currency, booking.total_cents, booking.payment_required, booking.payment_id,
      (
        select json_build_object(
          'id', payment.id, 'purpose', payment.purpose, 'state', payment.state,
          'amountCents', payment.amount_cents,
          'receivedCents', payment.received_cents, 'refundSeenCents', payment.refund_seen_cents,
          'refunds', (
            select json_agg(json_build_object(
                'amountCents', refund.amount_cents, 'state', refund.state, 'reason', refund.reason,
                'isSent', refund.refund_ref is not null) order by refund.created_at, refund.id)
            from app.refunds refund
            where refund.business_id = p_business_id and refund.payment_id = payment.id))
        from app.payments payment
        where payment.business_id = p_business_id and payment.booking_id = booking.id
          and payment.purpose <> 'fee'
        order by payment.applied desc, (payment.received_cents > 0) desc, payment.is_open desc,
          payment.created_at desc, payment.id desc limit 1),
      (
        select json_agg(json_build_array(
            line.service_id, line.name, line.professional_id,
            date_part('epoch', line.starts_at)::int8, line.phase_minutes, line.buffer_minutes,
            case when line.unit_ids <> '{}' then (
              select json_agg(json_build_array(type.handle, type.name, unit.number)
                order by type.position, type.id, unit.number)
              from app.resource_units unit
              join app.resource_types type
                on type.business_id = p_business_id and type.id = unit.resource_type_id
              where unit.business_id = p_business_id and unit.id = any (line.unit_ids)) end)
          order by line.position)
        from app.booking_lines line
        where line.business_id = p_business_id and line.booking_id = booking.id),
      (date_part('epoch', booking.arrived_at) * 1000)::int8, booking.deposit_cents,
      coalesce((
        select sum(entry.amount_cents) from app.till_entries entry
        where entry.business_id = p_business_id and entry.booking_id = booking.id), 0)::int8)::text
  from unnest(v_ids) with ordinality listed (id, position)
  join app.bookings booking on booking.business_id = p_business_id and booking.id = listed.id
  order by listed.position;

  return query
  select 'block', json_build_array(
      block.id, date_part('epoch', block.starts_at)::int8, date_part('epoch', block.ends_at)::int8,
      block.reason, block.created_at,
      case when person.id is not null then
        json_build_object('id', person.id, 'name', person.name) end,
      case when type.id is not null then json_build_object(
        'handle', type.handle, 'name', type.name, 'unitNumber', block.unit_number) end)::text
  from app.blocks block
  left join app.professionals person
    on person.business_id = p_business_id and person.id = block.professional_id
  left join app.resource_types type
    on type.business_id = p_business_id and type.id = block.resource_type_id
  where block.business_id = p_business_id
    and block.starts_at > p_blocked_since and block.starts_at < p_before
    and block.ends_at > p_from
    and (p_professional_id is null or block.professional_id = p_professional_id)
  order by block.starts_at, block.created_at, block.id;

  return query
  select 'hold', json_build_array(
      hold.id, date_part('epoch', hold.starts_at)::int8, date_part('epoch', hold.ends_at)::int8,
      (date_part('epoch', hold.expires_at) * 1000)::int8, hold.lines)::text
  from app.holds hold
  where hold.business_id = p_business_id and hold.expires_at > p_now
    and hold.released_at is null and hold.booking_id is null
    and hold.starts_at < p_before and hold.ends_at > p_touched
    and (p_professional_id is null or hold.lines @> jsonb_build_array(
      jsonb_build_object('professional', jsonb_build_object('id', p_professional_id))))
  order by hold.starts_at, hold.id;
end $$;
