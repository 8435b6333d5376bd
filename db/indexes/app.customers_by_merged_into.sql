create index concurrently customers_by_merged_into on app.customers (business_id, merged_into) where merged_into is not null;
