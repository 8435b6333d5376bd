-- Writes what belongs to a booking that app.book_visit has just inserted: its lines, its first
-- transition, its event, the emails about it, and its jobs. The transaction has set the tenant.
--
-- On a cluster this function keeps its plans (db/src/cluster/settle-nodes.ts), so it contains only
-- INSERT ... VALUES with a default that is volatile.
--
-- p_visit: as for app.book_visit
-- p_booking: the booking as it goes into the event, complete
-- p_complete_at: when it counts as completed, as in JSON; null in JSON: never
create or replace function app.record_booking(
  p_business_id uuid, p_visit jsonb, p_booking jsonb, p_complete_at jsonb, p_now timestamptz)
returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_booking_id bigint := (p_booking ->> 'id')::bigint;
  v_state text := p_booking ->> 'state';
  v_starts_at timestamptz := (p_booking ->> 'startsAt')::timestamptz;
  v_payment_required boolean := (p_booking ->> 'paymentRequired')::boolean;
  v_email text := p_booking -> 'contact' ->> 'email';
  v_owner_mail jsonb := nullif(p_visit -> 'ownerMail', 'null');
  v_lines jsonb := p_booking -> 'lines';
  v_line jsonb;
  v_professional_id bigint;
  v_seen_ids bigint[] := '{}';
  v_visit_starts_at timestamptz;
  v_mail_kind text;
  v_mail_job jsonb;
  v_job jsonb := jsonb_build_object('bookingId', v_booking_id);
  v_jobs jsonb;
begin
  -- one by one: on a cluster each costs half of what it would cost to insert their selection. By index, as in
  -- app.move_visit
  for v_position in 0 .. jsonb_array_length(v_lines) - 1 loop
    v_line := v_lines -> v_position;
    v_professional_id := (v_line -> 'professional' ->> 'id')::bigint;
    v_visit_starts_at :=
      case when v_position > 0 and v_professional_id <> all (v_seen_ids) then v_starts_at end;
    v_seen_ids := v_seen_ids || v_professional_id;
    insert into app.booking_lines (
      business_id, booking_id, position, service_id, name, price_cents, charged_cents,
      vat_basis_points, duration_minutes, points_awarded, professional_id, starts_at, ends_at,
      phase_minutes, buffer_minutes, unit_ids, visit_starts_at)
    values (
      p_business_id, v_booking_id, v_position, (v_line ->> 'serviceId')::bigint, v_line -> 'name',
      (v_line ->> 'priceCents')::bigint, (v_line ->> 'chargedCents')::bigint,
      (v_line ->> 'vatBasisPoints')::int, (v_line ->> 'durationMinutes')::int,
      (v_line ->> 'pointsAwarded')::int, v_professional_id, (v_line ->> 'startsAt')::timestamptz,
      (v_line ->> 'endsAt')::timestamptz, translate(v_line ->> 'phases', '[]', '{}')::int[],
      (v_line ->> 'bufferMinutes')::int, translate(v_line ->> 'unitIds', '[]', '{}')::bigint[],
      v_visit_starts_at);
  end loop;

  insert into app.booking_transitions (
    business_id, booking_id, from_state, to_state, actor, reason, occurred_at)
  values (p_business_id, v_booking_id, null, v_state, p_visit ->> 'actor', '', p_now);

  -- as app.record_event and app.request_mail do it, with all jobs in one statement
  insert into app.events (business_id, type, occurred_at, payload)
  values (p_business_id, 'reserva.creada', p_now, p_booking);
  v_jobs := jsonb_build_array(
    jsonb_build_object('task', 'position-events', 'key', 'position-events'));
  -- programs of the release before do not say it
  if coalesce((p_visit ->> 'notifiesCustomer')::boolean, true) then
    v_mail_kind := case v_state when 'pending' then 'booking_received' else 'booking_confirmed' end;
    v_mail_job := app.insert_mail(
      p_business_id, v_mail_kind, v_email, p_booking ->> 'language',
      case when p_visit ->> 'clientHash' is null then p_booking
        else p_booking || jsonb_build_object('clientHash', p_visit -> 'clientHash') end,
      'booking:' || v_booking_id || ':' || v_state, p_now);
    if v_mail_job is not null then
      v_jobs := v_jobs || v_mail_job;
    end if;
  end if;
  if v_owner_mail is not null and not (v_state = 'pending' and v_payment_required)
    and (v_state = 'pending' or not (v_owner_mail ->> 'onlyPending')::boolean) then
    v_mail_job := app.insert_mail(
      p_business_id, 'owner_booking_created', v_owner_mail ->> 'to', v_owner_mail ->> 'language',
      p_booking, 'booking:' || v_booking_id || ':owner:created', p_now);
    if v_mail_job is not null then
      v_jobs := v_jobs || v_mail_job;
    end if;
  end if;
  if p_booking ->> 'expiresAt' is not null then
    v_jobs := v_jobs || jsonb_build_object('task', 'expire-booking', 'payload', v_job,
      'dueAt', p_booking -> 'expiresAt', 'key', 'expire:' || v_booking_id);
  end if;
  if p_complete_at <> 'null' then
    v_jobs := v_jobs || jsonb_build_object('task', 'complete-booking', 'payload', v_job,
      'dueAt', p_complete_at, 'key', 'complete:' || v_booking_id);
  end if;
  if p_visit ->> 'remindAt' is not null then
    v_jobs := v_jobs || jsonb_build_object('task', 'remind-booking', 'payload', v_job,
      'dueAt', p_visit -> 'remindAt', 'key', 'remind:' || v_booking_id);
  end if;
  perform app.enqueue_all(v_jobs);
  perform app.insert_audit_entry(
    p_business_id, p_visit -> 'audit', jsonb_build_object('bookingId', v_booking_id));
end $$;
