create index concurrently waitlist_entries_by_code on app.waitlist_entries (business_id, code);
