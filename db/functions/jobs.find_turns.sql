-- Adds the turns (jobs.take) of jobs whose time has come. One worker does it at a time, in two ways:
--
-- - of each priority, the jobs that became due within five seconds: the latest first, and at most 5,000, so that a
--   backlog of one business does not hide those of others, and is not read again each time;
-- - the first job of each task, priority and party after p_after, p_at_most of them: what the first way has missed,
--   because no worker was running, too many became due at once, or a worker gave a job back.
--
-- Returns p_after of the next call, null after the last one, and how many turns the second way has added.
create or replace function jobs.find_turns(p_after jsonb, p_at_most int)
returns table (next_after jsonb, added int)
language plpgsql set search_path = pg_catalog, pg_temp
-- a bitmap would be of all jobs
set enable_bitmapscan = off set enable_seqscan = off as $$
declare
  v_now timestamptz := clock_timestamp();
  v_priority smallint := -32768;
  v_first record;
begin
  next_after := p_after;
  added := 0;
  if not pg_try_advisory_xact_lock(7455203) then
    return next;
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
  select coalesce((p_after ->> 'taskId')::int, 0) as task_id,
    coalesce((p_after ->> 'priority')::smallint, 0::smallint) as priority,
    coalesce(p_after ->> 'party', '') as party
  into v_first;
  for v_looked in 1 .. p_at_most loop
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
    if not found then
      next_after := null;
      exit;
    end if;
    next_after := jsonb_build_object(
      'taskId', v_first.task_id, 'priority', v_first.priority, 'party', v_first.party);
    if v_first.run_at <= v_now then
      insert into jobs.turns (task_id, priority, party)
      values (v_first.task_id, v_first.priority, v_first.party)
      on conflict on constraint turns_pk do nothing;
      if found then
        added := added + 1;
      end if;
    end if;
  end loop;
  return next;
end $$;
