-- Writes a booking whole or not at all, in one round trip. The claims decide: the exclusion constraint lets one of two
-- overlapping visits through, and ON CONFLICT DO NOTHING makes the other one see fewer rows instead of a deadlock.
--
-- outcome: 'booked' | 'taken' (somebody has the time) | 'limit' (the guest holds p_open_limit bookings already; null = no limit)
--        | 'stale' (the caller planned with another version of the catalogue). Anything but 'booked' wrote nothing.
--
-- Locks are taken in one order: phone, customer, claims. A customer who is new is written after the claims, so that a refused
-- visit leaves no customer behind; the rare race of two first visits of one guest may deadlock and is tried again by the caller.
create function app.book_visit(
  p_business_id uuid, p_catalog_version bigint, p_now timestamptz, p_open_limit int,
  p_resource_ids bigint[], p_claim_starts timestamptz[], p_claim_ends timestamptz[],
  p_code text, p_state text, p_professional_id bigint, p_starts_at timestamptz, p_ends_at timestamptz, p_expires_at timestamptz,
  p_contact_name text, p_contact_email text, p_email_key text, p_contact_phone text, p_language text, p_notes text,
  p_currency text, p_subtotal_cents bigint, p_discount_cents bigint, p_total_cents bigint,
  p_payment_required boolean, p_points_earned int, p_lines jsonb, p_actor text, p_event jsonb)
returns table (outcome text, booking_id bigint, customer_id bigint, catalog_version bigint) language plpgsql as $$
#variable_conflict use_column
declare
  v_booking_id bigint;
  v_customer_id bigint;
  v_claimed int;
  v_catalog_version bigint;
begin
  perform app.set_business(p_business_id);

  select business.catalog_version into strict v_catalog_version
  from app.businesses business where business.business_id = p_business_id;
  if v_catalog_version <> p_catalog_version then
    return query select 'stale', null::bigint, null::bigint, v_catalog_version;
    return;
  end if;

  if p_open_limit is not null and p_contact_phone <> '' then
    perform pg_advisory_xact_lock(hashtextextended(p_business_id::text || p_contact_phone, 0));
  end if;
  select customer.id into v_customer_id
  from app.customers customer
  where customer.business_id = p_business_id and customer.email_key = p_email_key
  for no key update;
  if p_open_limit is not null
    and app.open_bookings(p_business_id, p_email_key, p_contact_phone, p_now) >= p_open_limit then
    return query select 'limit', null::bigint, null::bigint, v_catalog_version;
    return;
  end if;

  v_booking_id := nextval('app.bookings_id_seq');
  begin
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
      raise exception using errcode = 'SL001';
    end if;

    if v_customer_id is null then
      insert into app.customers (business_id, email_key, email, name, phone, language, created_at)
      values (p_business_id, p_email_key, p_contact_email, p_contact_name, p_contact_phone, p_language, p_now)
      on conflict on constraint customers_email_key do nothing
      returning id into v_customer_id;
      if v_customer_id is null then
        select customer.id into v_customer_id
        from app.customers customer
        where customer.business_id = p_business_id and customer.email_key = p_email_key
        for no key update;
        if p_open_limit is not null
    and app.open_bookings(p_business_id, p_email_key, p_contact_phone, p_now) >= p_open_limit then
          raise exception using errcode = 'SL002';
        end if;
      end if;
    end if;
  exception
    when sqlstate 'SL001' then
      return query select 'taken', null::bigint, null::bigint, v_catalog_version;
      return;
    when sqlstate 'SL002' then
      return query select 'limit', null::bigint, null::bigint, v_catalog_version;
      return;
  end;

  insert into app.bookings (
    business_id, id, code, state, professional_id, customer_id, starts_at, ends_at, expires_at,
    contact_name, contact_email, contact_phone, notes, currency, subtotal_cents, discount_cents, total_cents,
    payment_required, points_used, points_earned, version, created_at, updated_at)
  overriding system value
  values (
    p_business_id, v_booking_id, p_code, p_state, p_professional_id, v_customer_id, p_starts_at, p_ends_at, p_expires_at,
    p_contact_name, p_contact_email, p_contact_phone, p_notes, p_currency, p_subtotal_cents, p_discount_cents, p_total_cents,
    p_payment_required, 0, p_points_earned, 1, p_now, p_now);

  insert into app.booking_lines (
    business_id, booking_id, position, service_id, name, price_cents, charged_cents, duration_minutes, points_awarded)
  select p_business_id, v_booking_id, line.position, line.service_id, line.name, line.price_cents, line.charged_cents,
    line.duration_minutes, line.points_awarded
  from jsonb_to_recordset(p_lines) as line (
    position int, service_id bigint, name jsonb, price_cents bigint, charged_cents bigint, duration_minutes int, points_awarded int);

  insert into app.booking_transitions (business_id, booking_id, from_state, to_state, actor, reason, occurred_at)
  values (p_business_id, v_booking_id, null, p_state, p_actor, '', p_now);

  insert into app.events (business_id, type, occurred_at, payload)
  values (p_business_id, 'reserva.creada', p_now, p_event || jsonb_build_object('id', v_booking_id, 'customerId', v_customer_id));

  return query select 'booked', v_booking_id, v_customer_id, v_catalog_version;
end $$;
