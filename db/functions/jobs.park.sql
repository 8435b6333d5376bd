-- Takes the jobs of a business that moves out of the queue, so that no worker runs them, and returns how many
-- run at this moment: call it again until there are none. Those of the outbox stay there (jobs.relay), and
-- the lock of jobs.relay makes sure that none is on its way. Platform staff only.
create or replace function jobs.park(p_business_id uuid) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp
set timezone = 'UTC' as $$
declare
  v_ids bigint[];
begin
  perform pg_advisory_xact_lock(7455202);
  v_ids := array(
    select queued.id from jobs._private_jobs queued
    where (queued.payload ->> 'businessId')::uuid = p_business_id and queued.locked_at is null
    order by queued.id for update);
  insert into jobs.parked (job)
  select jsonb_build_object(
    'task', task.identifier, 'payload', queued.payload::jsonb, 'queueName', queue.queue_name,
    'runAt', queued.run_at, 'attempts', queued.attempts, 'maxAttempts', queued.max_attempts,
    'lastError', queued.last_error, 'key', queued.key, 'priority', queued.priority,
    'byTenantClock', coalesce(queued.flags ? 'tenant-clock', false))
  from jobs._private_jobs queued
  join jobs._private_tasks task on task.id = queued.task_id
  left join jobs._private_job_queues queue on queue.id = queued.job_queue_id
  where queued.id = any (v_ids)
  order by queued.id;
  delete from jobs._private_jobs where id = any (v_ids);
  return (
    select count(*) from jobs._private_jobs running
    where (running.payload ->> 'businessId')::uuid = p_business_id);
end $$;

revoke all on function jobs.park(uuid) from public;
grant execute on function jobs.park(uuid) to silla_admin;
