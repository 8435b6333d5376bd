-- Guests on the waitlist agree to messages with their entry (D77), because they may be no customers yet.
set local citus.multi_shard_modify_mode = 'sequential';

-- the channels that they have agreed to with contact_phone, and what they read then
alter table waitlist_entries add column message_channels text[] not null default '{}';
alter table waitlist_entries add column message_wording text not null default '';
alter table waitlist_entries
  add constraint waitlist_entries_message_channels check (message_channels <@ array['sms', 'whatsapp']);
