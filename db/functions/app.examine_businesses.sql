-- What is wrong in the books of each business, by slug: counts that are zero, and lists that are
-- empty, where all is well. Each is read as itself, so that one question does for all of them.
-- p_late: what fell due before then should have been seen to. The transaction belongs to the last
-- one.
create function app.examine_businesses(p_late timestamptz)
returns table (
  slug text, mode text, status text, timezone text, requires_prepayment boolean, accepts_online_payments boolean,
  account_ref text, card_payments text, account_ready boolean, account_checked_at timestamptz, account_under_way boolean,
  account_drift int,
  lapsed_bookings int, lapsed_holds int, unheld_bookings int, booking_drift int, lapsed_orders int, order_drift int,
  points_drift int, stock_drift int, waiting_mails int, failed_mails int, waiting_events int,
  unsent_refunds bigint[], unsettled_refunds bigint[], failed_refunds bigint[], open_payments bigint[], review_payments bigint[],
  payment_drift bigint[], paid_drift bigint[], unheard_payments bigint[], unread_events int)
language plpgsql as $$
declare
  v_business record;
begin
  for v_business in
    select registered.business_id, registered.slug, registered.mode, registered.status
    from registry.businesses registered order by registered.slug
  loop
    perform app.set_business(v_business.business_id);
    return query
      select v_business.slug, v_business.mode, v_business.status, settings.timezone, settings.requires_prepayment,
        settings.accepts_online_payments, account.account_ref, account.card_payments, account.ready, account.checked_at,
        -- the salon has a week to answer what the processor asks of it; one that took money before
        -- has been through that
        not account.ready and account.connected_at > p_late - interval '7 days' and not exists (
          select from app.payments paid
          where paid.business_id = v_business.business_id and paid.account_ref = account.account_ref and paid.received_cents > 0),
        -- the registry says whose an account's events are, the tenant's own row whether it takes
        -- payments
        (select count(*)::int from app.processor_accounts own
          where own.business_id = v_business.business_id and not exists (
            select from registry.processor_accounts known
            where known.account_ref = own.account_ref and known.business_id = v_business.business_id
              and (known.disconnected_at is null) = (own.disconnected_at is null)))
        + (select count(*)::int from registry.processor_accounts known
          where known.business_id = v_business.business_id and not exists (
            select from app.processor_accounts own
            where own.business_id = v_business.business_id and own.account_ref = known.account_ref)),
        books.lapsed_bookings, books.lapsed_holds, books.unheld_bookings, books.booking_drift, books.lapsed_orders, books.order_drift,
        books.points_drift, books.stock_drift, books.waiting_mails, books.failed_mails, books.waiting_events,
        money.unsent_refunds, money.unsettled_refunds, money.failed_refunds, money.open_payments, money.review_payments,
        money.payment_drift, money.paid_drift, money.unheard_payments,
        -- of an account that we knew already, in its own mode: we asked for it and could not read
        -- it
        (select count(*)::int from registry.orphan_events orphan
          join registry.processor_accounts known on known.account_ref = orphan.account_ref
          where known.business_id = v_business.business_id and orphan.livemode = (v_business.mode = 'live')
            and orphan.received_at >= known.connected_at and orphan.received_at > p_late - interval '1 day')
      from app.business_settings settings
      cross join app.examine_books(v_business.business_id, p_late) books
      cross join app.examine_money(v_business.business_id, p_late) money
      left join app.processor_accounts account
        on account.business_id = settings.business_id and account.disconnected_at is null
      where settings.business_id = v_business.business_id;
  end loop;
end $$;
