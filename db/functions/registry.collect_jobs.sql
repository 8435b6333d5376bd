-- Takes the jobs that wait on the nodes of a cluster, for jobs.collect: up to p_at_most rows of
-- app.outbox in the order of their time, and those of the same time as the last. They are gone once
-- the transaction commits. With p_business_ids only those of these businesses are taken, and no
-- other node has to respond.
create or replace function registry.collect_jobs(p_at_most int, p_business_ids uuid[])
returns table (business_id uuid, id bigint, jobs jsonb, enqueued_at timestamptz)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  v_until timestamptz;
begin
  -- one connection to each node instead of one for each of its shards
  set local citus.max_adaptive_executor_pool_size = 1;
  if p_business_ids is null then
    for v_until in
      select waiting.enqueued_at from app.outbox waiting
      order by waiting.enqueued_at limit p_at_most
    loop
      null;
    end loop;
    if v_until is not null then
      return query
        delete from app.outbox waiting where waiting.enqueued_at <= v_until
        returning waiting.business_id, waiting.id, waiting.jobs, waiting.enqueued_at;
    end if;
  else
    for v_until in
      select waiting.enqueued_at from app.outbox waiting
      where waiting.business_id = any (p_business_ids)
      order by waiting.enqueued_at limit p_at_most
    loop
      null;
    end loop;
    if v_until is not null then
      return query
        delete from app.outbox waiting
        where waiting.business_id = any (p_business_ids) and waiting.enqueued_at <= v_until
        returning waiting.business_id, waiting.id, waiting.jobs, waiting.enqueued_at;
    end if;
  end if;
end $$;

revoke all on function registry.collect_jobs(int, uuid[]) from public;
grant execute on function registry.collect_jobs(int, uuid[]) to silla_worker;
