-- Adds points to a customer's balance or takes them off, at most once per cause. The customer's row
-- is locked first, so the balance never falls below zero.
--
-- Those of a customer who was merged into another (D74) are the other's: the caller may have read the
-- booking before. The column is read from the row as JSON, because functions are replaced before
-- migrations run.
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
  v_customer_id bigint := p_customer_id;
  v_merged_into bigint;
  v_points int := p_points;
  v_ordinal int;
  v_id bigint;
begin
  perform app.set_business(p_business_id);
  loop
    select customer.points_balance, (to_jsonb(customer) ->> 'merged_into')::bigint
      into v_balance, v_merged_into
    from app.customers customer
    where customer.business_id = p_business_id and customer.id = v_customer_id
    for no key update;
    exit when v_merged_into is null;
    v_customer_id := v_merged_into;
  end loop;
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
  where movement.business_id = p_business_id and movement.customer_id = v_customer_id;
  update app.customers set points_balance = v_balance
  where business_id = p_business_id and id = v_customer_id;
  insert into app.points_movements (
    business_id, customer_id, ordinal, kind, points, balance_after, concept, cause, booking_id,
    created_at)
  values (
    p_business_id, v_customer_id, v_ordinal, p_kind, v_points, v_balance, p_concept, p_cause,
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
    jsonb_build_object('id', v_id, 'customerId', v_customer_id, 'points', v_points, 'balance', v_balance,
      'concept', p_concept, 'bookingId', p_booking_id),
    p_now);
  return query select 'moved', v_balance, v_points;
end $$;
