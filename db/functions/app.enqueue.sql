-- A job of this transaction's business, there if the transaction commits and only then. Without
-- p_run_at it is due at once; asking again with the same p_job_key moves the job that waits instead
-- of adding one.
create function app.enqueue(p_task text, p_payload jsonb, p_run_at timestamptz, p_job_key text) returns void language plpgsql as $$
begin
  perform jobs.enqueue(p_task, p_payload, p_run_at, p_job_key);
end $$;
