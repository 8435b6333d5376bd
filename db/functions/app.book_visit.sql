-- Writes a booking whole or not at all, in one round trip. The claims decide: the exclusion
-- constraint lets one of two overlapping visits through, and ON CONFLICT DO NOTHING makes the other
-- one see fewer rows instead of a deadlock.
--
-- outcome: 'booked' | 'taken' (somebody has the time) | 'stale' (the caller planned with another
-- version of the catalogue)
--  | what app.booking_obstacle says | 'repeated', 'reused', 'in_progress' as app.begin_idempotent_request
-- says, where a key came along. Anything but 'booked' wrote nothing. A 'repeated' one comes with
-- the first one's answer.
--
-- p_asked_from is given for a booking that has to be paid first, where that is counted.
--
-- Without p_customer_id the visitor is a guest: the customer is the one with their e-mail, or a new
-- one. A signed-in customer's name, e-mail and language are those of their row, and so is their
-- phone if it has one.
--
-- Locks are taken in one order: key, where it was asked from, phone, customer, claims. A customer
-- who is new is written after the claims, so that a refused visit leaves no customer behind; the
-- rare race of two first visits of one guest may deadlock and is tried again by the caller.
create function app.book_visit(
  p_business_id uuid, p_catalog_version bigint, p_now timestamptz, p_key_hash bytea, p_ask_hash bytea, p_answer jsonb,
  p_customer_id bigint, p_phone_required boolean, p_may_be_blocked boolean, p_open_limit int,
  p_asked_from text, p_unpaid_limit int,
  p_resource_ids bigint[], p_claim_starts timestamptz[], p_claim_ends timestamptz[],
  p_code text, p_state text, p_professional_id bigint, p_starts_at timestamptz, p_ends_at timestamptz, p_expires_at timestamptz,
  p_complete_at timestamptz, p_remind_at timestamptz,
  p_contact_name text, p_contact_email text, p_email_key text, p_contact_phone text, p_language text, p_notes text,
  p_currency text, p_subtotal_cents bigint, p_discount_cents bigint, p_total_cents bigint,
  p_payment_required boolean, p_points_used int, p_points_earned int, p_lines jsonb, p_actor text, p_event jsonb)
returns table (
  outcome text, booking_id bigint, customer_id bigint, contact_name text, contact_email text, contact_phone text, language text,
  answer jsonb, catalog_version bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  v_booking_id bigint;
  v_customer_id bigint;
  v_name text := p_contact_name;
  v_email text := p_contact_email;
  v_phone text := p_contact_phone;
  v_language text := p_language;
  v_claimed int;
  v_catalog_version bigint;
  v_outcome text;
  v_answer jsonb;
  v_found jsonb;
  v_job jsonb;
begin
  perform app.set_business(p_business_id);

  select business.catalog_version into strict v_catalog_version
  from app.businesses business where business.business_id = p_business_id;
  if v_catalog_version <> p_catalog_version then
    return query select 'stale', null::bigint, null::bigint, '', '', '', '', null::jsonb, v_catalog_version;
    return;
  end if;

  -- whatever is raised as SL001 undoes all that was written, and its message is the outcome
  begin
    if p_key_hash is not null then
      select attempt.outcome, attempt.answer into v_outcome, v_answer
      from app.begin_idempotent_request(p_business_id, p_key_hash, p_ask_hash, p_now) attempt;
      if v_outcome <> 'new' then
        raise exception using errcode = 'SL001', message = v_outcome;
      end if;
    end if;

    if p_asked_from is not null then
      perform pg_advisory_xact_lock(hashtextextended(p_business_id::text || p_asked_from, 1));
    end if;
    if p_customer_id is not null then
      select customer.id, customer.name, customer.email, coalesce(nullif(customer.phone, ''), p_contact_phone), customer.language
      into v_customer_id, v_name, v_email, v_phone, v_language
      from app.customers customer
      where customer.business_id = p_business_id and customer.id = p_customer_id
      for no key update;
    else
      if p_open_limit is not null and p_contact_phone <> '' then
        perform pg_advisory_xact_lock(hashtextextended(p_business_id::text || p_contact_phone, 0));
      end if;
      select customer.id into v_customer_id
      from app.customers customer
      where customer.business_id = p_business_id and customer.email_key = p_email_key
      for no key update;
    end if;
    v_outcome := app.booking_obstacle(p_business_id, p_customer_id, p_email_key, p_contact_phone, p_phone_required,
      p_may_be_blocked, p_open_limit, p_asked_from, p_unpaid_limit, p_points_used, p_now);
    if v_outcome is not null then
      raise exception using errcode = 'SL001', message = v_outcome;
    end if;

    v_booking_id := nextval('app.bookings_id_seq');
    delete from app.claims claim
    using unnest(p_resource_ids, p_claim_starts, p_claim_ends) as asked (resource_id, starts_at, ends_at)
    where claim.business_id = p_business_id and claim.resource_id = asked.resource_id
      and claim.starts_at >= asked.starts_at - interval '24 hours'
      and claim.starts_at < asked.ends_at and claim.ends_at > asked.starts_at
      and claim.expires_at <= p_now;

    insert into app.claims (business_id, resource_id, starts_at, ends_at, kind, owner_kind, owner_id)
    select p_business_id, asked.resource_id, asked.starts_at, asked.ends_at, 'booking', 'booking', v_booking_id
    from unnest(p_resource_ids, p_claim_starts, p_claim_ends) as asked (resource_id, starts_at, ends_at)
    order by asked.resource_id, asked.starts_at
    on conflict on constraint claims_no_overlap do nothing;
    get diagnostics v_claimed = row_count;
    if v_claimed < cardinality(p_resource_ids) then
      raise exception using errcode = 'SL001', message = 'taken';
    end if;

    if v_customer_id is null then
      insert into app.customers (business_id, email_key, email, name, phone, language, created_at)
      values (p_business_id, p_email_key, p_contact_email, p_contact_name, p_contact_phone, p_language, p_now)
      on conflict on constraint customers_email_key do nothing
      returning id into v_customer_id;
    end if;
    if v_customer_id is null then
      select customer.id into v_customer_id
      from app.customers customer
      where customer.business_id = p_business_id and customer.email_key = p_email_key
      for no key update;
      v_outcome := app.booking_obstacle(p_business_id, null, p_email_key, p_contact_phone, p_phone_required,
        p_may_be_blocked, p_open_limit, p_asked_from, p_unpaid_limit, p_points_used, p_now);
      if v_outcome is not null then
        raise exception using errcode = 'SL001', message = v_outcome;
      end if;
    end if;
  exception when sqlstate 'SL001' then
    return query select sqlerrm, null::bigint, null::bigint, '', '', '', '', v_answer, v_catalog_version;
    return;
  end;

  insert into app.bookings (
    business_id, id, code, state, professional_id, customer_id, starts_at, ends_at, expires_at,
    contact_name, contact_email, contact_phone, language, notes, currency, subtotal_cents, discount_cents, total_cents,
    payment_required, points_used, points_earned, asked_from, version, created_at, updated_at)
  overriding system value
  values (
    p_business_id, v_booking_id, p_code, p_state, p_professional_id, v_customer_id, p_starts_at, p_ends_at, p_expires_at,
    v_name, v_email, v_phone, v_language, p_notes, p_currency, p_subtotal_cents, p_discount_cents, p_total_cents,
    p_payment_required, p_points_used, p_points_earned, p_asked_from, 1, p_now, p_now);

  insert into app.booking_lines (
    business_id, booking_id, position, service_id, name, price_cents, charged_cents, duration_minutes, points_awarded)
  select p_business_id, v_booking_id, line.position, line.service_id, line.name, line.price_cents, line.charged_cents,
    line.duration_minutes, line.points_awarded
  from jsonb_to_recordset(p_lines) as line (
    position int, service_id bigint, name jsonb, price_cents bigint, charged_cents bigint, duration_minutes int, points_awarded int);

  insert into app.booking_transitions (business_id, booking_id, from_state, to_state, actor, reason, occurred_at)
  values (p_business_id, v_booking_id, null, p_state, p_actor, '', p_now);

  -- the customer's row is locked and its balance was looked at, so the points are there
  if p_points_used > 0 then
    perform app.move_points(p_business_id, v_customer_id, 'redeemed', -p_points_used,
      jsonb_build_object('reason', 'redeemed', 'bookingCode', p_code), 'redeem:' || v_booking_id, v_booking_id, p_now);
  end if;

  v_found := jsonb_build_object('id', v_booking_id, 'customerId', v_customer_id, 'language', v_language,
    'contact', jsonb_build_object('name', v_name, 'email', v_email, 'phone', v_phone));
  perform app.record_event(p_business_id, 'reserva.creada', p_event || v_found, p_now);
  if p_key_hash is not null then
    update app.idempotency_keys set answer = p_answer || v_found where business_id = p_business_id and key_hash = p_key_hash;
  end if;

  v_job := jsonb_build_object('bookingId', v_booking_id);
  perform app.request_mail(p_business_id, case p_state when 'pending' then 'booking_received' else 'booking_confirmed' end,
    v_email, v_language, p_event || v_found, 'booking:' || v_booking_id || ':' || p_state, p_now);
  if p_expires_at is not null then
    perform app.enqueue('expire-booking', v_job, p_expires_at, 'expire:' || v_booking_id);
  end if;
  if p_complete_at is not null then
    perform app.enqueue('complete-booking', v_job, p_complete_at, 'complete:' || v_booking_id);
  end if;
  if p_remind_at is not null then
    perform app.enqueue('remind-booking', v_job, p_remind_at, 'remind:' || v_booking_id);
  end if;

  return query select 'booked', v_booking_id, v_customer_id, v_name, v_email, v_phone, v_language, null::jsonb, v_catalog_version;
end $$;
