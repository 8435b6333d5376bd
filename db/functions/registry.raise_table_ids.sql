-- After the rows of a salon were copied with the ids that they had in another database: the next id of this
-- table is above them. RESTART, because sessions keep numbers in advance and drop them only when the sequence
-- is replaced (registry.raise_ids). Who inserts there waits until this transaction ends. Platform staff only.
create or replace function registry.raise_table_ids(p_table text, p_business_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_sequence text := pg_get_serial_sequence(p_table, 'id');
  v_highest bigint;
  v_last bigint;
begin
  execute format('select max(id) from %s where business_id = $1', p_table::regclass)
    into v_highest using p_business_id;
  if v_highest is null then
    return;
  end if;
  set local lock_timeout = '5s';
  -- takes the lock, so that nobody draws a number after the last one was read
  execute format('alter sequence %s no cycle', v_sequence);
  execute format('select last_value from %s', v_sequence) into v_last;
  execute format(
    'alter sequence %s restart with %s', v_sequence, greatest(v_last, v_highest) + 1);
end $$;

revoke all on function registry.raise_table_ids(text, uuid) from public;
grant execute on function registry.raise_table_ids(text, uuid) to silla_admin;
