-- The only way for other roles to enqueue a job. It runs as silla_worker, so it takes the business
-- from the transaction's setting and never from an argument, and prefixes the job key with it, so
-- that the keys of different businesses cannot collide.
create function jobs.enqueue(p_task text, p_payload jsonb, p_run_at timestamptz, p_job_key text)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_business_id uuid := current_setting('app.business_id')::uuid;
begin
  insert into jobs.outbox (task, payload, queue_name, run_at, max_attempts, job_key)
  values (
    p_task,
    coalesce(p_payload, '{}') || jsonb_build_object('businessId', v_business_id),
    case
      -- events of one business are numbered by one job at a time
      when p_task = 'position-events' then v_business_id || ':' || p_task
      -- a slow processor occupies at most two of the worker's slots; the others still send mail
      when p_task in (
          'send-refund', 'check-payment', 'close-payment', 'check-account', 'compare-books')
        then 'processor:' || abs(hashtext(v_business_id::text) % 2)
    end,
    p_run_at,
    -- an email has one attempt and eight retries (D30)
    case when p_task = 'send-mail' then 9 else 25 end,
    v_business_id || ':' || p_job_key);
end $$;

revoke all on function jobs.enqueue(text, jsonb, timestamptz, text) from public;
grant execute on function jobs.enqueue(text, jsonb, timestamptz, text) to silla_api, silla_admin;
