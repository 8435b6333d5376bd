-- Adds jobs of an archive (jobs.list_to_archive) for the business of this transaction, and returns how many.
-- Jobs of another business, or with a key of another one, are not added. Platform staff only.
create or replace function jobs.restore(p_jobs jsonb) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_business_id uuid := current_setting('app.business_id')::uuid;
  v_specs jobs.job_spec[];
  v_job record;
  v_id bigint;
  v_added bigint[] := '{}';
begin
  v_specs := array(
    select row(
      item.job ->> 'task', (item.job ->> 'payload')::json, item.job ->> 'queueName',
      (item.job ->> 'runAt')::timestamptz, (item.job ->> 'maxAttempts')::smallint,
      item.job ->> 'key', (item.job ->> 'priority')::smallint,
      case when (item.job ->> 'byTenantClock')::boolean then array['tenant-clock'] end)::jobs.job_spec
    from jsonb_array_elements(p_jobs) with ordinality as item (job, position)
    where (item.job ->> 'attempts')::int = 0
      and (item.job -> 'payload' ->> 'businessId')::uuid = v_business_id
      and (item.job ->> 'key' is null or starts_with(item.job ->> 'key', v_business_id || ':'))
    order by item.position);
  if cardinality(v_specs) > 0 then
    v_added := array(select added.id from jobs.add_jobs(v_specs) added);
  end if;
  for v_job in
    select item.job
    from jsonb_array_elements(p_jobs) with ordinality as item (job, position)
    where (item.job ->> 'attempts')::int > 0
      and (item.job -> 'payload' ->> 'businessId')::uuid = v_business_id
      and (item.job ->> 'key' is null or starts_with(item.job ->> 'key', v_business_id || ':'))
    order by item.position
  loop
    select added.id into v_id
    from jobs.add_job(
      v_job.job ->> 'task', (v_job.job ->> 'payload')::json, v_job.job ->> 'queueName',
      (v_job.job ->> 'runAt')::timestamptz, (v_job.job ->> 'maxAttempts')::int,
      v_job.job ->> 'key', (v_job.job ->> 'priority')::int,
      case when (v_job.job ->> 'byTenantClock')::boolean then array['tenant-clock'] end) added;
    update jobs._private_jobs
    set attempts = (v_job.job ->> 'attempts')::smallint, last_error = v_job.job ->> 'lastError'
    where id = v_id;
    v_added := v_added || v_id;
  end loop;
  perform jobs.add_turns(v_added);
  return cardinality(v_added);
end $$;

revoke all on function jobs.restore(jsonb) from public;
grant execute on function jobs.restore(jsonb) to silla_admin;
