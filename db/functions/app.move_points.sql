-- Moves points of a customer, once for each cause, and never below zero, because the customer's row
-- is locked first.
--
-- outcome: 'moved' | 'repeated' (this cause was counted before) | 'insufficient' (the balance does
-- not reach) | 'unknown' (no such customer). Only 'moved' wrote something. balance is what the
-- customer holds now, moved what this call added or took. A 'reverted' movement that takes goes as
-- far as the balance goes, down to nothing; its concept tells what was asked for.
create function app.move_points(
  p_business_id uuid, p_customer_id bigint, p_kind text, p_points int, p_concept jsonb, p_cause text,
  p_booking_id bigint, p_now timestamptz)
returns table (outcome text, balance int, moved int) language plpgsql as $$
declare
  v_balance int;
  v_points int := p_points;
  v_ordinal int;
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
    select from app.points_movements movement where movement.business_id = p_business_id and movement.cause = p_cause) then
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
  update app.customers set points_balance = v_balance where business_id = p_business_id and id = p_customer_id;
  insert into app.points_movements (
    business_id, customer_id, ordinal, kind, points, balance_after, concept, cause, booking_id, created_at)
  values (
    p_business_id, p_customer_id, v_ordinal, p_kind, v_points, v_balance, p_concept, p_cause, p_booking_id, p_now);
  perform app.record_event(
    p_business_id,
    case p_kind when 'earned' then 'puntos.ganados' when 'redeemed' then 'puntos.canjeados' when 'bought' then 'puntos.comprados'
      when 'reverted' then 'puntos.revertidos' else 'puntos.ajustados' end,
    jsonb_build_object('customerId', p_customer_id, 'points', v_points, 'balance', v_balance, 'concept', p_concept,
      'bookingId', p_booking_id),
    p_now);
  return query select 'moved', v_balance, v_points;
end $$;
