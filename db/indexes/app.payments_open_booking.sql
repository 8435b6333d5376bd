create unique index concurrently payments_open_booking on app.payments (business_id, booking_id) where is_open and purpose <> 'fee';
