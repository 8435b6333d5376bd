create index concurrently payments_by_card on app.payments (business_id, card_id) where card_id is not null;
