-- Counts inconsistencies in the bookings, orders, points, stock, mails and events of the
-- transaction's business; bookings and orders that are pending past their deadline are listed by
-- code, whatever the reason. It compares data that is stored in two places. Tables that grow with
-- every visit are checked only for the last week and the future, to keep it fast.
create function app.check_data(p_business_id uuid, p_late timestamptz)
returns table (
  expired_bookings text[], stale_claims int, unclaimed_bookings int, booking_drift int,
  expired_orders text[], order_drift int, points_drift int, stock_drift int,
  waiting_mails int, failed_mails int, waiting_events int)
language plpgsql set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan as $$
declare
  v_week_ago timestamptz := p_late - interval '7 days';
begin
  -- Of the tables that grow with every visit, only the rows of the recent bookings are read, each
  -- table in one scan with the ids as its index condition.
  return query
    with recent as materialized (
      select booking.id, booking.state, booking.professional_id, booking.starts_at,
        booking.subtotal_cents, booking.total_cents
      from app.bookings booking
      where booking.business_id = p_business_id and booking.starts_at > v_week_ago),
    claimed as (
      select claim.owner_id, claim.resource_id, claim.starts_at, claim.ends_at
      from app.claims claim
      where claim.business_id = p_business_id and claim.owner_kind = 'booking'
        and claim.owner_id = any (array(select recent.id from recent))),
    charged as (
      select line.booking_id, sum(line.price_cents) as price_cents,
        sum(line.charged_cents) as charged_cents
      from app.booking_lines line
      where line.business_id = p_business_id
        and line.booking_id = any (array(select recent.id from recent))
      group by line.booking_id),
    reached as (
      select transition.booking_id, transition.to_state, transition.occurred_at,
        max(transition.occurred_at) over (partition by transition.booking_id) as last_at
      from app.booking_transitions transition
      where transition.business_id = p_business_id
        and transition.booking_id = any (array(select recent.id from recent)))
  select
    (select coalesce(array_agg(booking.code order by booking.expires_at), '{}')
      from app.bookings booking
      where booking.business_id = p_business_id and booking.state = 'pending'
        and booking.expires_at < p_late),
    (select count(*)::int from recent join claimed on claimed.owner_id = recent.id
      where recent.state = 'cancelled'),
    (select count(*)::int from recent
      where recent.starts_at > p_late and recent.state in ('pending', 'confirmed')
        and not exists (
          select from claimed
          where claimed.owner_id = recent.id and claimed.resource_id = recent.professional_id
            and claimed.starts_at <= recent.starts_at and claimed.ends_at > recent.starts_at)),
    (select count(*)::int from recent left join charged on charged.booking_id = recent.id
      where recent.subtotal_cents <> coalesce(charged.price_cents, 0)
        or recent.total_cents <> coalesce(charged.charged_cents, 0)
        -- two transitions with the same timestamp: either may be the last
        or not exists (
          select from reached
          where reached.booking_id = recent.id and reached.to_state = recent.state
            and reached.occurred_at = reached.last_at)),
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
