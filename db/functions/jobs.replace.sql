-- Before jobs with these keys are added: graphile-worker takes the key and the remaining attempts from
-- a job that is running or was given up. The one that was given up is deleted, because the new one does
-- its work. The one that is running is marked: when it fails, it has been replaced and not given up.
create or replace function jobs.replace(p_keys text[]) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  delete from jobs._private_jobs job
  where job.key = any (p_keys) and job.locked_at is null and job.attempts >= job.max_attempts;
  update jobs._private_jobs job
  set flags = coalesce(job.flags, '{}') || '{"replaced": true}'
  where job.key = any (p_keys) and job.locked_at is not null;
end $$;
