-- Deletes the codes of staff that were sent before a moment.
create or replace function registry.delete_staff_codes(p_before timestamptz)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from registry.staff_codes where sent_at < p_before;
end $$;

revoke all on function registry.delete_staff_codes(timestamptz) from public;
grant execute on function registry.delete_staff_codes(timestamptz) to silla_worker;
