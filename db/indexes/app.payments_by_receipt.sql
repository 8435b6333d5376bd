create index concurrently payments_by_receipt on app.payments (business_id, coalesce(settled_at, status_seen_at)) where received_cents > 0;
