-- Bookings whole, in the order of their ids, for app.list_booking_rows and app.find_booking. The fields of
-- `booking` are those of ListedBookingRow in db/src/queries/booking-lists.ts; each is a row, so that a reader
-- of many need not parse one long text. The transaction has set the tenant.
--
-- Objects are written by row_to_json from a subquery whose columns PostgreSQL takes as they are:
-- json_build_object looks up the type of each key and value, and takes half as long again.
--
-- Payments and what was taken for a booking are looked up first, by queries of their own: most bookings have none, and
-- preparing a part of a query costs the same when it finds nothing.
--
-- Bookings and the names of professionals are looked up one by one: with a join, a plan without statistics begins
-- with the professionals or with all bookings, which it takes for few. A range of one id, in its order, because
-- to such a plan all indexes cost the same, and only the primary key has that order.
create or replace function app.read_booking_rows(p_business_id uuid, p_ids bigint[])
returns table (booking json)
language plpgsql set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  v_has_payments boolean;
  v_has_takings boolean;
  -- of each booking, by its id: jsonb, in which an id is found without reading the others
  v_payments jsonb;
  v_takings jsonb;
begin
  select
    exists (
      select from app.payments payment
      where payment.business_id = p_business_id and payment.booking_id = any (p_ids)),
    exists (
      select from app.till_entries entry
      where entry.business_id = p_business_id and entry.booking_id = any (p_ids))
  into v_has_payments, v_has_takings;
  if v_has_payments then
    select jsonb_object_agg(paid.booking_id, paid.payments) into v_payments
    from (
      select payment.booking_id,
        json_agg(
          json_build_object(
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
                  'amountCents', refund.amount_cents, 'state', refund.state,
                  'reason', refund.reason, 'isSent', refund.refund_ref is not null)
                order by refund.created_at, refund.id)
              from app.refunds refund
              where refund.business_id = p_business_id and refund.payment_id = payment.id))
          order by payment.created_at, payment.id) as payments
      from app.payments payment
      where payment.business_id = p_business_id and payment.booking_id = any (p_ids)
      group by payment.booking_id) paid;
  end if;
  if v_has_takings then
    select jsonb_object_agg(
      taken.booking_id, json_build_object('takenCents', taken.cents, 'tipCents', taken.tip_cents))
    into v_takings
    from (
      select entry.booking_id, sum(entry.amount_cents) as cents, sum(entry.tip_cents) as tip_cents
      from app.till_entries entry
      where entry.business_id = p_business_id and entry.booking_id = any (p_ids)
      group by entry.booking_id) taken;
  end if;

  return query
  select row_to_json(fields)
  from unnest(p_ids) with ordinality listed (id, position)
  cross join lateral (
    select booking.id as "id", booking.code as "code", booking.state as "state",
      booking.starts_at as "startsAt", booking.ends_at as "endsAt",
      booking.expires_at as "expiresAt", booking.customer_id as "customerId",
      booking.language as "language", booking.notes as "notes", booking.currency as "currency",
      booking.subtotal_cents as "subtotalCents", booking.discount_cents as "discountCents",
      booking.total_cents as "totalCents", booking.payment_required as "paymentRequired",
      booking.deposit_cents as "depositCents", booking.guarantee as "guarantee",
      booking.payment_id as "paymentId", booking.points_used as "pointsUsed",
      booking.points_earned as "pointsEarned", booking.points_round as "pointsRound",
      booking.cancelled_at as "cancelledAt", booking.cancelled_by as "cancelledBy",
      booking.cancel_reason as "cancelReason", booking.reschedules as "reschedules",
      booking.customer_reschedules as "customerReschedules",
      booking.refund_limit_percent as "refundLimitPercent", booking.series_id as "seriesId",
      booking.arrived_at as "arrivedAt", booking.version as "version",
      booking.created_at as "createdAt", booking.updated_at as "updatedAt",
      booking.assigned_by as "assignedBy",
      json_build_object('id', booking.professional_id, 'name', (
        select person.name from app.professionals person
        where person.business_id = p_business_id
          and person.id between booking.professional_id and booking.professional_id
        order by person.id limit 1)) as "professional",
      json_build_object('name', booking.contact_name, 'email', booking.contact_email,
        'phone', booking.contact_phone, 'source', booking.source) as "contact",
      (
        select coalesce(json_agg(row_to_json(line_fields) order by line.position), '[]')
        from app.booking_lines line
        cross join lateral (
          select line.service_id as "serviceId", line.name as "name",
            line.price_cents as "priceCents", line.charged_cents as "chargedCents",
            line.vat_basis_points as "vatBasisPoints", line.duration_minutes as "durationMinutes",
            line.points_awarded as "pointsAwarded",
            json_build_object('id', line.professional_id, 'name', (
              select person.name from app.professionals person
              where person.business_id = p_business_id
                and person.id between line.professional_id and line.professional_id
              order by person.id limit 1)) as "professional",
            line.starts_at as "startsAt", line.ends_at as "endsAt",
            line.phase_minutes as "phases", line.buffer_minutes as "bufferMinutes",
            line.unit_ids as "unitIds") line_fields
        where line.business_id = p_business_id and line.booking_id = booking.id) as "lines",
      v_payments -> booking.id::text as "payments",
      coalesce(v_takings -> booking.id::text -> 'takenCents', '0') as "takenCents",
      coalesce(v_takings -> booking.id::text -> 'tipCents', '0') as "tipCents",
      case when booking.state = 'cancelled' then (
        select transition.note from app.booking_transitions transition
        where transition.business_id = p_business_id and transition.booking_id = booking.id
          and transition.to_state = 'cancelled' and transition.note <> ''
        limit 1) end as "internalNote"
    from app.bookings booking
    where booking.business_id = p_business_id and booking.id between listed.id and listed.id
    order by booking.id limit 1) fields
  order by listed.position;
end $$;
