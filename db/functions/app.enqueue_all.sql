-- Enqueues jobs for the business of this transaction, as jobs.enqueue does; they exist only if the
-- transaction commits. One without a task removes the waiting job with its key.
--
-- On a cluster they wait on the node of the business until jobs.relay collects them (decision 0042).
create or replace function app.enqueue_all(p_jobs jsonb)
returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_business_id uuid;
begin
  if current_setting('citus.propagate_set_commands', true) = 'local' then
    v_business_id := current_setting('app.business_id')::uuid;
    insert into app.outbox (business_id, jobs) values (v_business_id, p_jobs);
  else
    perform jobs.enqueue(p_jobs);
  end if;
end $$;
