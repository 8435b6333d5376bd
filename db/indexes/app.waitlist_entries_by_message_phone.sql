create index concurrently waitlist_entries_by_message_phone on app.waitlist_entries (business_id, contact_phone)
  where message_channels <> '{}';
