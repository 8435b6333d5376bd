create index concurrently customers_by_phone on app.customers (business_id, phone, id);
