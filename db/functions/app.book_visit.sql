-- Writes a booking completely or not at all, in one round trip. The claims decide: the exclusion
-- constraint accepts one of two overlapping visits, and with ON CONFLICT DO NOTHING the other one
-- inserts no row instead of causing a deadlock.
--
-- No statement costs more as bookings accumulate (test/database/past-bookings.test.ts), and none is
-- planned again at each call (decision 0003).
--
-- outcome: 'booked' | 'taken' (another booking has the time) | 'stale' (the visit was planned with
-- another version of the catalogue; catalog_version is the current one) | a result of
-- app.booking_blocker | with an idempotency key 'repeated' (answer is that of the first request),
-- 'reused', 'in_progress' as in app.begin_idempotent_request. Anything but 'booked' wrote nothing.
-- assigned is what the database adds to the booking: id, customerId, language and contact.
--
-- p_visit: what is to be written (NewVisit in db/src/queries/bookings.ts)
--   booking: the booking as it goes into the event, without id and customerId
--   claims: [{resourceId, startsAt, endsAt}]
--   catalogVersion: the one that the visit was planned with
--   actor: 'customer' | 'business'
--   completeAt, remindAt: when these jobs are due; null: never
-- p_constraints: as for app.booking_blocker; unpaid is null unless the booking must be paid first
-- p_idempotency: null, or {keyHash, requestHash} in hexadecimal and {response} as it is stored
--
-- A signed-in customer's name, e-mail and language are those of their row, and so is their phone if
-- it has one. A guest is the customer with their e-mail, or a new one.
--
-- Locks are taken in one order: version of the catalogue (shared), key, client address, phone,
-- customer, claims by resource and start.
-- A new customer is inserted after the claims, so that a refused visit leaves no customer behind;
-- the rare race of two first visits of one guest may deadlock, and the caller retries.
create function app.book_visit(
  p_business_id uuid, p_visit jsonb, p_constraints jsonb, p_idempotency jsonb, p_now timestamptz)
returns table (outcome text, assigned jsonb, answer jsonb, catalog_version bigint)
language plpgsql set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  v_booking jsonb := p_visit -> 'booking';
  v_key_hash bytea := decode(p_idempotency ->> 'keyHash', 'hex');
  v_email_key text := p_constraints ->> 'emailKey';
  v_client_address text := p_constraints -> 'unpaid' ->> 'clientAddress';
  v_contact_phone text := v_booking -> 'contact' ->> 'phone';
  v_points_used int := (v_booking ->> 'pointsUsed')::int;
  v_state text := v_booking ->> 'state';
  v_code text := v_booking ->> 'code';
  v_expires_at timestamptz := (v_booking ->> 'expiresAt')::timestamptz;
  v_claim record;
  v_claim_id bigint;
  v_booking_id bigint;
  v_customer_id bigint := (p_constraints ->> 'customerId')::bigint;
  v_name text := v_booking -> 'contact' ->> 'name';
  v_email text := v_booking -> 'contact' ->> 'email';
  v_phone text := v_contact_phone;
  v_language text := v_booking ->> 'language';
  v_catalog_version bigint;
  v_outcome text;
  v_answer jsonb;
  v_assigned jsonb;
  v_mail_id bigint;
  v_job jsonb;
  v_jobs jsonb;
begin
  perform app.set_business(p_business_id);

  -- a change of the catalogue that is checked against the bookings waits for this one, and this one
  -- for a change that is about to be committed
  select business.catalog_version into strict v_catalog_version
  from app.businesses business where business.business_id = p_business_id
  for key share;
  if v_catalog_version <> (p_visit ->> 'catalogVersion')::bigint then
    return query select 'stale', null::jsonb, null::jsonb, v_catalog_version;
    return;
  end if;

  -- an exception SL001 undoes all that was written, and its message is the outcome
  begin
    if v_key_hash is not null then
      select request.outcome, request.answer into v_outcome, v_answer
      from app.begin_idempotent_request(
        p_business_id, v_key_hash, decode(p_idempotency ->> 'requestHash', 'hex'), p_now) request;
      if v_outcome <> 'new' then
        raise exception using errcode = 'SL001', message = v_outcome;
      end if;
    end if;

    if v_client_address is not null then
      perform pg_advisory_xact_lock(hashtextextended(p_business_id::text || v_client_address, 1));
    end if;
    if v_customer_id is not null then
      select customer.name, customer.email, coalesce(nullif(customer.phone, ''), v_contact_phone),
        customer.language
      into v_name, v_email, v_phone, v_language
      from app.customers customer
      where customer.business_id = p_business_id and customer.id = v_customer_id
      for no key update;
    else
      if p_constraints ->> 'openLimit' is not null and v_contact_phone <> '' then
        perform pg_advisory_xact_lock(
          hashtextextended(p_business_id::text || v_contact_phone, 0));
      end if;
      select customer.id into v_customer_id
      from app.customers customer
      where customer.business_id = p_business_id and customer.email_key = v_email_key
      for no key update;
    end if;
    v_outcome := app.booking_blocker(
      p_business_id, p_constraints, v_contact_phone, v_points_used, p_now);
    if v_outcome is not null then
      raise exception using errcode = 'SL001', message = v_outcome;
    end if;

    -- the default of bookings.id, known before the row because the claims refer to it
    v_booking_id := 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint;
    for v_claim in
      select claim."resourceId" as resource_id, claim."startsAt" as starts_at,
        claim."endsAt" as ends_at
      from jsonb_to_recordset(p_visit -> 'claims') as claim (
        "resourceId" bigint, "startsAt" timestamptz, "endsAt" timestamptz)
      order by claim."resourceId", claim."startsAt"
    loop
      -- a claim lasts at most 24 hours; the bound is computed from a variable, because an interval
      -- subtracted from a column is no condition of an index, and all past claims would be read
      delete from app.claims expired
      where expired.business_id = p_business_id and expired.resource_id = v_claim.resource_id
        and expired.starts_at >= v_claim.starts_at - interval '24 hours'
        and expired.starts_at < v_claim.ends_at and expired.ends_at > v_claim.starts_at
        and expired.expires_at <= p_now;

      -- a row is returned only if it was inserted; Citus counts all that were selected
      insert into app.claims (
        business_id, resource_id, starts_at, ends_at, kind, owner_kind, owner_id)
      values (
        p_business_id, v_claim.resource_id, v_claim.starts_at, v_claim.ends_at, 'booking',
        'booking', v_booking_id)
      on conflict on constraint claims_no_overlap do nothing
      returning id into v_claim_id;
      if v_claim_id is null then
        raise exception using errcode = 'SL001', message = 'taken';
      end if;
    end loop;

    if v_customer_id is null then
      insert into app.customers (
        business_id, email_key, email, name, phone, language, created_at)
      values (p_business_id, v_email_key, v_email, v_name, v_phone, v_language, p_now)
      on conflict on constraint customers_email_key do nothing
      returning id into v_customer_id;
    end if;
    if v_customer_id is null then
      select customer.id into v_customer_id
      from app.customers customer
      where customer.business_id = p_business_id and customer.email_key = v_email_key
      for no key update;
      v_outcome := app.booking_blocker(
        p_business_id, p_constraints, v_contact_phone, v_points_used, p_now);
      if v_outcome is not null then
        raise exception using errcode = 'SL001', message = v_outcome;
      end if;
    end if;
  exception when sqlstate 'SL001' then
    return query select sqlerrm, null::jsonb, v_answer, v_catalog_version;
    return;
  end;

  insert into app.bookings (
    business_id, id, code, state, professional_id, customer_id, starts_at, ends_at, expires_at,
    contact_name, contact_email, contact_phone, language, notes, currency, subtotal_cents,
    discount_cents, total_cents, payment_required, points_used, points_earned, asked_from, version,
    created_at, updated_at)
  -- functions are replaced before migrations run: until random-ids has, the id is an identity
  overriding system value
  values (
    p_business_id, v_booking_id, v_code, v_state,
    (v_booking -> 'professional' ->> 'id')::bigint, v_customer_id,
    (v_booking ->> 'startsAt')::timestamptz, (v_booking ->> 'endsAt')::timestamptz, v_expires_at,
    v_name, v_email, v_phone, v_language, v_booking ->> 'notes', v_booking ->> 'currency',
    (v_booking ->> 'subtotalCents')::bigint, (v_booking ->> 'discountCents')::bigint,
    (v_booking ->> 'totalCents')::bigint, (v_booking ->> 'paymentRequired')::boolean,
    v_points_used, (v_booking ->> 'pointsEarned')::int, v_client_address, 1, p_now, p_now);

  insert into app.booking_lines (
    business_id, booking_id, position, service_id, name, price_cents, charged_cents,
    duration_minutes, points_awarded)
  select p_business_id, v_booking_id, line.position - 1, (line.value ->> 'serviceId')::bigint,
    line.value -> 'name', (line.value ->> 'priceCents')::bigint,
    (line.value ->> 'chargedCents')::bigint, (line.value ->> 'durationMinutes')::int,
    (line.value ->> 'pointsAwarded')::int
  from jsonb_array_elements(v_booking -> 'lines') with ordinality as line (value, position);

  insert into app.booking_transitions (
    business_id, booking_id, from_state, to_state, actor, reason, occurred_at)
  values (p_business_id, v_booking_id, null, v_state, p_visit ->> 'actor', '', p_now);

  -- the customer's row is locked and its balance was checked, so the points are there
  if v_points_used > 0 then
    perform app.move_points(p_business_id, v_customer_id, 'redeemed', -v_points_used,
      jsonb_build_object('reason', 'redeemed', 'bookingCode', v_code), 'redeem:' || v_booking_id,
      v_booking_id, p_now);
  end if;

  v_assigned := jsonb_build_object(
    'id', v_booking_id, 'customerId', v_customer_id, 'language', v_language,
    'contact', jsonb_build_object('name', v_name, 'email', v_email, 'phone', v_phone));
  v_booking := v_booking || v_assigned;
  if v_key_hash is not null then
    update app.idempotency_keys set answer = p_idempotency -> 'response' || v_assigned
    where business_id = p_business_id and key_hash = v_key_hash;
  end if;

  -- as app.record_event and app.request_mail do it, with all jobs in one statement
  insert into app.events (business_id, type, occurred_at, payload)
  values (p_business_id, 'reserva.creada', p_now, v_booking);
  v_jobs := jsonb_build_array(
    jsonb_build_object('task', 'position-events', 'key', 'position-events'));
  if v_email <> '' then
    insert into app.mails (business_id, kind, to_email, language, payload, cause, created_at)
    values (
      p_business_id,
      case v_state when 'pending' then 'booking_received' else 'booking_confirmed' end,
      v_email, v_language, v_booking, 'booking:' || v_booking_id || ':' || v_state, p_now)
    returning id into v_mail_id;
    v_jobs := v_jobs || jsonb_build_object(
      'task', 'send-mail', 'payload', jsonb_build_object('mailId', v_mail_id));
  end if;
  v_job := jsonb_build_object('bookingId', v_booking_id);
  if v_expires_at is not null then
    v_jobs := v_jobs || jsonb_build_object('task', 'expire-booking', 'payload', v_job,
      'runAt', v_expires_at, 'key', 'expire:' || v_booking_id);
  end if;
  if p_visit ->> 'completeAt' is not null then
    v_jobs := v_jobs || jsonb_build_object('task', 'complete-booking', 'payload', v_job,
      'runAt', p_visit -> 'completeAt', 'key', 'complete:' || v_booking_id);
  end if;
  if p_visit ->> 'remindAt' is not null then
    v_jobs := v_jobs || jsonb_build_object('task', 'remind-booking', 'payload', v_job,
      'runAt', p_visit -> 'remindAt', 'key', 'remind:' || v_booking_id);
  end if;
  perform jobs.enqueue(v_jobs);

  return query select 'booked', v_assigned, null::jsonb, v_catalog_version;
end $$;
