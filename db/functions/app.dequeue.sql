-- Removes the waiting jobs with these keys (app.enqueue) for the business of this transaction, if
-- it commits.
create or replace function app.dequeue(p_keys text[])
returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if current_setting('citus.propagate_set_commands', true) = 'local' then
    perform app.enqueue_all((
      select coalesce(jsonb_agg(jsonb_build_object('key', removed.key)), '[]')
      from unnest(p_keys) as removed (key)));
  else
    perform jobs.dequeue(p_keys);
  end if;
end $$;
