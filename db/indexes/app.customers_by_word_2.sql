create index concurrently customers_by_word_2 on app.customers (business_id, search_word_2, search_name, id) where search_word_2 is not null;
