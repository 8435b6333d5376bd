create index concurrently customers_by_age on app.customers (business_id, created_at, id) where erased_at is null;
