-- Takes the key of a request that may come twice, for the rest of the transaction (D19).
--
-- outcome: 'new' (the key is ours until the transaction ends) | 'repeated' (answer is what the
-- first one got) | 'reused' (the key stands for another request) | 'in_progress' (its twin was not
-- done within the lock timeout). Only 'new' wrote something.
create function app.begin_attempt(p_business_id uuid, p_key_hash bytea, p_ask_hash bytea, p_now timestamptz)
returns table (outcome text, answer jsonb) language plpgsql as $$
#variable_conflict use_column
declare
  v_id bigint;
  v_ask_hash bytea;
  v_answer jsonb;
begin
  perform app.set_business(p_business_id);
  begin
    delete from app.idempotency_keys known
    where known.business_id = p_business_id and known.key_hash = p_key_hash and known.created_at <= p_now - interval '24 hours';

    insert into app.idempotency_keys (business_id, key_hash, ask_hash, created_at)
    values (p_business_id, p_key_hash, p_ask_hash, p_now)
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

  select known.ask_hash, known.answer into v_ask_hash, v_answer
  from app.idempotency_keys known
  where known.business_id = p_business_id and known.key_hash = p_key_hash;
  return query select
    case when v_ask_hash is null then 'in_progress' when v_ask_hash <> p_ask_hash then 'reused' else 'repeated' end, v_answer;
end $$;
