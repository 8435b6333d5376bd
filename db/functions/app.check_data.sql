-- Counts inconsistencies in the blocks, orders, stock, mails and events of the transaction's business;
-- bookings and orders that are pending past their deadline are listed by code, whatever the reason.
-- What grows with every visit is compared by app.check_consistency. Of the orders, the totals of
-- the last week are compared.
create or replace function app.check_data(p_business_id uuid, p_late timestamptz)
returns table (
  expired_bookings text[], unclaimed_blocks int, expired_orders text[], order_drift int, stock_drift int,
  waiting_mails int, failed_mails int, waiting_events int)
language plpgsql set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan as $$
declare
  v_week_ago timestamptz := p_late - interval '7 days';
begin
  return query
    select
      (select coalesce(array_agg(booking.code order by booking.expires_at), '{}')
        from app.bookings booking
        where booking.business_id = p_business_id and booking.state = 'pending'
          and booking.expires_at < p_late),
      (select count(*)::int from app.blocks block
        cross join lateral (
          select coalesce(sum(claim.ends_at - claim.starts_at), interval '0') as length
          from app.claims claim
          where claim.business_id = p_business_id and claim.owner_kind = 'block'
            and claim.owner_id = block.id and claim.resource_id = any (block.resource_ids)
            and claim.starts_at >= block.starts_at and claim.ends_at <= block.ends_at) as claimed
        where block.business_id = p_business_id and block.ends_at > p_late
          and claimed.length <>
            (block.ends_at - block.starts_at) * cardinality(block.resource_ids)),
      (select coalesce(array_agg(placed.code order by placed.expires_at), '{}')
        from app.orders placed
        where placed.business_id = p_business_id and placed.state = 'pending'
          and placed.expires_at < p_late),
      (select count(*)::int from app.orders placed
        cross join lateral (
          -- null without lines: there is nothing to agree with
          select sum(line.price_cents * line.quantity) as price_cents,
            sum(line.charged_cents * line.quantity) as charged_cents
          from app.order_lines line
          where line.business_id = p_business_id and line.order_id = placed.id) as total
        where placed.business_id = p_business_id and placed.created_at > v_week_ago
          and (placed.subtotal_cents <> total.price_cents
            or placed.total_cents <> total.charged_cents)),
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
        where mail.business_id = p_business_id and mail.state = 'waiting' and not mail.held
          and mail.created_at < p_late),
      (select count(*)::int from app.mails mail
        where mail.business_id = p_business_id and mail.state = 'failed'),
      (select count(*)::int from app.events event
        where event.business_id = p_business_id and event.position is null
          and event.occurred_at < p_late);
end $$;
