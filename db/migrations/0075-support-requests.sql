-- When platform staff last requested access to a salon (D66): a list over all salons asks those in which
-- an access may still be live.
alter table registry.businesses add column support_requested_at timestamptz;
