-- Records an event that belongs to no business, so that staff can see it.
create or replace function registry.record_orphan_event(
  p_event_ref text, p_type text, p_account_ref text, p_livemode boolean, p_now timestamptz)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into registry.orphan_events (event_ref, type, account_ref, livemode, received_at)
  values (p_event_ref, p_type, p_account_ref, p_livemode, p_now)
  on conflict on constraint orphan_events_pk do nothing;
end $$;

revoke all on function registry.record_orphan_event(text, text, text, boolean, timestamptz)
  from public;
grant execute on function registry.record_orphan_event(text, text, text, boolean, timestamptz)
  to silla_api;
