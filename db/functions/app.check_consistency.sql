-- Counts rows of the transaction's business that do not agree with the rows they are derived from,
-- in the tables that grow with every visit: the bookings of the last week and upcoming ones, and
-- the balances of points. p_bookings, p_customers: those to check; null: all.
create or replace function app.check_consistency(
  p_business_id uuid, p_late timestamptz, p_bookings bigint[], p_customers bigint[])
returns table (stale_claims int, unclaimed_bookings int, booking_drift int, points_drift int)
language plpgsql set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan as $$
declare
  v_week_ago timestamptz := p_late - interval '7 days';
  v_upcoming bigint[];
  v_unclaimed int;
begin
  v_upcoming := array(
    select booking.id
    from app.bookings booking
    where p_bookings is null and booking.business_id = p_business_id
      and booking.starts_at > p_late and booking.state in ('pending', 'confirmed')
    union all
    select booking.id
    from app.bookings booking
    where booking.business_id = p_business_id and booking.id = any (p_bookings)
      and booking.starts_at > p_late and booking.state in ('pending', 'confirmed'));
  select count(distinct unclaimed.booking_id)::int into v_unclaimed
  from app.unclaimed_times(p_business_id, v_upcoming) unclaimed;

  -- Of the tables that grow with every visit, only the rows of these bookings are read, with the ids
  -- as the index condition. The part of a union that does not apply is
  -- not executed.
  return query
    with recent as materialized (
      select booking.id, booking.state, booking.professional_id, booking.starts_at,
        booking.ends_at, booking.subtotal_cents, booking.total_cents
      from app.bookings booking
      where p_bookings is null
        and booking.business_id = p_business_id and booking.starts_at > v_week_ago
      union all
      select booking.id, booking.state, booking.professional_id, booking.starts_at,
        booking.ends_at, booking.subtotal_cents, booking.total_cents
      from app.bookings booking
      where booking.business_id = p_business_id and booking.id = any (p_bookings)
        and booking.starts_at > v_week_ago),
    agreed as (
      select line.booking_id, sum(line.price_cents) as price_cents,
        sum(line.charged_cents) as charged_cents, min(line.starts_at) as starts_at,
        max(line.ends_at) as ends_at,
        max(line.professional_id) filter (where line.position = 0) as professional_id
      from app.booking_lines line
      where line.business_id = p_business_id
        and line.booking_id = any (array(select recent.id from recent))
      group by line.booking_id),
    reached as (
      select transition.booking_id, transition.to_state, transition.occurred_at,
        max(transition.occurred_at) over (partition by transition.booking_id) as last_at
      from app.booking_transitions transition
      where transition.business_id = p_business_id
        and transition.booking_id = any (array(select recent.id from recent))),
    balances as (
      select customer.id, customer.points_balance
      from app.customers customer
      where p_customers is null and customer.business_id = p_business_id
      union all
      select customer.id, customer.points_balance
      from app.customers customer
      where customer.business_id = p_business_id and customer.id = any (p_customers)),
    movements as (
      select movement.customer_id, movement.points, movement.ordinal, movement.balance_after
      from app.points_movements movement
      where p_customers is null and movement.business_id = p_business_id
      union all
      select movement.customer_id, movement.points, movement.ordinal, movement.balance_after
      from app.points_movements movement
      where movement.business_id = p_business_id and movement.customer_id = any (p_customers)),
    moved as (
      select movements.customer_id, sum(movements.points) as points,
        -- balance_after of the movement with the highest ordinal
        max(movements.ordinal::bigint << 32 | movements.balance_after) & 4294967295
          as balance_after
      from movements
      group by movements.customer_id)
  select
    (select count(*)::int from app.claims claim
      where claim.business_id = p_business_id and claim.owner_kind = 'booking'
        and claim.owner_id = any (array(
          select recent.id from recent where recent.state = 'cancelled'))),
    v_unclaimed,
    (select count(*)::int from recent left join agreed on agreed.booking_id = recent.id
      -- a booking without lines has nothing to agree with (listWithoutLines)
      where recent.subtotal_cents <> agreed.price_cents
        or recent.total_cents <> agreed.charged_cents
        or recent.starts_at <> agreed.starts_at or recent.ends_at <> agreed.ends_at
        or recent.professional_id <> agreed.professional_id
        -- two transitions with the same timestamp: either may be the last
        or not exists (
          select from reached
          where reached.booking_id = recent.id and reached.to_state = recent.state
            and reached.occurred_at = reached.last_at)),
    (select count(*)::int from balances left join moved on moved.customer_id = balances.id
      where balances.points_balance <> coalesce(moved.points, 0)
        or balances.points_balance <> coalesce(moved.balance_after, 0));
end $$;
