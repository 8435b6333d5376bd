-- Writes an email (app.insert_mail) and enqueues its delivery. Returns its id, or null if there is
-- none to be sent, or a message goes first.
create or replace function app.request_mail(
  p_business_id uuid, p_kind text, p_to text, p_language text, p_payload jsonb, p_cause text,
  p_now timestamptz)
returns bigint language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_job jsonb := app.insert_mail(
    p_business_id, p_kind, p_to, p_language, p_payload, p_cause, p_now);
begin
  if v_job is not null then
    perform app.enqueue_all(jsonb_build_array(v_job));
  end if;
  return (v_job -> 'payload' ->> 'mailId')::bigint;
end $$;
