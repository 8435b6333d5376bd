-- Moves up to p_at_most rows of the outbox into the job queue, in order, and returns how many. Of
-- several rows with the same key the last one wins. An advisory lock lets one worker do it at a
-- time; SKIP LOCKED keeps two workers from taking the same row in any case.
create function jobs.relay(p_at_most int) returns int
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_ids bigint[];
begin
  if not pg_try_advisory_xact_lock(7455202) then
    return 0;
  end if;
  v_ids := array(
    select waiting.id from jobs.outbox waiting
    order by waiting.id limit p_at_most for update skip locked);
  if cardinality(v_ids) = 0 then
    return 0;
  end if;
  perform jobs.add_jobs(array(
    select row(
      last.task, last.payload::json, last.queue_name, last.run_at, last.max_attempts::smallint,
      last.job_key, null, null)::jobs.job_spec
    from (
      select distinct on (coalesce(waiting.job_key, waiting.id::text))
        waiting.id, waiting.task, waiting.payload, waiting.queue_name, waiting.run_at,
        waiting.max_attempts, waiting.job_key
      from jobs.outbox waiting where waiting.id = any (v_ids)
      order by coalesce(waiting.job_key, waiting.id::text), waiting.id desc
    ) last
    order by last.id));
  delete from jobs.outbox where id = any (v_ids);
  return cardinality(v_ids);
end $$;
