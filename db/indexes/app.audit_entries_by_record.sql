create index concurrently audit_entries_by_record on app.audit_entries (business_id, record_id, occurred_at, id) where record_id is not null;
