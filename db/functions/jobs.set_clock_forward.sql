-- The clock of a business was set forward in this transaction: its waiting jobs that are due by that
-- clock become due as much earlier. The lock is that of jobs.relay: a job that is relayed at the
-- same time is moved here, or relayed with the new clock. A job that failed waits for its next
-- attempt in real time. Platform staff only.
create or replace function jobs.set_clock_forward(p_business_id uuid, p_by interval) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_moved bigint[];
begin
  perform pg_advisory_xact_lock(7455202);
  with moved as (
    update jobs._private_jobs job
    set run_at = job.run_at - p_by
    where (job.payload ->> 'businessId')::uuid = p_business_id and job.flags ? 'tenant-clock'
      and job.locked_at is null and job.attempts = 0
    returning job.id)
  select coalesce(array_agg(moved.id), '{}') into v_moved from moved;
  perform jobs.add_turns(v_moved);
  return cardinality(v_moved);
end $$;

revoke all on function jobs.set_clock_forward(uuid, interval) from public;
grant execute on function jobs.set_clock_forward(uuid, interval) to silla_admin;
