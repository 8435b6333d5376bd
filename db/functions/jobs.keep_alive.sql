-- Kept for release 0.1.0, which calls it. jobs.record_heartbeat replaces it.
--
-- Records the heartbeat of one pool of a worker that does not say which one it is.
create or replace function jobs.keep_alive(p_pool_id text, p_dead_after interval)
returns int language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  return jobs.record_heartbeat(null, array[p_pool_id], p_dead_after);
end $$;
