-- Deletes old records of deliveries that belong to no business: orphan and unreadable events.
create or replace function registry.delete_unassigned_events(p_before timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from registry.orphan_events event where event.received_at < p_before;
  delete from registry.unreadable_events event where event.received_at < p_before;
end $$;

revoke all on function registry.delete_unassigned_events(timestamptz) from public;
grant execute on function registry.delete_unassigned_events(timestamptz) to silla_worker;
