-- Checks the data of the transaction's business: counts that are zero and lists that are empty when
-- there is no problem. p_late: anything that was due before this time should have been processed.
-- Rows that grow with every visit and were consistent at checked_at, which is after p_checked_after,
-- are checked if Silla has changed them since; all are if checked_at is null. changed_bookings and
-- has_new_catalog are for what is compared outside the database.
create or replace function app.check_business(
  p_business_id uuid, p_late timestamptz, p_checked_after timestamptz)
returns table (
  checked_at timestamptz, has_new_catalog boolean, changed_bookings bigint[],
  timezone text, requires_prepayment boolean, accepts_online_payments boolean, account_ref text,
  card_payments text, account_ready boolean, account_checked_at timestamptz,
  account_onboarding boolean, account_drift int, online_page boolean, has_page_key boolean,
  expired_bookings text[], stale_claims int, unclaimed_bookings int, unclaimed_blocks int,
  booking_drift int,
  expired_orders text[], order_drift int, points_drift int, stock_drift int,
  waiting_mails int, failed_mails int, waiting_events int,
  unsent_refunds bigint[], unsettled_refunds bigint[], failed_refunds bigint[],
  open_payments bigint[], review_payments bigint[], payment_drift bigint[], paid_drift bigint[],
  payments_without_event bigint[], unverified_payments bigint[], underfunded_refunds bigint[],
  unreadable_events int)
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_changes record;
  v_compared record;
  v_data record;
  v_payments record;
begin
  -- each in a statement of its own: on Citus, a query of a shard calls no function that reads tables
  select changes.checked_at, changes.has_new_catalog, changes.bookings, changes.customers
  into v_changes from app.changes_since_check(p_business_id, p_checked_after) changes;
  select compared.stale_claims, compared.unclaimed_bookings, compared.booking_drift,
    compared.points_drift
  into v_compared
  from app.check_consistency(
    p_business_id, p_late, v_changes.bookings, v_changes.customers) compared;
  select data.expired_bookings, data.unclaimed_blocks, data.expired_orders, data.order_drift,
    data.stock_drift, data.waiting_mails, data.failed_mails, data.waiting_events
  into v_data from app.check_data(p_business_id, p_late) data;
  select payments.unsent_refunds, payments.unsettled_refunds, payments.failed_refunds,
    payments.open_payments, payments.review_payments, payments.payment_drift,
    payments.paid_drift, payments.payments_without_event, payments.unverified_payments,
    payments.underfunded_refunds
  into v_payments from app.check_payments(p_business_id, p_late) payments;

  return query
    select v_changes.checked_at, v_changes.has_new_catalog, v_changes.bookings,
      settings.timezone, settings.requires_prepayment, settings.accepts_online_payments,
      account.account_ref, account.card_payments, account.ready, account.checked_at,
      -- Onboarding: the salon has a week to submit what the processor requires. An account that
      -- has received money before has completed it.
      not account.ready and account.connected_at > p_late - interval '7 days' and not exists (
        select from app.payments paid
        where paid.business_id = p_business_id
          and paid.account_ref = account.account_ref and paid.received_cents > 0),
      -- The registry maps an account to the business for events; the tenant's row decides whether
      -- it takes payments. Both must agree.
      (select count(*)::int from app.processor_accounts own
        where own.business_id = p_business_id and not exists (
          select from registry.processor_accounts known
          where known.account_ref = own.account_ref and known.business_id = p_business_id
            and (known.disconnected_at is null) = (own.disconnected_at is null)))
      + (select count(*)::int from registry.processor_accounts known
        where known.business_id = p_business_id and not exists (
          select from app.processor_accounts own
          where own.business_id = p_business_id
            and own.account_ref = known.account_ref)),
      settings.online_page,
      exists (
        select from registry.api_keys key
        where key.business_id = p_business_id
          -- another hash than that of the key that the page has: every request of the page is refused
          and key.key_hash = sha256(convert_to(key.page_key, 'UTF8'))
          and key.revoked_at is null and (key.expires_at is null or key.expires_at > p_late)),
      v_data.expired_bookings, v_compared.stale_claims, v_compared.unclaimed_bookings,
      v_data.unclaimed_blocks, v_compared.booking_drift, v_data.expired_orders, v_data.order_drift, v_compared.points_drift,
      v_data.stock_drift,
      v_data.waiting_mails, v_data.failed_mails, v_data.waiting_events,
      v_payments.unsent_refunds, v_payments.unsettled_refunds, v_payments.failed_refunds,
      v_payments.open_payments, v_payments.review_payments, v_payments.payment_drift,
      v_payments.paid_drift, v_payments.payments_without_event, v_payments.unverified_payments,
      v_payments.underfunded_refunds,
      -- An orphan event of an account that was already connected, in the account's own mode: its
      -- object could not be read from the processor.
      (select count(*)::int from registry.orphan_events orphan
        join registry.processor_accounts known on known.account_ref = orphan.account_ref
        where known.business_id = p_business_id
          and orphan.livemode = (registered.mode = 'live')
          and orphan.received_at >= known.connected_at
          and orphan.received_at > p_late - interval '1 day')
    from app.business_settings settings
    join registry.businesses registered on registered.business_id = settings.business_id
    left join app.processor_accounts account
      on account.business_id = settings.business_id and account.disconnected_at is null
    where settings.business_id = p_business_id;
end $$;
