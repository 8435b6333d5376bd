-- Creates an email once per cause and enqueues its delivery, in the transaction of the cause, which
-- has set the tenant. Returns its id, or null if an email for this cause exists already. An erased
-- customer has no address and receives none.
create or replace function app.request_mail(
  p_business_id uuid, p_kind text, p_to text, p_language text, p_payload jsonb, p_cause text,
  p_now timestamptz)
returns bigint language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_mail_id bigint;
begin
  if p_to = '' then
    return null;
  end if;
  insert into app.mails (business_id, kind, to_email, language, payload, cause, created_at)
  values (p_business_id, p_kind, p_to, p_language, p_payload, p_cause, p_now)
  on conflict on constraint mails_cause do nothing
  returning id into v_mail_id;
  if v_mail_id is not null then
    perform app.enqueue('send-mail', jsonb_build_object('mailId', v_mail_id), null, null);
  end if;
  return v_mail_id;
end $$;
