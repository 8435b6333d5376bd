-- Adds the turns (jobs.take) of jobs that have become due, because their time has come or because a worker has
-- given them back. Looks at what became due within five seconds, the latest first and at most 5,000 jobs of each
-- priority, so that a backlog is not read again each time. With p_all it looks at each business and task once,
-- however many jobs they have, and finds what was missed. One worker does it at a time.
create or replace function jobs.find_turns(p_all boolean) returns void
language plpgsql set search_path = pg_catalog, pg_temp
-- a bitmap or a sort would read all jobs
set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off as $$
declare
  v_now timestamptz := clock_timestamp();
  v_priority smallint := -32768;
  v_first record;
begin
  if not pg_try_advisory_xact_lock(7455203) then
    return;
  end if;
  loop
    v_priority := (
      select waiting.priority from jobs._private_jobs waiting
      where waiting.is_available and waiting.priority > v_priority
      order by waiting.priority limit 1);
    exit when v_priority is null;
    insert into jobs.turns (task_id, priority, party)
    select distinct recent.task_id, recent.priority,
      jobs.party(recent.job_queue_id, recent.payload)
    from (
      select waiting.task_id, waiting.priority, waiting.job_queue_id, waiting.payload
      from jobs._private_jobs waiting
      where waiting.is_available and waiting.priority = v_priority
        and waiting.run_at between v_now - interval '5 seconds' and v_now
      order by waiting.run_at desc limit 5000) recent
    on conflict on constraint turns_pk do nothing;
  end loop;
  if not p_all then
    return;
  end if;
  select 0 as task_id, 0::smallint as priority, '' as party into v_first;
  loop
    select waiting.task_id, waiting.priority,
      jobs.party(waiting.job_queue_id, waiting.payload) as party, waiting.run_at
    into v_first
    from jobs._private_jobs waiting
    where waiting.is_available
      and (waiting.task_id, waiting.priority, jobs.party(waiting.job_queue_id, waiting.payload))
        > (v_first.task_id, v_first.priority, v_first.party)
    order by waiting.task_id, waiting.priority,
      jobs.party(waiting.job_queue_id, waiting.payload), waiting.run_at
    limit 1;
    exit when not found;
    if v_first.run_at <= v_now then
      insert into jobs.turns (task_id, priority, party)
      values (v_first.task_id, v_first.priority, v_first.party)
      on conflict on constraint turns_pk do nothing;
    end if;
  end loop;
end $$;
