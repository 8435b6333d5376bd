-- Takes an idempotency key for the rest of the transaction (D19).
--
-- outcome: 'new' (this transaction holds the key) | 'repeated' (answer is the stored response of
-- the first request) | 'reused' (the key belongs to a different request) | 'in_progress' (the
-- request that holds the key did not finish within the lock timeout). Only 'new' writes a row.
create or replace function app.begin_idempotent_request(
  p_business_id uuid, p_key_hash bytea, p_request_hash bytea, p_now timestamptz)
returns table (outcome text, answer jsonb)
language plpgsql set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  v_id bigint;
  v_request_hash bytea;
  v_answer jsonb;
begin
  perform app.set_business(p_business_id);
  begin
    delete from app.idempotency_keys expired
    where expired.business_id = p_business_id and expired.key_hash = p_key_hash
      and expired.created_at <= p_now - interval '24 hours';

    insert into app.idempotency_keys (business_id, key_hash, ask_hash, created_at)
    values (p_business_id, p_key_hash, p_request_hash, p_now)
    on conflict on constraint idempotency_keys_hash do nothing
    returning id into v_id;
  exception when lock_not_available then
    return query select 'in_progress', null::jsonb;
    return;
  end;
  if v_id is not null then
    return query select 'new', null::jsonb;
    return;
  end if;

  select stored.ask_hash, stored.answer into v_request_hash, v_answer
  from app.idempotency_keys stored
  where stored.business_id = p_business_id and stored.key_hash = p_key_hash;
  return query select
    case
      when v_request_hash is null then 'in_progress'
      when v_request_hash <> p_request_hash then 'reused'
      else 'repeated'
    end,
    v_answer;
end $$;
