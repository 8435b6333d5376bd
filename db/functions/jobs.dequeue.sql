-- Removes the waiting jobs with these keys for the business of this transaction, once it commits
-- (app.dequeue). As jobs.enqueue it takes the business from the transaction's setting. A job that
-- is running stays.
create or replace function jobs.dequeue(p_keys text[])
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_business_id uuid := current_setting('app.business_id')::uuid;
begin
  insert into jobs.outbox (payload, max_attempts, job_key)
  select jsonb_build_object('businessId', v_business_id), 1, v_business_id || ':' || removed.key
  from unnest(p_keys) as removed (key);
end $$;

revoke all on function jobs.dequeue(text[]) from public;
grant execute on function jobs.dequeue(text[]) to silla_api, silla_admin;
