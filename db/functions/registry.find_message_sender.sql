-- The business that sends messages from a sender. Used for callbacks, before a tenant is known.
create or replace function registry.find_message_sender(p_channel text, p_sender text)
returns table (business_id uuid, slug text, clock_offset_milliseconds bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select sender.business_id, business.slug, business.clock_offset_milliseconds
    from registry.message_senders sender
    join registry.businesses business on business.business_id = sender.business_id
    where sender.channel = p_channel and sender.sender = p_sender;
end $$;

revoke all on function registry.find_message_sender(text, text) from public;
grant execute on function registry.find_message_sender(text, text) to silla_api;
