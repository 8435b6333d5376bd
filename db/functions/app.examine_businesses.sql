-- What is wrong in the books of each business, by slug: counts that are zero where all is well. Each is read as itself, so that one
-- question does for all of them. p_late: what fell due before then should have been seen to. The transaction belongs to the last one.
create function app.examine_businesses(p_late timestamptz)
returns table (
  slug text, timezone text, lapsed_bookings int, lapsed_holds int, lapsed_orders int, points_drift int, stock_drift int,
  waiting_mails int, failed_mails int, waiting_events int)
language plpgsql as $$
declare
  v_business record;
begin
  for v_business in
    select registered.business_id, registered.slug from registry.businesses registered order by registered.slug
  loop
    perform app.set_business(v_business.business_id);
    return query
      select v_business.slug, settings.timezone,
        (select count(*)::int from app.bookings booking
          where booking.business_id = v_business.business_id and booking.state = 'pending' and booking.expires_at < p_late),
        (select count(*)::int from app.claims claim
          join app.bookings booking on booking.business_id = claim.business_id and booking.id = claim.owner_id
          where claim.business_id = v_business.business_id and claim.owner_kind = 'booking' and booking.state = 'cancelled'),
        (select count(*)::int from app.orders placed
          where placed.business_id = v_business.business_id and placed.state = 'pending' and placed.expires_at < p_late),
        (select count(*)::int from app.customers customer
          where customer.business_id = v_business.business_id and customer.points_balance <> (
            select coalesce(sum(movement.points), 0) from app.points_movements movement
            where movement.business_id = customer.business_id and movement.customer_id = customer.id)),
        (select count(*)::int from app.products product
          cross join lateral (
            select coalesce(sum(line.quantity) filter (where placed.state not in ('cancelled', 'refunded')), 0) as held,
              -- what was handed over before it was refunded stays away, what was not is back on the shelf
              coalesce(sum(line.quantity) filter (where placed.state = 'refunded'), 0) as perhaps
            from app.order_lines line
            join app.orders placed on placed.business_id = line.business_id and placed.id = line.order_id
            where line.business_id = product.business_id and line.product_id = product.id) as orders
          where product.business_id = v_business.business_id
            and product.taken not between orders.held and orders.held + orders.perhaps),
        (select count(*)::int from app.mails mail
          where mail.business_id = v_business.business_id and mail.state = 'waiting' and mail.created_at < p_late),
        (select count(*)::int from app.mails mail
          where mail.business_id = v_business.business_id and mail.state = 'failed'),
        (select count(*)::int from app.events event
          where event.business_id = v_business.business_id and event.position is null and event.occurred_at < p_late)
      from app.business_settings settings where settings.business_id = v_business.business_id;
  end loop;
end $$;
