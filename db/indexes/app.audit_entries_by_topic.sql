create index concurrently audit_entries_by_topic on app.audit_entries (business_id, topic, occurred_at, id);
