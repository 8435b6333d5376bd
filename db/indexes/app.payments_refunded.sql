create index concurrently payments_refunded on app.payments (business_id, id) where refund_seen_cents > 0;
