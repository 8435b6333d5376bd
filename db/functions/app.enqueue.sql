-- Enqueues a job for the business of this transaction; it exists only if the transaction commits.
-- Without p_run_at it is due at once. Enqueueing again with the same p_job_key replaces the waiting
-- job instead of adding a second one.
create function app.enqueue(p_task text, p_payload jsonb, p_run_at timestamptz, p_job_key text)
returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform jobs.enqueue(p_task, p_payload, p_run_at, p_job_key);
end $$;
