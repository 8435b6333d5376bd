create index concurrently customers_by_name on app.customers (business_id, search_name, id);
