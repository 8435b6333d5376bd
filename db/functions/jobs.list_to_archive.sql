-- The jobs of a business for its archive: those that wait in the outbox, and those of the queue, dead ones
-- included, and those that are parked. One that is running counts as waiting, since nobody knows how it ends. The order does not
-- depend on their ids. Platform staff only.
create or replace function jobs.list_to_archive(p_business_id uuid) returns table (job text)
language plpgsql security definer set search_path = pg_catalog, pg_temp
set timezone = 'UTC' as $$
begin
  return query
    select jsonb_build_object(
      'task', listed.task, 'payload', listed.payload, 'queueName', listed.queue_name,
      'runAt', listed.run_at, 'attempts', listed.attempts, 'maxAttempts', listed.max_attempts,
      'lastError', listed.last_error, 'key', listed.key, 'priority', listed.priority,
      'byTenantClock', listed.by_tenant_clock)::text
    from (
      select waiting.task, waiting.payload, waiting.queue_name,
        coalesce(waiting.run_at, waiting.enqueued_at) - case when waiting.by_tenant_clock
          then registry.clock_offset(p_business_id) * interval '1 millisecond'
          else interval '0' end as run_at,
        0 as attempts, waiting.max_attempts, null as last_error, waiting.job_key as key,
        waiting.priority, waiting.by_tenant_clock
      from (
        select distinct on (coalesce(last.job_key, last.id::text)) last.*
        from jobs.outbox last
        where (last.payload ->> 'businessId')::uuid = p_business_id
        order by coalesce(last.job_key, last.id::text), last.enqueued_at desc, last.id desc) waiting
      where waiting.task is not null
      union all
      select task.identifier, queued.payload::jsonb, queue.queue_name, queued.run_at,
        case when queued.locked_at is null then queued.attempts::int
          else greatest(queued.attempts - 1, 0) end,
        queued.max_attempts::int, queued.last_error, queued.key, queued.priority::int,
        coalesce(queued.flags ? 'tenant-clock', false)
      from jobs._private_jobs queued
      join jobs._private_tasks task on task.id = queued.task_id
      left join jobs._private_job_queues queue on queue.id = queued.job_queue_id
      where (queued.payload ->> 'businessId')::uuid = p_business_id
        -- one of the outbox replaces it, or removes it
        and not exists (
          select from jobs.outbox newer
          where newer.job_key = queued.key
            and (newer.payload ->> 'businessId')::uuid = p_business_id)
      union all
      select parked.job ->> 'task', parked.job -> 'payload', parked.job ->> 'queueName',
        (parked.job ->> 'runAt')::timestamptz, (parked.job ->> 'attempts')::int,
        (parked.job ->> 'maxAttempts')::int, parked.job ->> 'lastError', parked.job ->> 'key',
        (parked.job ->> 'priority')::int, (parked.job ->> 'byTenantClock')::boolean
      from jobs.parked parked
      where (parked.job -> 'payload' ->> 'businessId')::uuid = p_business_id
        and not exists (
        select from jobs.outbox newer
        where newer.job_key = parked.job ->> 'key'
          and (newer.payload ->> 'businessId')::uuid = p_business_id)) listed
    order by listed.run_at, listed.priority, listed.task collate "C", listed.key collate "C",
      listed.payload::text collate "C";
end $$;

revoke all on function jobs.list_to_archive(uuid) from public;
grant execute on function jobs.list_to_archive(uuid) to silla_admin;
