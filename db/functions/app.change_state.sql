-- Changes the state of a booking with all its effects, or writes nothing: points, claims, history,
-- event, emails and jobs.
--
-- outcome: 'written' | 'changed' (the booking is not what p_change was made from, or gone) |
-- 'payments' (it has payments, and p_change is without any) | with an idempotency key 'repeated'
-- (answer is that of the first request), 'reused', 'in_progress' as in app.begin_idempotent_request.
-- Anything but 'written' wrote nothing.
--
-- p_change: (StateChange in db/src/queries/booking-changes.ts)
--   booking: as it is to be, complete; its version is one more than that of the row
--   points: the movement that belongs to it: {customerId, kind, points, concept, cause}; null: none
--   isWithoutPayments: whether the change does nothing about payments
--   answer: what is stored for the idempotency key, beside the booking
--   record: as p_change of app.record_change
--   audit: as p_audit of app.insert_audit_entry; null: nothing is recorded
-- p_idempotency: as in app.book_visit
--
-- Locks: key, booking, customer, claims. Creating a booking locks the customer before it inserts
-- claims.
create or replace function app.change_state(
  p_business_id uuid, p_change jsonb, p_idempotency jsonb, p_now timestamptz)
returns table (outcome text, answer jsonb)
language plpgsql set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  v_booking jsonb := p_change -> 'booking';
  v_id bigint := (v_booking ->> 'id')::bigint;
  v_version int := (v_booking ->> 'version')::int;
  v_state text := v_booking ->> 'state';
  v_cancellation jsonb := v_booking -> 'cancellation';
  v_points jsonb := nullif(p_change -> 'points', 'null');
  v_key_hash bytea := decode(p_idempotency ->> 'keyHash', 'hex');
  v_current int;
  v_arrived_at timestamptz;
  v_outcome text;
  v_answer jsonb;
begin
  perform app.set_business(p_business_id);

  -- an exception SL001 undoes the key, and its message is the outcome
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
    if (p_change ->> 'isWithoutPayments')::boolean and exists (
      select from app.payments payment
      where payment.business_id = p_business_id and payment.booking_id = v_id) then
      raise exception using errcode = 'SL001', message = 'payments';
    end if;
  exception when sqlstate 'SL001' then
    return query select sqlerrm, v_answer;
    return;
  end;

  if v_points is not null then
    select moved.outcome into strict v_outcome
    from app.move_points(
      p_business_id, (v_points ->> 'customerId')::bigint, v_points ->> 'kind',
      (v_points ->> 'points')::int, v_points -> 'concept', v_points ->> 'cause', v_id, p_now) moved;
    if v_outcome not in ('moved', 'repeated') then
      raise exception 'points of booking % were not moved: %', v_id, v_outcome;
    end if;
  end if;

  if v_booking ? 'arrivedAt' then
    v_arrived_at := (v_booking ->> 'arrivedAt')::timestamptz;
  end if;
  update app.bookings
  set state = v_state, expires_at = (v_booking ->> 'expiresAt')::timestamptz,
    points_round = (v_booking ->> 'pointsRound')::int,
    arrived_at = v_arrived_at,
    cancelled_at = (v_cancellation ->> 'at')::timestamptz,
    cancelled_by = v_cancellation ->> 'by', cancel_reason = v_cancellation ->> 'reason',
    asked_from = null, version = v_version, updated_at = p_now
  where business_id = p_business_id and id = v_id;
  if v_state = 'cancelled' then
    delete from app.claims
    where business_id = p_business_id and owner_kind = 'booking' and owner_id = v_id;
    perform app.wake_waitlist(
      p_business_id, (v_booking ->> 'startsAt')::timestamptz,
      (v_booking ->> 'endsAt')::timestamptz);
  end if;
  perform app.record_change(p_business_id, p_change -> 'record', v_booking, p_now),
    app.insert_audit_entry(p_business_id, p_change -> 'audit', null);
  if v_key_hash is not null then
    update app.idempotency_keys
    set answer = p_change -> 'answer' || jsonb_build_object('booking', v_booking)
    where business_id = p_business_id and key_hash = v_key_hash;
  end if;
  return query select 'written', null::jsonb;
end $$;
