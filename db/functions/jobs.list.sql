-- Kept for release 0.2.0, which calls it.
--
-- Lists jobs as jobs.list_page, from the first one on. Platform staff only.
create or replace function jobs.list(
  p_business_id uuid, p_only_dead boolean, p_job_id bigint, p_at_most int)
returns table (
  id bigint, task text, business_id uuid, state text, run_at timestamptz, attempts int,
  max_attempts int, last_error text, payload jsonb)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select job.id, job.task, job.business_id, job.state, job.run_at, job.attempts,
      job.max_attempts, job.last_error, job.payload
    from jobs.list_page(p_business_id, p_only_dead, p_job_id, null, p_at_most)
      with ordinality as job (
        id, task, business_id, state, run_at, attempts, max_attempts, last_error, payload, place, number)
    order by job.number;
end $$;

revoke all on function jobs.list(uuid, boolean, bigint, int) from public;
grant execute on function jobs.list(uuid, boolean, bigint, int) to silla_admin;
