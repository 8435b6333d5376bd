create index concurrently staff_sessions_by_device on app.staff_sessions (business_id, device_id) where device_id is not null;
