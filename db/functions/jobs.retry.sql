-- Retries a failed job now, with all its attempts again. Returns false if there is no such job or
-- it is running. Platform staff only.
create or replace function jobs.retry(p_job_id bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform jobs.reschedule_jobs(array[p_job_id], now(), null, 0, null);
  return found;
end $$;

revoke all on function jobs.retry(bigint) from public;
grant execute on function jobs.retry(bigint) to silla_admin;
