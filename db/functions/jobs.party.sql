-- Who takes turns for a job of the queue (jobs.take): its business; for a job of a named queue, of which one job
-- runs at a time, the queue. Empty for a job of neither. The index jobs_by_turn contains it.
create or replace function jobs.party(p_job_queue_id int, p_payload json) returns text
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  return case
    when p_job_queue_id is not null then 'queue:' || p_job_queue_id::text
    else coalesce(p_payload ->> 'businessId', '')
  end;
end $$;
