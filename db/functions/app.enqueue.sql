-- Enqueues one job for the business of this transaction; it exists only if the transaction commits.
-- Without p_run_at it is due at once. Enqueueing again with the same p_job_key replaces the waiting
-- job instead of adding a second one.
create or replace function app.enqueue(p_task text, p_payload jsonb, p_run_at timestamptz, p_job_key text)
returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform app.enqueue_all(jsonb_build_array(jsonb_build_object(
    'task', p_task, 'payload', p_payload, 'runAt', p_run_at, 'key', p_job_key)));
end $$;
