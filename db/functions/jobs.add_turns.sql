-- Adds the turns (jobs.take) of those of these jobs that are due.
create or replace function jobs.add_turns(p_job_ids bigint[]) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into jobs.turns (task_id, priority, party)
  select distinct due.task_id, due.priority, jobs.party(due.job_queue_id, due.payload)
  from jobs._private_jobs due
  where due.id = any (p_job_ids) and due.is_available and due.run_at <= clock_timestamp()
  on conflict on constraint turns_pk do nothing;
end $$;
