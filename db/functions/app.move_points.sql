-- Adds points to a customer's balance or takes them off, at most once per cause. The customer's row
-- is locked first, so the balance never falls below zero.
--
-- outcome: 'moved' | 'repeated' (this cause has a movement already) | 'insufficient' (the balance
-- is too low) | 'unknown' (no such customer). Only 'moved' writes rows. balance is the balance now,
-- moved the points that this call added or took off. A 'reverted' movement takes off at most the
-- balance; its concept records the requested number.
create or replace function app.move_points(
  p_business_id uuid, p_customer_id bigint, p_kind text, p_points int, p_concept jsonb,
  p_cause text, p_booking_id bigint, p_now timestamptz)
returns table (outcome text, balance int, moved int)
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_balance int;
  v_points int := p_points;
  v_ordinal int;
  v_id bigint;
begin
  perform app.set_business(p_business_id);
  select customer.points_balance into v_balance
  from app.customers customer
  where customer.business_id = p_business_id and customer.id = p_customer_id
  for no key update;
  if v_balance is null then
    return query select 'unknown', 0, 0;
    return;
  end if;

  if exists (
    select from app.points_movements movement
    where movement.business_id = p_business_id and movement.cause = p_cause) then
    return query select 'repeated', v_balance, 0;
    return;
  end if;
  if p_kind = 'reverted' then
    v_points := greatest(p_points, -v_balance);
  elsif v_balance + p_points < 0 then
    return query select 'insufficient', v_balance, 0;
    return;
  end if;

  v_balance := v_balance + v_points;
  select coalesce(max(movement.ordinal), 0) + 1 into v_ordinal
  from app.points_movements movement
  where movement.business_id = p_business_id and movement.customer_id = p_customer_id;
  update app.customers set points_balance = v_balance
  where business_id = p_business_id and id = p_customer_id;
  insert into app.points_movements (
    business_id, customer_id, ordinal, kind, points, balance_after, concept, cause, booking_id,
    created_at)
  values (
    p_business_id, p_customer_id, v_ordinal, p_kind, v_points, v_balance, p_concept, p_cause,
    p_booking_id, p_now)
  returning id into v_id;
  perform app.record_event(
    p_business_id,
    case p_kind
      when 'earned' then 'puntos.ganados'
      when 'redeemed' then 'puntos.canjeados'
      when 'bought' then 'puntos.comprados'
      when 'reverted' then 'puntos.revertidos'
      else 'puntos.ajustados'
    end,
    jsonb_build_object('id', v_id, 'customerId', p_customer_id, 'points', v_points, 'balance', v_balance,
      'concept', p_concept, 'bookingId', p_booking_id),
    p_now);
  return query select 'moved', v_balance, v_points;
end $$;
