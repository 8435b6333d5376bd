-- Moves a booking to another time, other people or other services, completely or not at all, in one round
-- trip (D37, D54).
-- The claims decide, as in app.book_visit; its own time is free for it.
--
-- outcome: 'written' | 'simulated' | 'stale' (planned with another version of the catalogue;
-- catalog_version is the current one) | 'changed' (the booking is not what p_move was made from, or
-- gone) | 'payments' (it has payments, and p_move is without any) | 'blocked' (its customer is) |
-- 'taken' (no way is free) | with an idempotency key 'repeated' (answer is that of the first request),
-- 'reused', 'in_progress' as in app.begin_idempotent_request. Anything but 'written' wrote nothing. way
-- is the index of the one that was taken, also when it is simulated.
--
-- p_move: (VisitMove in db/src/queries/booking-changes.ts)
--   booking: as it is to be, complete but for the fields of the way; its version is one more than that
--     of the row
--   ways: [{professionalId, booking, claims, record}]: the fields of the booking that depend on who does
--     it, the claims as in app.claim_visit, and record as p_change of app.record_change; without it the
--     caller records the change, in the same transaction
--   resourceIds: all that the ways may claim; balanceDay: as in app.claim_first_free
--   localStart: the new local time of the start, without a zone
--   from, to: the time before, which is freed
--   catalogVersion: the one that the move was planned with
--   replacesLines: whether its lines become those of the booking, which has other services then (D54);
--     otherwise they are the same ones in their order
--   keepsClaims: whether what it claims stays; the ways have no claims then
--   checksBlocked: whether a blocked customer is refused
--   isWithoutPayments: whether the move does nothing about payments
--   isSimulated: undo everything
--   audit: as p_audit of app.insert_audit_entry; null: nothing is recorded, or the caller does it
-- p_idempotency: as in app.book_visit
--
-- Locks: version of the catalogue (shared), key, booking, resources, claims. The resources are locked
-- in one order for all, before the own claims are deleted: two bookings that are moved at once do not
-- wait for each other's claims.
create or replace function app.move_visit(
  p_business_id uuid, p_move jsonb, p_idempotency jsonb, p_now timestamptz)
returns table (outcome text, way int, answer jsonb, catalog_version bigint)
language plpgsql set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  v_booking jsonb := p_move -> 'booking';
  v_ways jsonb := p_move -> 'ways';
  v_id bigint := (v_booking ->> 'id')::bigint;
  v_version int := (v_booking ->> 'version')::int;
  v_key_hash bytea := decode(p_idempotency ->> 'keyHash', 'hex');
  v_catalog_version bigint;
  v_current int;
  v_arrived_at timestamptz;
  v_resource_ids bigint[];
  v_way int := 0;
  v_lines jsonb;
  v_line jsonb;
  v_professional_id bigint;
  v_seen_ids bigint[] := '{}';
  v_visit_starts_at timestamptz;
  v_outcome text;
  v_answer jsonb;
begin
  perform app.set_business(p_business_id);
  select business.catalog_version into strict v_catalog_version
  from app.businesses business where business.business_id = p_business_id
  for key share;
  if v_catalog_version <> (p_move ->> 'catalogVersion')::bigint then
    return query select 'stale', null::int, null::jsonb, v_catalog_version;
    return;
  end if;

  -- an exception SL001 undoes all that was written, and its message is the outcome
  begin
    if v_key_hash is not null then
      select request.outcome, request.answer into v_outcome, v_answer
      from app.begin_idempotent_request(
        p_business_id, v_key_hash, decode(p_idempotency ->> 'requestHash', 'hex'),
        (p_idempotency ->> 'now')::timestamptz) request;
      if v_outcome <> 'new' then
        raise exception using errcode = 'SL001', message = v_outcome;
      end if;
    end if;
    select booking.version, booking.arrived_at into v_current, v_arrived_at
    from app.bookings booking
    where booking.business_id = p_business_id and booking.id = v_id
    for no key update;
    if v_current is distinct from v_version - 1 then
      raise exception using errcode = 'SL001', message = 'changed';
    end if;
    if (p_move ->> 'isWithoutPayments')::boolean and exists (
      select from app.payments payment
      where payment.business_id = p_business_id and payment.booking_id = v_id) then
      raise exception using errcode = 'SL001', message = 'payments';
    end if;
    -- a query of its own: one that is known to find none would be planned again at every call
    if (p_move ->> 'checksBlocked')::boolean then
      if exists (
        select from app.customers customer
        where customer.business_id = p_business_id
          and customer.id = (v_booking ->> 'customerId')::bigint
          and customer.blocked_at is not null) then
        raise exception using errcode = 'SL001', message = 'blocked';
      end if;
    end if;

    if not coalesce((p_move ->> 'keepsClaims')::boolean, false) then
      select array_agg(claim.resource_id) into v_resource_ids
      from app.claims claim
      where claim.business_id = p_business_id and claim.owner_kind = 'booking'
        and claim.owner_id = v_id;
      v_resource_ids := v_resource_ids || translate(p_move ->> 'resourceIds', '[]', '{}')::bigint[];
      perform from app.resources resource
      where resource.business_id = p_business_id and resource.id = any (v_resource_ids)
      order by resource.id
      for no key update;
      delete from app.claims own
      where own.business_id = p_business_id and own.owner_kind = 'booking' and own.owner_id = v_id;
      if jsonb_array_length(v_ways) > 1 then
        v_way := app.claim_first_free(p_business_id, v_ways, p_move -> 'balanceDay', v_id, p_now);
      elsif not app.claim_visit(p_business_id, v_ways -> 0 -> 'claims', v_id, p_now) then
        v_way := null;
      end if;
    end if;
    if v_way is null then
      raise exception using errcode = 'SL001', message = 'taken';
    end if;
    if (p_move ->> 'isSimulated')::boolean then
      raise exception using errcode = 'SL001', message = 'simulated';
    end if;
  exception when sqlstate 'SL001' then
    return query select sqlerrm, v_way, v_answer, v_catalog_version;
    return;
  end;

  v_booking := v_booking || (v_ways -> v_way -> 'booking');
  if v_booking ? 'arrivedAt' then
    v_arrived_at := (v_booking ->> 'arrivedAt')::timestamptz;
  end if;
  update app.bookings
  set state = v_booking ->> 'state',
    professional_id = (v_booking -> 'professional' ->> 'id')::bigint,
    assigned_by = v_booking ->> 'assignedBy',
    starts_at = (v_booking ->> 'startsAt')::timestamptz,
    ends_at = (v_booking ->> 'endsAt')::timestamptz,
    local_start = (p_move ->> 'localStart')::timestamp, timezone = v_booking ->> 'timezone',
    expires_at = (v_booking ->> 'expiresAt')::timestamptz,
    payment_required = (v_booking ->> 'paymentRequired')::boolean,
    subtotal_cents = (v_booking ->> 'subtotalCents')::bigint,
    discount_cents = (v_booking ->> 'discountCents')::bigint,
    total_cents = (v_booking ->> 'totalCents')::bigint,
    points_earned = (v_booking ->> 'pointsEarned')::int,
    reschedules = (v_booking ->> 'reschedules')::int,
    customer_reschedules = (v_booking ->> 'customerReschedules')::int,
    refund_limit_percent = (v_booking ->> 'refundLimitPercent')::int,
    arrived_at = v_arrived_at,
    version = v_version, updated_at = p_now
  where business_id = p_business_id and id = v_id;

  if (p_move ->> 'replacesLines')::boolean then
    delete from app.booking_lines where business_id = p_business_id and booking_id = v_id;
  end if;
  -- by index: one query that reads the lines as rows, and finds who takes part first, costs more than to write one
  v_lines := v_booking -> 'lines';
  for v_position in 0 .. jsonb_array_length(v_lines) - 1 loop
    v_line := v_lines -> v_position;
    v_professional_id := (v_line -> 'professional' ->> 'id')::bigint;
    v_visit_starts_at := case when v_position > 0 and v_professional_id <> all (v_seen_ids)
      then (v_booking ->> 'startsAt')::timestamptz end;
    v_seen_ids := v_seen_ids || v_professional_id;
    if (p_move ->> 'replacesLines')::boolean then
      insert into app.booking_lines (
        business_id, booking_id, position, service_id, name, points_awarded, professional_id,
        starts_at, ends_at, duration_minutes, phase_minutes, buffer_minutes, unit_ids, price_cents,
        charged_cents, vat_basis_points, visit_starts_at)
      values (
        p_business_id, v_id, v_position, (v_line ->> 'serviceId')::bigint, v_line -> 'name',
        (v_line ->> 'pointsAwarded')::int, v_professional_id, (v_line ->> 'startsAt')::timestamptz,
        (v_line ->> 'endsAt')::timestamptz, (v_line ->> 'durationMinutes')::int,
        translate(v_line ->> 'phases', '[]', '{}')::int[], (v_line ->> 'bufferMinutes')::int,
        translate(v_line ->> 'unitIds', '[]', '{}')::bigint[], (v_line ->> 'priceCents')::bigint,
        (v_line ->> 'chargedCents')::bigint, (v_line ->> 'vatBasisPoints')::int, v_visit_starts_at);
      continue;
    end if;
    update app.booking_lines
    set professional_id = v_professional_id, starts_at = (v_line ->> 'startsAt')::timestamptz,
      ends_at = (v_line ->> 'endsAt')::timestamptz,
      duration_minutes = (v_line ->> 'durationMinutes')::int,
      phase_minutes = translate(v_line ->> 'phases', '[]', '{}')::int[],
      buffer_minutes = (v_line ->> 'bufferMinutes')::int,
      unit_ids = translate(v_line ->> 'unitIds', '[]', '{}')::bigint[],
      price_cents = (v_line ->> 'priceCents')::bigint,
      charged_cents = (v_line ->> 'chargedCents')::bigint, visit_starts_at = v_visit_starts_at
    where business_id = p_business_id and booking_id = v_id and position = v_position;
  end loop;

  if v_ways -> v_way -> 'record' <> 'null' then
    perform app.record_change(p_business_id, v_ways -> v_way -> 'record', v_booking, p_now);
  end if;
  perform app.wake_waitlist(
      p_business_id, (p_move ->> 'from')::timestamptz, (p_move ->> 'to')::timestamptz),
    app.insert_audit_entry(p_business_id, p_move -> 'audit', null);
  if v_key_hash is not null then
    update app.idempotency_keys set answer = v_booking
    where business_id = p_business_id and key_hash = v_key_hash;
  end if;
  return query select 'written', v_way, null::jsonb, v_catalog_version;
end $$;
