-- One page of a salon's bookings, and with each the number of all that match, in one round trip (D14).
-- A page without bookings is one row, with the number. The fields of `booking` are those of
-- ListedBookingRow in db/src/queries/booking-lists.ts; each is a row, so that a reader of many need not
-- parse one long text. A null filter matches everything; p_from is included and p_before is not.
--
-- The bookings of a page are found by an index that has their order, and only these are read whole.
-- The lines in which a further professional takes part are few, and found by an index of their own
-- (booking_lines.visit_starts_at). The bookings of one customer are few, too: they are sorted. They are
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
  perform app.set_business(p_business_id);

  if p_customer_id is not null then
    v_ids := array(
      select booking.id from app.bookings booking
      where booking.business_id = p_business_id and booking.customer_id = p_customer_id
        and booking.starts_at >= v_from and booking.starts_at < v_before
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
  select v_total, json_build_object(
      'id', booking.id, 'code', booking.code, 'state', booking.state,
      'startsAt', booking.starts_at, 'endsAt', booking.ends_at, 'expiresAt', booking.expires_at,
      'customerId', booking.customer_id, 'language', booking.language, 'notes', booking.notes,
      'currency', booking.currency, 'subtotalCents', booking.subtotal_cents,
      'discountCents', booking.discount_cents, 'totalCents', booking.total_cents,
      'paymentRequired', booking.payment_required, 'depositCents', booking.deposit_cents,
      'guarantee', booking.guarantee, 'paymentId', booking.payment_id,
      'pointsUsed', booking.points_used, 'pointsEarned', booking.points_earned,
      'pointsRound', booking.points_round, 'cancelledAt', booking.cancelled_at,
      'cancelledBy', booking.cancelled_by, 'cancelReason', booking.cancel_reason,
      'reschedules', booking.reschedules, 'customerReschedules', booking.customer_reschedules,
      'refundLimitPercent', booking.refund_limit_percent,
      'seriesId', booking.series_id, 'arrivedAt', booking.arrived_at, 'version', booking.version,
      'createdAt', booking.created_at, 'updatedAt', booking.updated_at,
      'assignedBy', booking.assigned_by,
      'professional', json_build_object('id', professional.id, 'name', professional.name),
      -- the source is here because a function takes at most 100 arguments
      'contact', json_build_object('name', booking.contact_name, 'email', booking.contact_email,
        'phone', booking.contact_phone, 'source', booking.source),
      'lines', (
        select coalesce(json_agg(json_build_object(
            'serviceId', line.service_id, 'name', line.name, 'priceCents', line.price_cents,
            'chargedCents', line.charged_cents, 'vatBasisPoints', line.vat_basis_points,
            'durationMinutes', line.duration_minutes,
            'pointsAwarded', line.points_awarded,
            'professional', json_build_object('id', person.id, 'name', person.name),
            'startsAt', line.starts_at, 'endsAt', line.ends_at, 'phases', line.phase_minutes,
            'bufferMinutes', line.buffer_minutes, 'unitIds', line.unit_ids) order by line.position),
          '[]')
        from app.booking_lines line
        join app.professionals person
          on person.business_id = p_business_id and person.id = line.professional_id
        where line.business_id = p_business_id and line.booking_id = booking.id),
      'payments', (
        select json_agg(json_build_object(
          'id', payment.id, 'purpose', payment.purpose, 'state', payment.state,
          'amountCents', payment.amount_cents,
          'receivedCents', payment.received_cents, 'refundSeenCents', payment.refund_seen_cents,
          'applied', payment.applied, 'isOpen', payment.is_open,
          'fee', case when payment.purpose = 'fee' then (
            select json_build_object(
              'reason', fee.reason, 'state', fee.state, 'linkUntil', fee.link_until)
            from app.fees fee
            where fee.business_id = p_business_id and fee.payment_id = payment.id) end,
          'refunds', (
            select json_agg(
              json_build_object(
                'amountCents', refund.amount_cents, 'state', refund.state, 'reason', refund.reason,
                'isSent', refund.refund_ref is not null)
              order by refund.created_at, refund.id)
            from app.refunds refund
            where refund.business_id = p_business_id and refund.payment_id = payment.id))
          order by payment.created_at, payment.id)
        from app.payments payment
        where payment.business_id = p_business_id and payment.booking_id = booking.id),
      'takenCents', till.taken_cents, 'tipCents', till.tip_cents,
      'internalNote', case when booking.state = 'cancelled' then (
        select transition.note from app.booking_transitions transition
        where transition.business_id = p_business_id and transition.booking_id = booking.id
          and transition.to_state = 'cancelled' and transition.note <> ''
        limit 1) end)
  from unnest(v_ids) with ordinality listed (id, position)
  join app.bookings booking on booking.business_id = p_business_id and booking.id = listed.id
  join app.professionals professional
    on professional.business_id = p_business_id and professional.id = booking.professional_id
  cross join lateral (
    select coalesce(sum(entry.amount_cents), 0) as taken_cents,
      coalesce(sum(entry.tip_cents), 0) as tip_cents
    from app.till_entries entry
    where entry.business_id = p_business_id and entry.booking_id = booking.id) till
  order by listed.position;
end $$;
