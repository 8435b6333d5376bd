-- Records a signed delivery that could not be read, for the doctor. The processor repeats none of
-- them, because the response is a success.
create or replace function registry.record_unreadable_event(
  p_event_ref text, p_livemode boolean, p_fault text, p_now timestamptz)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into registry.unreadable_events (event_ref, livemode, fault, received_at)
  values (p_event_ref, p_livemode, p_fault, p_now)
  on conflict on constraint unreadable_events_pk do update
    set fault = excluded.fault, received_at = excluded.received_at;
end $$;

revoke all on function registry.record_unreadable_event(text, boolean, text, timestamptz)
  from public;
grant execute on function registry.record_unreadable_event(text, boolean, text, timestamptz)
  to silla_api;
