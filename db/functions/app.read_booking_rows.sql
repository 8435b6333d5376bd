-- Bookings whole, in the order of their ids, for app.list_booking_rows and app.find_booking. The fields of
-- `booking` are those of ListedBookingRow in db/src/queries/booking-lists.ts; each is a row, so that a reader
-- of many need not parse one long text. The transaction has set the tenant.
create or replace function app.read_booking_rows(p_business_id uuid, p_ids bigint[])
returns table (booking json)
language plpgsql set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
begin
  return query
  select json_build_object(
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
  from unnest(p_ids) with ordinality listed (id, position)
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
