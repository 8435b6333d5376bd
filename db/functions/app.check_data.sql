-- Counts inconsistencies in the bookings, orders, points, stock, mails and events of the
-- transaction's business; bookings and orders that are pending past their deadline are listed by
-- code, whatever the reason. It compares data that is stored in two places. Tables that grow with
-- every visit are checked only for the last week and the future, to keep it fast.
create function app.check_data(p_business_id uuid, p_late timestamptz)
returns table (
  expired_bookings text[], stale_claims int, unclaimed_bookings int, booking_drift int,
  expired_orders text[], order_drift int, points_drift int, stock_drift int,
  waiting_mails int, failed_mails int, waiting_events int)
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_week_ago timestamptz := p_late - interval '7 days';
begin
  return query select
    (select coalesce(array_agg(booking.code order by booking.expires_at), '{}')
      from app.bookings booking
      where booking.business_id = p_business_id and booking.state = 'pending'
        and booking.expires_at < p_late),
    (select count(*)::int from app.claims claim
      join app.bookings booking
        on booking.business_id = claim.business_id and booking.id = claim.owner_id
      where claim.business_id = p_business_id and claim.owner_kind = 'booking'
        and booking.state = 'cancelled' and booking.starts_at > v_week_ago),
    (select count(*)::int from app.bookings booking
      where booking.business_id = p_business_id and booking.starts_at > p_late
        and booking.state in ('pending', 'confirmed')
        and not exists (
          select from app.claims claim
          where claim.business_id = p_business_id and claim.owner_kind = 'booking'
            and claim.owner_id = booking.id and claim.resource_id = booking.professional_id
            and claim.starts_at <= booking.starts_at and claim.ends_at > booking.starts_at)),
    (select count(*)::int from app.bookings booking
      cross join lateral (
        select coalesce(sum(line.price_cents), 0) as price_cents,
          coalesce(sum(line.charged_cents), 0) as charged_cents
        from app.booking_lines line
        where line.business_id = p_business_id and line.booking_id = booking.id) as total
      where booking.business_id = p_business_id and booking.starts_at > v_week_ago
        and (booking.subtotal_cents <> total.price_cents
          or booking.total_cents <> total.charged_cents
          or not exists (
            select from app.booking_transitions transition
            where transition.business_id = p_business_id and transition.booking_id = booking.id
              and transition.to_state = booking.state
              -- two transitions with the same timestamp: either may be the last
              and transition.occurred_at = (
                select max(last.occurred_at) from app.booking_transitions last
                where last.business_id = p_business_id and last.booking_id = booking.id)))),
    (select coalesce(array_agg(placed.code order by placed.expires_at), '{}')
      from app.orders placed
      where placed.business_id = p_business_id and placed.state = 'pending'
        and placed.expires_at < p_late),
    (select count(*)::int from app.orders placed
      cross join lateral (
        select coalesce(sum(line.price_cents * line.quantity), 0) as price_cents,
          coalesce(sum(line.charged_cents * line.quantity), 0) as charged_cents
        from app.order_lines line
        where line.business_id = p_business_id and line.order_id = placed.id) as total
      where placed.business_id = p_business_id and placed.created_at > v_week_ago
        and (placed.subtotal_cents <> total.price_cents
          or placed.total_cents <> total.charged_cents)),
    (select count(*)::int from app.customers customer
      left join (
        select movement.customer_id, sum(movement.points) as points,
          -- balance_after of the movement with the highest ordinal
          max(movement.ordinal::bigint << 32 | movement.balance_after) & 4294967295
            as balance_after
        from app.points_movements movement
        where movement.business_id = p_business_id
        group by movement.customer_id) as moved on moved.customer_id = customer.id
      where customer.business_id = p_business_id
        and (customer.points_balance <> coalesce(moved.points, 0)
          or customer.points_balance <> coalesce(moved.balance_after, 0))),
    (select count(*)::int from app.products product
      left join (
        select line.product_id,
          coalesce(sum(line.quantity)
            filter (where placed.state not in ('cancelled', 'refunded')), 0) as taken,
          -- a refunded order returns its products to stock unless they were handed over before
          coalesce(sum(line.quantity) filter (where placed.state = 'refunded'), 0) as uncertain
        from app.order_lines line
        join app.orders placed
          on placed.business_id = line.business_id and placed.id = line.order_id
        where line.business_id = p_business_id
        group by line.product_id) as ordered on ordered.product_id = product.id
      where product.business_id = p_business_id
        and product.taken not between coalesce(ordered.taken, 0)
          and coalesce(ordered.taken + ordered.uncertain, 0)),
    (select count(*)::int from app.mails mail
      where mail.business_id = p_business_id and mail.state = 'waiting'
        and mail.created_at < p_late),
    (select count(*)::int from app.mails mail
      where mail.business_id = p_business_id and mail.state = 'failed'),
    (select count(*)::int from app.events event
      where event.business_id = p_business_id and event.position is null
        and event.occurred_at < p_late);
end $$;
