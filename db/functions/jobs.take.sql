-- Locks up to p_at_most due jobs of these tasks for a worker's pool, in the place of graphile-worker's own query,
-- which reads all jobs of other tasks that are due earlier, and locks every named queue. This one reads the turns
-- of these tasks and the first jobs of those that have a turn, however many jobs wait.
--
-- The lowest priority goes first. Within one, businesses and named queues (jobs.party) take turns: a job of each,
-- or more of each when there are fewer of them than jobs to take. p_after has the last one of each priority, and
-- the turns go on after it. Jobs of one business run in the order of their time. A named queue, of which one job
-- runs at a time, is passed over while a job of it runs.
--
-- The first row has no job; its next_after is p_after of the next call. Jobs that another call takes at the same
-- time are skipped.
create or replace function jobs.take(
  p_pool_id text, p_task_ids int[], p_at_most int, p_after jsonb)
returns table (next_after jsonb, taken_job jobs._private_jobs)
language plpgsql set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_now timestamptz := clock_timestamp();
  -- named queues of which a job runs may be among them
  v_at_most_parties constant int := p_at_most + 50;
  v_after jsonb := p_after;
  v_priority smallint := -32768;
  v_party record;
  v_wanted int;
  v_each int;
  v_queue_id int;
  v_ids bigint[] := '{}';
  v_queue_ids int[] := '{}';
  v_looked_task_ids int[];
  v_looked_parties text[];
begin
  while cardinality(v_ids) < p_at_most loop
    v_priority := (
      select min(first.priority)
      from unnest(p_task_ids) task (id)
      cross join lateral (
        select turn.priority from jobs.turns turn
        where turn.task_id = task.id and turn.priority > v_priority
        order by turn.priority limit 1) first);
    exit when v_priority is null;
    v_wanted := p_at_most - cardinality(v_ids);
    v_looked_task_ids := '{}';
    v_looked_parties := '{}';
    for v_party in
      select next.party, array_agg(next.task_id) as task_ids, count(*) over () as parties
      from (select coalesce(v_after ->> v_priority::text, '') as party) last
      cross join unnest(p_task_ids) task (id)
      cross join lateral (
        (select turn.task_id, turn.party, 0 as lap from jobs.turns turn
          where turn.task_id = task.id and turn.priority = v_priority and turn.party > last.party
          order by turn.party limit v_at_most_parties)
        union all
        (select turn.task_id, turn.party, 1 as lap from jobs.turns turn
          where turn.task_id = task.id and turn.priority = v_priority and turn.party <= last.party
          order by turn.party limit v_at_most_parties)) next
      group by next.lap, next.party
      order by next.lap, next.party limit v_at_most_parties
    loop
      exit when cardinality(v_ids) >= p_at_most;
      v_after := v_after || jsonb_build_object(v_priority, v_party.party);
      v_each := least(
        p_at_most - cardinality(v_ids),
        (v_wanted + v_party.parties - 1) / v_party.parties);
      if starts_with(v_party.party, 'queue:') then
        v_each := 1;
        select queue.id into v_queue_id
        from jobs._private_job_queues queue
        where queue.id = substr(v_party.party, 7)::int and queue.is_available
          and queue.id <> all (v_queue_ids)
        for update skip locked;
        continue when v_queue_id is null;
        v_queue_ids := v_queue_ids || v_queue_id;
      end if;
      v_ids := v_ids || array(
        select first.id
        from unnest(v_party.task_ids) task (id)
        cross join lateral (
          select waiting.id, waiting.run_at from jobs._private_jobs waiting
          where waiting.is_available and waiting.task_id = task.id
            and waiting.priority = v_priority
            and jobs.party(waiting.job_queue_id, waiting.payload) = v_party.party
            and waiting.run_at <= v_now
          order by waiting.run_at limit v_each for update skip locked) first
        order by first.run_at limit v_each);
      v_looked_task_ids := v_looked_task_ids || v_party.task_ids;
      v_looked_parties := v_looked_parties
        || array_fill(v_party.party, array[cardinality(v_party.task_ids)]);
    end loop;
    -- what another call has locked at this moment is due as well
    delete from jobs.turns turn
    using (
      select ended.task_id, ended.party
      from unnest(v_looked_task_ids, v_looked_parties) looked (task_id, party)
      join jobs.turns ended on ended.task_id = looked.task_id
        and ended.priority = v_priority and ended.party = looked.party
      where not exists (
        select from jobs._private_jobs waiting
        where waiting.is_available and waiting.task_id = looked.task_id
          and waiting.priority = v_priority
          and jobs.party(waiting.job_queue_id, waiting.payload) = looked.party
          and waiting.run_at <= v_now and waiting.id <> all (v_ids))
      for update of ended skip locked) ended
    where turn.task_id = ended.task_id and turn.priority = v_priority
      and turn.party = ended.party;
  end loop;
  update jobs._private_job_queues queue
  set locked_by = p_pool_id, locked_at = v_now
  from jobs._private_jobs job
  where job.id = any (v_ids) and queue.id = job.job_queue_id;
  return query select v_after, null::jobs._private_jobs;
  return query
    with taken as (
      update jobs._private_jobs job
      set attempts = job.attempts + 1, locked_by = p_pool_id, locked_at = v_now
      where job.id = any (v_ids)
      returning job)
    select null::jsonb, taken.job from taken order by array_position(v_ids, (taken.job).id);
end $$;
