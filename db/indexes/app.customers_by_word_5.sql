create index concurrently customers_by_word_5 on app.customers (business_id, search_word_5, search_name, id) where search_word_5 is not null;
