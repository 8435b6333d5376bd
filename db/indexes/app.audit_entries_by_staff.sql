create index concurrently audit_entries_by_staff on app.audit_entries (business_id, staff_id, occurred_at, id) where staff_id is not null;
