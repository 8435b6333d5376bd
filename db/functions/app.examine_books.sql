-- What is wrong with the visits, orders, points, stock, letters and events of the transaction's
-- business: how many of each. Whatever is kept in two places is compared; what grows with every
-- visit only for those of the last week and to come, so that it stays quick.
create function app.examine_books(p_business_id uuid, p_late timestamptz)
returns table (
  lapsed_bookings int, lapsed_holds int, unheld_bookings int, booking_drift int, lapsed_orders int, order_drift int,
  points_drift int, stock_drift int, waiting_mails int, failed_mails int, waiting_events int)
language plpgsql as $$
declare
  v_lately timestamptz := p_late - interval '7 days';
begin
  return query select
    (select count(*)::int from app.bookings booking
      where booking.business_id = p_business_id and booking.starts_at > p_late - interval '31 days'
        and booking.state = 'pending' and booking.expires_at < p_late),
    (select count(*)::int from app.claims claim
      join app.bookings booking on booking.business_id = claim.business_id and booking.id = claim.owner_id
      where claim.business_id = p_business_id and claim.owner_kind = 'booking'
        and booking.state = 'cancelled' and booking.starts_at > v_lately),
    (select count(*)::int from app.bookings booking
      where booking.business_id = p_business_id and booking.starts_at > p_late and booking.state in ('pending', 'confirmed')
        and not exists (
          select from app.claims claim
          where claim.business_id = p_business_id and claim.owner_kind = 'booking' and claim.owner_id = booking.id
            and claim.resource_id = booking.professional_id
            and claim.starts_at <= booking.starts_at and claim.ends_at > booking.starts_at)),
    (select count(*)::int from app.bookings booking
      cross join lateral (
        select coalesce(sum(line.price_cents), 0) as price_cents, coalesce(sum(line.charged_cents), 0) as charged_cents
        from app.booking_lines line
        where line.business_id = p_business_id and line.booking_id = booking.id) as agreed
      where booking.business_id = p_business_id and booking.starts_at > v_lately
        and (booking.subtotal_cents <> agreed.price_cents or booking.total_cents <> agreed.charged_cents
          or not exists (
            select from app.booking_transitions move
            where move.business_id = p_business_id and move.booking_id = booking.id and move.to_state = booking.state
              -- of two moves at one moment either may be the last
              and move.occurred_at = (
                select max(last.occurred_at) from app.booking_transitions last
                where last.business_id = p_business_id and last.booking_id = booking.id)))),
    (select count(*)::int from app.orders placed
      where placed.business_id = p_business_id and placed.state = 'pending' and placed.expires_at < p_late),
    (select count(*)::int from app.orders placed
      cross join lateral (
        select coalesce(sum(line.price_cents * line.quantity), 0) as price_cents,
          coalesce(sum(line.charged_cents * line.quantity), 0) as charged_cents
        from app.order_lines line
        where line.business_id = p_business_id and line.order_id = placed.id) as agreed
      where placed.business_id = p_business_id and placed.created_at > v_lately
        and (placed.subtotal_cents <> agreed.price_cents or placed.total_cents <> agreed.charged_cents)),
    (select count(*)::int from app.customers customer
      left join (
        select movement.customer_id, sum(movement.points) as points,
          -- the last one's, which no number of the others is above
          max(movement.ordinal::bigint << 32 | movement.balance_after) & 4294967295 as balance_after
        from app.points_movements movement
        where movement.business_id = p_business_id group by movement.customer_id) as moved on moved.customer_id = customer.id
      where customer.business_id = p_business_id
        and (customer.points_balance <> coalesce(moved.points, 0) or customer.points_balance <> coalesce(moved.balance_after, 0))),
    (select count(*)::int from app.products product
      left join (
        select line.product_id,
          coalesce(sum(line.quantity) filter (where placed.state not in ('cancelled', 'refunded')), 0) as held,
          -- what was handed over before it was refunded stays away, what was not is back on the
          -- shelf
          coalesce(sum(line.quantity) filter (where placed.state = 'refunded'), 0) as perhaps
        from app.order_lines line
        join app.orders placed on placed.business_id = line.business_id and placed.id = line.order_id
        where line.business_id = p_business_id group by line.product_id) as orders on orders.product_id = product.id
      where product.business_id = p_business_id
        and product.taken not between coalesce(orders.held, 0) and coalesce(orders.held + orders.perhaps, 0)),
    (select count(*)::int from app.mails mail
      where mail.business_id = p_business_id and mail.state = 'waiting' and mail.created_at < p_late),
    (select count(*)::int from app.mails mail where mail.business_id = p_business_id and mail.state = 'failed'),
    (select count(*)::int from app.events event
      where event.business_id = p_business_id and event.position is null and event.occurred_at < p_late);
end $$;
