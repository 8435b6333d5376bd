-- Moves up to p_at_most rows of the outbox into the job queue, urgent ones first and the others in
-- order, and returns how many. Those that are due get a turn of their business (jobs.take). In named queues, which
-- businesses share, turns are part of the priority: of jobs of the same priority that are moved together, the first
-- one of each business runs before the second one of any. A job
-- that is due by the clock of its business becomes due at the same moment in real time, and is marked
-- for jobs.set_clock_forward. Of
-- several rows with the same key the last one wins; one without a task removes the waiting job. A
-- waiting deliver-events keeps its place in the queue, so that an endpoint with many events has its
-- turn as well. An advisory lock lets one worker do it at a time; SKIP LOCKED keeps two workers from
-- taking the same row in any case. Jobs of a salon that moves
-- stay in the outbox (jobs.park). A full batch is planned for itself: plans that were made while the outbox had
-- a few rows compare each of many thousands with the whole batch, for seconds, and an urgent job waits for that.
create or replace function jobs.relay(p_at_most int) returns int
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_ids bigint[];
  v_last bigint[];
  v_keeps_place boolean;
  v_specs jobs.job_spec[];
  v_added bigint[] := '{}';
  v_business_id uuid;
  v_moving uuid[];
begin
  if not pg_try_advisory_xact_lock(7455202) then
    return 0;
  end if;
  if current_setting('citus.propagate_set_commands', true) = 'local' then
    perform jobs.collect(p_at_most, null);
  end if;
  foreach v_business_id in array registry.release_parked() loop
    perform jobs.unpark(v_business_id);
  end loop;
  v_moving := registry.parked_business_ids();
  -- urgent jobs have no key, so none of them replaces an earlier one or is replaced
  v_ids := array(
    select waiting.id from jobs.outbox waiting
    where waiting.priority < 0
      and coalesce((waiting.payload ->> 'businessId')::uuid <> all (v_moving), true)
    order by waiting.id limit p_at_most for update skip locked);
  v_ids := v_ids || array(
    select waiting.id from jobs.outbox waiting
    where waiting.priority >= 0
      and coalesce((waiting.payload ->> 'businessId')::uuid <> all (v_moving), true)
    order by waiting.id limit p_at_most - cardinality(v_ids) for update skip locked);
  if cardinality(v_ids) = 0 then
    return 0;
  end if;
  if cardinality(v_ids) = p_at_most then
    -- until the transaction ends
    set local plan_cache_mode = force_custom_plan;
  end if;
  v_last := array(
    select distinct on (coalesce(waiting.job_key, waiting.id::text)) waiting.id
    from jobs.outbox waiting where waiting.id = any (v_ids)
    order by coalesce(waiting.job_key, waiting.id::text), waiting.enqueued_at desc,
      waiting.id desc);
  foreach v_keeps_place in array array[false, true] loop
    v_specs := array(
      select row(
        last.task, last.payload::json, last.queue_name,
        case when last.by_tenant_clock
          then last.run_at
            - registry.clock_offset((last.payload ->> 'businessId')::uuid) * interval '1 millisecond'
          else last.run_at
        end,
        last.max_attempts::smallint, last.job_key,
        (last.priority
          + case when last.queue_name is null then 0 else least(last.turn, 500) end)::smallint,
        case when last.by_tenant_clock then array['tenant-clock'] end)::jobs.job_spec
      from (
        select waiting.*, row_number() over (
          partition by waiting.payload ->> 'businessId', waiting.priority
          order by waiting.enqueued_at, waiting.id) - 1 as turn
        from jobs.outbox waiting where waiting.id = any (v_last)) last
      where (last.task = 'deliver-events') = v_keeps_place
      order by last.enqueued_at, last.id);
    if cardinality(v_specs) > 0 then
      perform jobs.replace(array(select spec.job_key from unnest(v_specs) spec));
      v_added := v_added || array(
        select added.id
        from jobs.add_jobs(v_specs, job_key_preserve_run_at => v_keeps_place) added);
    end if;
  end loop;
  perform jobs.add_turns(v_added);
  -- remove_job would leave one that is running without attempts
  delete from jobs._private_jobs job
  using jobs.outbox last
  where last.id = any (v_last) and last.task is null
    and job.key = last.job_key and job.locked_at is null;
  delete from jobs.outbox where id = any (v_ids);
  return cardinality(v_ids);
end $$;
