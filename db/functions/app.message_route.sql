-- By which channel an email's cause also reaches a phone, and whose: the first of WhatsApp and SMS that the
-- salon has a sender for, that is none of p_tried, and that the customer has agreed to with the number of
-- the booking. An offer of the waitlist goes by what was agreed to with its entry, or by the customer with
-- its number. No row: by none. The owner has one channel, a setting of the salon. The transaction
-- has set the tenant.
create or replace function app.message_route(
  p_business_id uuid, p_kind text, p_payload jsonb, p_tried text[])
returns table (channel text, to_phone text, customer_id bigint)
language plpgsql set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  if p_kind not in (
      'booking_confirmed', 'booking_rescheduled', 'booking_cancelled', 'booking_reminder',
      'waitlist_offer', 'owner_booking_created', 'owner_booking_rescheduled',
      'owner_booking_cancelled')
    or not exists (
      select from app.message_senders sender where sender.business_id = p_business_id) then
    return;
  end if;
  if p_kind like 'owner%' then
    return query
      select sender.channel, settings.owner_messages_phone, null::bigint
      from app.business_settings settings
      join app.message_senders sender
        on sender.business_id = p_business_id and sender.channel = settings.owner_messages
      where settings.business_id = p_business_id and settings.owner_messages_phone <> ''
        and sender.channel <> all(p_tried);
    return;
  end if;
  if p_kind = 'waitlist_offer' then
    return query
      select sender.channel, entry.contact_phone, entry.customer_id
      from app.waitlist_entries entry
      join app.message_senders sender on sender.business_id = p_business_id
      where entry.business_id = p_business_id and entry.id = (p_payload ->> 'id')::bigint
        and entry.contact_phone <> '' and sender.channel <> all(p_tried)
        and (sender.channel = any(entry.message_channels) or exists (
          select from app.customers customer
          join app.customer_consents consent
            on consent.business_id = p_business_id and consent.customer_id = customer.id
          where customer.business_id = p_business_id and customer.erased_at is null
            and (customer.id = entry.customer_id
              or (entry.customer_id is null and customer.email_key = entry.email_key))
            and consent.kind = sender.channel and consent.granted
            and consent.phone = entry.contact_phone
            and not exists (
              select from app.customer_consents later
              where later.business_id = p_business_id and later.customer_id = customer.id
                and later.kind = consent.kind and later.ordinal > consent.ordinal)))
      order by sender.channel desc
      limit 1;
    return;
  end if;
  return query
    select sender.channel, consent.phone, customer.id
    from app.customers customer
    join app.customer_consents consent
      on consent.business_id = p_business_id and consent.customer_id = customer.id
    join app.message_senders sender
      on sender.business_id = p_business_id and sender.channel = consent.kind
    where customer.business_id = p_business_id
      and customer.id = (p_payload ->> 'customerId')::bigint
      and customer.erased_at is null and consent.granted and sender.channel <> all(p_tried)
      and consent.phone =
        coalesce(nullif(p_payload -> 'contact' ->> 'phone', ''), customer.phone)
      and not exists (
        select from app.customer_consents later
        where later.business_id = p_business_id and later.customer_id = customer.id
          and later.kind = consent.kind and later.ordinal > consent.ordinal)
    order by sender.channel desc
    limit 1;
end $$;
