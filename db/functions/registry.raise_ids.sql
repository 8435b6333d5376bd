-- After a salon was restored: the next ids of the tables in which its rows have the ids that they had in
-- another database. RESTART, and not setval, because sessions keep numbers in advance, and drop them only
-- when the sequence is replaced. What other transactions insert there waits until this one ends. On a
-- cluster each node numbers its own rows, above those of plain PostgreSQL: nothing is to be done, unless
-- the rows come from a cluster or are numbered by the coordinator. Platform staff only.
create or replace function registry.raise_ids(
  p_business_id uuid, p_last_event_id bigint, p_last_code_id bigint) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_last bigint;
  v_next record;
begin
  if exists (select from pg_extension where extname = 'citus') then
    if greatest(p_last_event_id, p_last_code_id) >= 1::bigint << 48
      or app.node_group(p_business_id) = 0
    then
      raise exception 'the ids of the archive are those of another cluster'
        using errcode = 'AR001';
    end if;
    return;
  end if;
  set local lock_timeout = '10s';
  for v_next in
    select pg_get_serial_sequence('app.events', 'id') as sequence, p_last_event_id as last_id
    union all
    select pg_get_serial_sequence('app.sign_in_codes', 'id'), p_last_code_id
  loop
    -- takes the lock, so that nobody draws a number after the last one was read
    execute format('alter sequence %s cache 32', v_next.sequence);
    execute format('select last_value from %s', v_next.sequence) into v_last;
    execute format(
      'alter sequence %s restart with %s', v_next.sequence, greatest(v_last, v_next.last_id) + 1);
  end loop;
end $$;

revoke all on function registry.raise_ids(uuid, bigint, bigint) from public;
grant execute on function registry.raise_ids(uuid, bigint, bigint) to silla_admin;
