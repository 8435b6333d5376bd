-- Takes the jobs of a business that moves out of the queue, so that no worker runs them, and returns how many
-- run at this moment: call it again until there are none. Those of the outbox stay there (jobs.relay), and
-- the lock of jobs.relay makes sure that none is on its way. Platform staff only.
create or replace function jobs.park(p_business_id uuid) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp
set timezone = 'UTC' as $$
begin
  perform pg_advisory_xact_lock(7455202);
  with taken as (
    delete from jobs._private_jobs queued
    where (queued.payload ->> 'businessId')::uuid = p_business_id and queued.locked_at is null
    returning queued.id, jsonb_build_object(
      'task', (select task.identifier from jobs._private_tasks task where task.id = queued.task_id),
      'payload', queued.payload::jsonb,
      'queueName', (
        select queue.queue_name from jobs._private_job_queues queue
        where queue.id = queued.job_queue_id),
      'runAt', queued.run_at, 'attempts', queued.attempts, 'maxAttempts', queued.max_attempts,
      'lastError', queued.last_error, 'key', queued.key, 'priority', queued.priority,
      'byTenantClock', coalesce(queued.flags ? 'tenant-clock', false)) as job)
  insert into jobs.parked (business_id, job)
  select p_business_id, taken.job from taken order by taken.id;
  return (
    select count(*) from jobs._private_jobs running
    where (running.payload ->> 'businessId')::uuid = p_business_id);
end $$;

revoke all on function jobs.park(uuid) from public;
grant execute on function jobs.park(uuid) to silla_admin;
