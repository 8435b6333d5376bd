-- Writes a booking completely or not at all, in one round trip. The claims decide: the exclusion
-- constraint accepts one of two overlapping visits, and with ON CONFLICT DO NOTHING the other one
-- inserts no row instead of causing a deadlock.
--
-- No statement costs more as bookings accumulate (test/database/past-bookings.test.ts), and none is
-- planned again at each call (decision 0003).
--
-- outcome: 'booked' | 'taken' (another booking has the time) | 'stale' (the visit was planned with
-- another version of the catalogue; catalog_version is the current one) | a result of
-- app.customer_blocker | 'guests' (as many of guests as app.count_guest_booking allows) | 'hold' (the time is not held as p_visit says; answer is the hold: lines,
-- requestedIds, isLive, isBooked; null: there is none) | with an idempotency key 'repeated' (answer
-- is that of the first request), 'reused', 'in_progress' as in app.begin_idempotent_request. Anything
-- but 'booked' wrote nothing.
-- way is the index of the one that was taken, and assigned is what the database adds to the booking:
-- id, customerId, language and contact.
--
-- p_visit: what is to be written (NewVisit in db/src/queries/bookings.ts)
--   booking: the booking as it goes into the event, without id and customerId
--   ways: [{professionalId, booking, claims, completeAt}]: the fields of the booking that depend on who
--     does it (empty for the only way), the claims as in app.claim_visit, and when the booking counts
--     as completed (null: never). Of several ways the first that is free is taken (D32)
--   balanceDay: as in app.claim_first_free
--   hold: null, or the hold that becomes this booking (D36): {id, requestedIds, isOver}. Its claims
--     are released and those of the way whose heldLines are the lines of the hold are taken. One that
--     is over keeps no time, so that the ways are tried as without it; it is locked and marked, too,
--     because it becomes one booking at most
--   localStart: the local time of the start, without a zone
--   catalogVersion: the one that the visit was planned with
--   actor: 'customer' | 'business'
--   remindAt: when the reminder is due; null: never
--   audit: as p_audit of app.insert_audit_entry; null: nothing is recorded
--   clientHash: what the email to the customer is counted by beside its recipient; null: nothing
--   notifiesCustomer: whether the customer gets an email, if there is an address; absent: yes
--   messages: what the customer agrees to, as p_messages of app.agree_to_messages; absent or null: nothing
--   ownerMail: {to, language, onlyPending}: the email to the salon, unless the booking has to be paid
--     first, or onlyPending if it waits for the salon's confirmation; null: none
-- p_constraints: as for app.customer_blocker; unpaid is null unless a way must be paid first. guest: as
--   p_guest of app.count_guest_booking; null: not counted
-- p_idempotency: null, or {keyHash, requestHash, now}: in hexadecimal, and the real time. p_now is by
--   the clock of the business (D44)
--
-- A customer who was merged into another (D74) is the other: also while this statement waits for the merge.
-- The column is read from the row as JSON, because functions are replaced before migrations run.
--
-- A signed-in customer's name, e-mail and language are those of their row, and so is their phone if
-- it has one. The details of one whom the salon has chosen are those of the booking where it has them,
-- the others and the language those of the row (D74). A guest is the customer with their e-mail, or a new one; without an
-- e-mail always a new one, with the key null, which equals no other (D45).
--
-- Locks are taken in one order: version of the catalogue (shared), key, hold, client address, phone,
-- customer, counts of guests, claims by resource and start.
-- A new customer is inserted after the claims, so that a refused visit leaves no customer behind;
-- the rare race of two first visits of one guest may deadlock, and the caller retries.
create or replace function app.book_visit(
  p_business_id uuid, p_visit jsonb, p_constraints jsonb, p_idempotency jsonb, p_now timestamptz)
returns table (outcome text, way int, assigned jsonb, answer jsonb, catalog_version bigint)
language plpgsql set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  v_booking jsonb := p_visit -> 'booking';
  v_key_hash bytea := decode(p_idempotency ->> 'keyHash', 'hex');
  v_email_key text := p_constraints ->> 'emailKey';
  v_client_address text := p_constraints -> 'unpaid' ->> 'clientAddress';
  v_contact_phone text := v_booking -> 'contact' ->> 'phone';
  v_points_used int := (v_booking ->> 'pointsUsed')::int;
  v_code text := v_booking ->> 'code';
  v_starts_at timestamptz := (v_booking ->> 'startsAt')::timestamptz;
  v_ways jsonb := p_visit -> 'ways';
  v_way int := 0;
  v_hold_id bigint := (p_visit -> 'hold' ->> 'id')::bigint;
  v_is_held boolean :=
    v_hold_id is not null and not coalesce((p_visit -> 'hold' ->> 'isOver')::boolean, false);
  v_complete_at jsonb;
  v_state text;
  v_payment_required boolean;
  v_expires_at timestamptz;
  v_booking_id bigint;
  v_customer_id bigint := (p_constraints ->> 'customerId')::bigint;
  v_customer jsonb;
  v_words record;
  v_name text := v_booking -> 'contact' ->> 'name';
  v_email text := v_booking -> 'contact' ->> 'email';
  v_phone text := v_contact_phone;
  v_language text := v_booking ->> 'language';
  v_catalog_version bigint;
  v_outcome text;
  v_answer jsonb;
  v_assigned jsonb;
begin
  perform app.set_business(p_business_id);

  -- a change of the catalogue that is checked against the bookings waits for this one, and this one
  -- for a change that is about to be committed
  select business.catalog_version into strict v_catalog_version
  from app.businesses business where business.business_id = p_business_id
  for key share;
  if v_catalog_version <> (p_visit ->> 'catalogVersion')::bigint then
    return query select 'stale', null::int, null::jsonb, null::jsonb, v_catalog_version;
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

    if v_hold_id is not null then
      select held.way, held.hold into v_way, v_answer
      from app.lock_hold(p_business_id, p_visit -> 'hold', v_ways, p_now) held;
      if v_way is null then
        raise exception using errcode = 'SL001', message = 'hold';
      end if;
    end if;
    if v_client_address is not null then
      perform pg_advisory_xact_lock(hashtextextended(p_business_id::text || v_client_address, 1));
    end if;
    if v_customer_id is not null then
      select to_jsonb(customer) into v_customer
      from app.customers customer
      where customer.business_id = p_business_id and customer.id = v_customer_id
      for no key update;
      while v_customer ->> 'merged_into' is not null loop
        select customer.id, to_jsonb(customer) into v_customer_id, v_customer
        from app.customers customer
        where customer.business_id = p_business_id
          and customer.id = (v_customer ->> 'merged_into')::bigint
        for no key update;
      end loop;
      if jsonb_typeof(p_constraints -> 'chosen') = 'object' then
        v_name := coalesce(nullif(v_name, ''), v_customer ->> 'name');
        v_email := coalesce(nullif(v_email, ''), v_customer ->> 'email');
        v_phone := coalesce(nullif(v_contact_phone, ''), v_customer ->> 'phone');
      else
        v_name := v_customer ->> 'name';
        v_email := v_customer ->> 'email';
        v_phone := coalesce(nullif(v_customer ->> 'phone', ''), v_contact_phone);
      end if;
      v_language := v_customer ->> 'language';
    else
      if p_constraints ->> 'openLimit' is not null and v_contact_phone <> '' then
        perform pg_advisory_xact_lock(
          hashtextextended(p_business_id::text || v_contact_phone, 0));
      end if;
      select customer.id, to_jsonb(customer) into v_customer_id, v_customer
      from app.customers customer
      where customer.business_id = p_business_id and customer.email_key = v_email_key
      for no key update;
      while v_customer ->> 'merged_into' is not null loop
        select customer.id, to_jsonb(customer) into v_customer_id, v_customer
        from app.customers customer
        where customer.business_id = p_business_id
          and customer.id = (v_customer ->> 'merged_into')::bigint
        for no key update;
      end loop;
    end if;
    v_outcome := app.customer_blocker(
      p_business_id, p_constraints, v_customer, v_contact_phone, v_points_used, p_now);
    if v_outcome is not null then
      raise exception using errcode = 'SL001', message = v_outcome;
    end if;
    if p_constraints -> 'guest' <> 'null' and not app.count_guest_booking(
      p_business_id, p_constraints -> 'guest', v_customer_id) then
      raise exception using errcode = 'SL001', message = 'guests';
    end if;

    -- the default of bookings.id, known before the row because the claims refer to it
    v_booking_id := 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint;
    if v_is_held then
      delete from app.claims held
      where held.business_id = p_business_id and held.owner_kind = 'hold'
        and held.owner_id = v_hold_id;
      if not app.claim_visit(
        p_business_id, v_ways -> v_way -> 'claims', v_booking_id, p_now) then
        v_way := null;
      end if;
    elsif jsonb_array_length(v_ways) > 1 then
      v_way := app.claim_first_free(
        p_business_id, v_ways, p_visit -> 'balanceDay', v_booking_id, p_now);
    elsif not app.claim_visit(p_business_id, v_ways -> 0 -> 'claims', v_booking_id, p_now) then
      v_way := null;
    end if;
    if v_way is null then
      raise exception using errcode = 'SL001', message = 'taken';
    end if;

    if v_customer_id is null then
      v_words := app.search_columns(v_name, v_phone);
      insert into app.customers (
        business_id, email_key, email, name, phone, language, created_at, search_name,
        search_word_2, search_word_3, search_word_4, search_word_5, search_word_6, phone_reversed)
      values (
        p_business_id, v_email_key, v_email, v_name, v_phone, v_language, p_now,
        v_words.search_name, v_words.search_word_2, v_words.search_word_3, v_words.search_word_4,
        v_words.search_word_5, v_words.search_word_6, v_words.phone_reversed)
      on conflict on constraint customers_email_key do nothing
      returning id into v_customer_id;
    end if;
    if v_customer_id is null then
      select customer.id, to_jsonb(customer) into v_customer_id, v_customer
      from app.customers customer
      where customer.business_id = p_business_id and customer.email_key = v_email_key
      for no key update;
      while v_customer ->> 'merged_into' is not null loop
        select customer.id, to_jsonb(customer) into v_customer_id, v_customer
        from app.customers customer
        where customer.business_id = p_business_id
          and customer.id = (v_customer ->> 'merged_into')::bigint
        for no key update;
      end loop;
      v_outcome := app.customer_blocker(
        p_business_id, p_constraints, v_customer, v_contact_phone, v_points_used, p_now);
      if v_outcome is not null then
        raise exception using errcode = 'SL001', message = v_outcome;
      end if;
    end if;
  exception when sqlstate 'SL001' then
    return query select sqlerrm, null::int, null::jsonb, v_answer, v_catalog_version;
    return;
  end;

  v_booking := v_booking || (v_ways -> v_way -> 'booking');
  v_complete_at := v_ways -> v_way -> 'completeAt';
  v_state := v_booking ->> 'state';
  v_payment_required := (v_booking ->> 'paymentRequired')::boolean;
  v_expires_at := (v_booking ->> 'expiresAt')::timestamptz;

  insert into app.bookings (
    business_id, id, code, state, professional_id, assigned_by, customer_id, starts_at, ends_at,
    local_start, timezone, expires_at, contact_name, contact_email, contact_phone, language, notes,
    currency, subtotal_cents, discount_cents, total_cents, payment_required, deposit_cents, guarantee, points_used,
    points_earned, asked_from, source, version, created_at, updated_at)
  -- functions are replaced before migrations run: until random-ids has, the id is an identity
  overriding system value
  values (
    p_business_id, v_booking_id, v_code, v_state,
    (v_booking -> 'professional' ->> 'id')::bigint, v_booking ->> 'assignedBy', v_customer_id,
    v_starts_at, (v_booking ->> 'endsAt')::timestamptz,
    (p_visit ->> 'localStart')::timestamp, v_booking ->> 'timezone', v_expires_at, v_name, v_email,
    v_phone, v_language, v_booking ->> 'notes', v_booking ->> 'currency',
    (v_booking ->> 'subtotalCents')::bigint, (v_booking ->> 'discountCents')::bigint,
    (v_booking ->> 'totalCents')::bigint, v_payment_required, (v_booking ->> 'depositCents')::bigint,
    nullif(v_booking -> 'guarantee', 'null'), v_points_used,
    (v_booking ->> 'pointsEarned')::int,
    case when v_payment_required then v_client_address end, v_booking ->> 'source', 1, p_now, p_now);

  if v_hold_id is not null then
    update app.holds set booking_id = v_booking_id, released_at = null
    where business_id = p_business_id and id = v_hold_id;
  end if;

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
    update app.idempotency_keys set answer = v_booking
    where business_id = p_business_id and key_hash = v_key_hash;
  end if;

  -- before the emails, which a message may replace
  if jsonb_typeof(p_visit -> 'messages') = 'object' then
    perform app.agree_to_messages(
      p_business_id, v_customer_id, v_phone, p_visit -> 'messages');
  end if;
  perform app.record_booking(p_business_id, p_visit, v_booking, v_complete_at, p_now);
  return query select 'booked', v_way, v_assigned, null::jsonb, v_catalog_version;
end $$;
