-- Turns what was asked for into jobs, in the order in which it was asked, and answers how many it
-- took. Of several with one key the last counts. Of several workers one does it at a time; should
-- two meet, the rows themselves keep them apart.
create function jobs.relay(p_at_most int) returns int language plpgsql as $$
declare
  v_ids bigint[];
begin
  if not pg_try_advisory_xact_lock(7455202) then
    return 0;
  end if;
  v_ids := array(select asked.id from jobs.outbox asked order by asked.id limit p_at_most for update skip locked);
  if cardinality(v_ids) = 0 then
    return 0;
  end if;
  perform jobs.add_jobs(array(
    select row(last.task, last.payload::json, last.queue_name, last.run_at, last.max_attempts::smallint, last.job_key, null, null)::jobs.job_spec
    from (
      select distinct on (coalesce(asked.job_key, asked.id::text))
        asked.id, asked.task, asked.payload, asked.queue_name, asked.run_at, asked.max_attempts, asked.job_key
      from jobs.outbox asked where asked.id = any (v_ids)
      order by coalesce(asked.job_key, asked.id::text), asked.id desc
    ) last
    order by last.id));
  delete from jobs.outbox where id = any (v_ids);
  return cardinality(v_ids);
end $$;
