/*
 * What an owner does not download: how people sign in, with which somebody could act as another person, and what
 * only this deployment can use. test/rest/downloads names a new column that looks like it.
 */

/** Tables of which nothing is downloaded. */
export const tablesLeftOut: ReadonlySet<string> = new Set([
  // sessions, codes, passkeys and links
  'app.onboarding_codes',
  'app.refresh_tokens',
  'app.salon_downloads',
  'app.sessions',
  'app.sign_in_challenges',
  'app.sign_in_codes',
  'app.staff_devices',
  'app.staff_invitations',
  'app.staff_passkeys',
  'app.staff_recovery_codes',
  'app.staff_sessions',
  'app.staff_used_challenges',
  // how far this deployment has come, and what it has counted
  'app.agenda_changes',
  'app.api_key_uses',
  'app.balance_readings',
  'app.consistency_checks',
  'app.event_positions',
  'app.guest_booking_counts',
  'app.idempotency_keys',
  'app.import_files',
  'app.import_report_parts',
  'app.outbox',
  'app.processor_events',
])

/** Columns that the other tables are downloaded without. */
export const columnsLeftOut: Readonly<Record<string, readonly string[]>> = {
  'app.customer_accounts': ['password_hash'],
  'app.event_endpoints': ['sealed_secret', 'sealed_previous_secret'],
  'app.imported_rows': ['external_hash'],
  // codes to sign in and links of other people
  'app.mails': ['payload', 'text_body', 'html_body', 'calendar'],
  'app.messages': ['payload'],
  'app.payments': ['processor_key'],
  'app.processor_customers': ['processor_key'],
  'app.refunds': ['processor_key'],
  'app.saved_cards': ['processor_key'],
  'app.staff': ['email_hash', 'pin_failures', 'pin_hash'],
  'app.support_accesses': ['token_hash'],
  'app.till_entries': ['key_hash'],
}

/** Notes are downloaded with `body`, also where it is encrypted in the database. */
export const sealedNotes = { table: 'app.customer_notes', column: 'sealed_body' } as const
