-- Moves jobs from the nodes of a cluster to the outbox (app.enqueue_all), in the order in which each
-- business enqueued them. A node that does not respond keeps its jobs; those of the others do not
-- wait for it. p_business_ids as for registry.collect_jobs.
create or replace function jobs.collect(p_at_most int, p_business_ids uuid[]) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_row record;
  v_business_ids uuid[];
begin
  for v_row in
    select waiting.business_id, waiting.jobs
    from registry.collect_jobs(p_at_most, p_business_ids) waiting
    order by waiting.enqueued_at, waiting.id
  loop
    -- for jobs.enqueue alone, so not app.set_business: it need not reach the nodes
    perform set_config('app.business_id', v_row.business_id::text, true);
    perform jobs.enqueue(v_row.jobs);
  end loop;
exception when connection_exception then
  if p_business_ids is null then
    for v_business_ids in
      select array_agg(business.business_id) from registry.business_ids() business
      group by app.node_group(business.business_id)
    loop
      perform jobs.collect(p_at_most, v_business_ids);
    end loop;
  end if;
end $$;
