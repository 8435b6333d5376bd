-- Records that the customer of a booking agrees to messages to its number (D77), by the channels that the
-- salon has a sender for. It ends no consent of others with this number: nobody has proven that it is the
-- customer's. The transaction has set the tenant and locked the customer, or inserted them.
--
-- p_messages: {channels, wording, at}: what they have read, and the real time
create or replace function app.agree_to_messages(
  p_business_id uuid, p_customer_id bigint, p_phone text, p_messages jsonb)
returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_channel text;
  v_consent record;
begin
  if p_phone = '' then
    return;
  end if;
  for v_channel in
    select sender.channel from app.message_senders sender
    where sender.business_id = p_business_id and p_messages -> 'channels' ? sender.channel
  loop
    select consent.granted, consent.phone, consent.ordinal into v_consent
    from app.customer_consents consent
    where consent.business_id = p_business_id and consent.customer_id = p_customer_id
      and consent.kind = v_channel
    order by consent.ordinal desc limit 1;
    if v_consent.granted and v_consent.phone = p_phone then
      continue;
    end if;
    insert into app.customer_consents (
      business_id, customer_id, kind, granted, means, wording, phone, recorded_by, recorded_at,
      ordinal)
    values (
      p_business_id, p_customer_id, v_channel, true, 'online', p_messages ->> 'wording', p_phone,
      'customer', (p_messages ->> 'at')::timestamptz, coalesce(v_consent.ordinal, 0) + 1);
  end loop;
end $$;
