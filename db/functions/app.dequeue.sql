-- Removes the waiting jobs with these keys (app.enqueue) for the business of this transaction, if
-- it commits.
create function app.dequeue(p_keys text[])
returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform jobs.dequeue(p_keys);
end $$;
