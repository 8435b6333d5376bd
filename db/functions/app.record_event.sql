-- Records an event in the transaction that caused it, which has set the tenant. The event is
-- published once the worker has given it a position (D31).
create or replace function app.record_event(
  p_business_id uuid, p_type text, p_payload jsonb, p_now timestamptz)
returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.events (business_id, type, occurred_at, payload)
  values (p_business_id, p_type, p_now, p_payload);
  perform app.enqueue('position-events', null, null, 'position-events');
end $$;
