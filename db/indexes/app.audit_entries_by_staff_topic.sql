create index concurrently audit_entries_by_staff_topic on app.audit_entries (business_id, staff_id, topic, occurred_at, id) where staff_id is not null;
