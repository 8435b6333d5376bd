-- Enqueues jobs for the business of this transaction: [{task, payload, runAt, dueAt, key, urgent}],
-- where all but the task may be missing (app.enqueue). runAt is in real time, dueAt by the clock of the
-- business (D44); a job has at most one of them. An urgent job has no key: a person waits for it, and
-- it overtakes the others. What runs for many at once, and nobody waits for, comes after them. The only way for other roles to enqueue a job. It runs as
-- silla_worker, so it takes the business from the transaction's setting and never from an argument,
-- and prefixes the job keys with it, so that the keys of different businesses cannot collide.
create or replace function jobs.enqueue(p_jobs jsonb)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_business_id uuid := current_setting('app.business_id')::uuid;
begin
  insert into jobs.outbox (
    task, payload, queue_name, run_at, by_tenant_clock, max_attempts, job_key, priority)
  select
    job.task,
    coalesce(job.payload, '{}') || jsonb_build_object('businessId', v_business_id),
    case
      -- events of one business are numbered by one job at a time, and its waitlist gets offers
      when job.task in ('position-events', 'match-waitlist') then v_business_id || ':' || job.task
      -- a slow processor occupies at most two of the worker's slots; the others still send mail
      when job.task in (
          'send-refund', 'check-payment', 'close-payment', 'check-account', 'compare-books',
          'read-balance')
        then 'processor:' || abs(hashtext(v_business_id::text) % 2)
      -- an endpoint has one job of each kind at a time, and slow ones occupy at most eight slots
      when job.task in ('deliver-events', 'retry-deliveries') then
        case when (job.payload ->> 'isSlow')::boolean
          then 'slow-endpoints:' || abs(hashtext(job.payload ->> 'endpointId') % 8)
          else v_business_id || ':' || job.key
        end
    end,
    coalesce(job."dueAt", job."runAt"),
    job."dueAt" is not null,
    -- an email has one attempt and eight retries (D30)
    case when job.task = 'send-mail' then 9 else 25 end,
    v_business_id || ':' || job.key,
    case
      when job.urgent and job.key is null then -1000
      when job.task in (
          'remind-booking', 'invite-to-review', 'send-agenda', 'nightly-round', 'check-consistency',
          'compare-books', 'read-balance')
        then 1000
      else 0
    end
  from jsonb_to_recordset(p_jobs) as job (
    task text, payload jsonb, "runAt" timestamptz, "dueAt" timestamptz, key text,
    urgent boolean);
end $$;

revoke all on function jobs.enqueue(jsonb) from public;
grant execute on function jobs.enqueue(jsonb) to silla_api, silla_admin;
