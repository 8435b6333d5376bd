export { assertLeastPrivilege, assertRole, currentLogin, unprotectedTables } from './assert-role.ts'
export { flaggedFields, profileFields, settingsFields } from './business-fields.ts'
export { busySpansOf, type OwnedClaim, ownedClaimsOf } from './busy-spans.ts'
export {
  categoryFields,
  packageFields,
  productFields,
  professionalFields,
  resourceTypeFields,
  serviceFields,
} from './catalog-fields.ts'
export { hasCitus } from './cluster/has-citus.ts'
export { type ClusterNode, listNodes } from './cluster/list-nodes.ts'
export { settleNodes } from './cluster/settle-nodes.ts'
export {
  type ArchiveEntry,
  ArchiveFileError,
  type ArchiveWriter,
  type OpenArchive,
  readArchiveFile,
  writeArchiveFile,
} from './copies/archive-file.ts'
export { endOfArchive, type StreamedEntry, streamEntry } from './copies/archive-stream.ts'
export { copyData, restoreData } from './copies/copy-data.ts'
export { isCopyFile, readCopyFile } from './copies/copy-file.ts'
export * as salonDifferences from './copies/salon-differences.ts'
export * as salonRows from './copies/salon-rows.ts'
export {
  connectionsPerProcess,
  type Database,
  openDatabase,
  snapshotsPerProcess,
} from './database.ts'
export {
  type DatabaseUrl,
  formatDatabaseUrl,
  formatHosts,
  parseDatabaseUrl,
} from './database-url.ts'
export {
  failedNode,
  isStatementTimeout,
  maxOutageMilliseconds,
  movingRefusal,
  sharedResult,
  violatedConstraint,
} from './db-errors.ts'
export { createFairQueue } from './fair-queue.ts'
export { acquireFileLock, type FileLock } from './file-lock.ts'
export {
  type JobAttempt,
  type JobPayload,
  type JobReport,
  type JobRunner,
  type JobTasks,
  startJobRunner,
} from './job-runner.ts'
export { apiListenerNames, type Listener, openListener } from './listen.ts'
export { mismatchedFunctions } from './migrate/functions.ts'
export { type MigrationListener, type MigrationResult, migrate } from './migrate/migrate.ts'
export { knownMigrations, skippedMessage, skippedMigrations } from './migrate/migrations.ts'
export { ownRelease, type SchemaRelease } from './migrate/schema-release.ts'
export { type MigrationStatus, migrationStatus } from './migrate/status.ts'
export { nestedTenantDb } from './nested-tenant-db.ts'
export { openPassBudget, type PassBudget, passBudget } from './pass-budget.ts'
export { openPool, type Query, type Sql } from './pool.ts'
export * as agendaQueries from './queries/agenda.ts'
export * as agendaChangeQueries from './queries/agenda-changes.ts'
export * as apiKeyQueries from './queries/api-keys.ts'
export * as auditQueries from './queries/audit.ts'
export * as availabilityQueries from './queries/availability.ts'
export * as blockQueries from './queries/blocks.ts'
export * as bookingChangeQueries from './queries/booking-changes.ts'
export * as bookingListQueries from './queries/booking-lists.ts'
export * as bookingRowQueries from './queries/booking-rows.ts'
export * as bookingQueries from './queries/bookings.ts'
export * as bookkeepingQueries from './queries/bookkeeping.ts'
export * as businessMoveQueries from './queries/business-moves.ts'
export * as calendarQueries from './queries/calendars.ts'
export * as catalogQueries from './queries/catalog.ts'
export * as customerCardQueries from './queries/customer-card.ts'
export * as customerConsentQueries from './queries/customer-consents.ts'
export * as customerExportQueries from './queries/customer-export.ts'
export * as customerMergeQueries from './queries/customer-merge.ts'
export * as customerNoteQueries from './queries/customer-notes.ts'
export * as customerSearchQueries from './queries/customer-search.ts'
export * as customerQueries from './queries/customers.ts'
export * as disputeQueries from './queries/disputes.ts'
export * as erasureQueries from './queries/erasure.ts'
export * as eventDeliveryQueries from './queries/event-deliveries.ts'
export * as eventEndpointQueries from './queries/event-endpoints.ts'
export * as eventQueries from './queries/events.ts'
export * as feeQueries from './queries/fees.ts'
export * as healthQueries from './queries/health.ts'
export * as holdQueries from './queries/holds.ts'
export * as idempotencyKeyQueries from './queries/idempotency-keys.ts'
export * as importRunQueries from './queries/import-runs.ts'
export * as importQueries from './queries/imports.ts'
export * as jobQueries from './queries/jobs.ts'
export * as localStartQueries from './queries/local-starts.ts'
export * as mailCountQueries from './queries/mail-counts.ts'
export * as mailQueries from './queries/mails.ts'
export * as messagePaceQueries from './queries/message-paces.ts'
export * as messageQueries from './queries/messages.ts'
export * as movedBusinessQueries from './queries/moved-businesses.ts'
export * as newBookingQueries from './queries/new-bookings.ts'
export * as onboardingQueries from './queries/onboarding.ts'
export * as partitionQueries from './queries/partitions.ts'
export * as paymentDomainQueries from './queries/payment-domains.ts'
export type { BookingPaymentRow, PaymentSummaryRow } from './queries/payment-summaries.ts'
export * as paymentQueries from './queries/payments.ts'
export * as payoutQueries from './queries/payouts.ts'
export * as pointsQueries from './queries/points.ts'
export * as processorAccountQueries from './queries/processor-accounts.ts'
export * as processorCustomerQueries from './queries/processor-customers.ts'
export * as businessQueries from './queries/provisioning/businesses.ts'
export * as deletionQueries from './queries/provisioning/deletion.ts'
export * as demoActivityQueries from './queries/provisioning/demo-activity.ts'
export * as demoStaffQueries from './queries/provisioning/demo-staff.ts'
export * as salonStateQueries from './queries/provisioning/salon-state.ts'
export * as salonWriteQueries from './queries/provisioning/salon-writes.ts'
export * as refundQueries from './queries/refunds.ts'
export * as repairQueries from './queries/repair.ts'
export * as reportQueries from './queries/reports.ts'
export * as retentionQueries from './queries/retention.ts'
export * as reviewQueries from './queries/reviews.ts'
export * as salonAgendaQueries from './queries/salon-agenda.ts'
export * as salonDownloadQueries from './queries/salon-downloads.ts'
export * as savedCardQueries from './queries/saved-cards.ts'
export * as seriesQueries from './queries/series.ts'
export * as sessionQueries from './queries/sessions.ts'
export * as shopQueries from './queries/shop.ts'
export * as signInQueries from './queries/sign-in.ts'
export * as staffQueries from './queries/staff.ts'
export * as staffDeviceQueries from './queries/staff-devices.ts'
export * as staffSessionQueries from './queries/staff-sessions.ts'
export * as staffSignInQueries from './queries/staff-sign-in.ts'
export * as supportQueries from './queries/support.ts'
export * as tillQueries from './queries/till.ts'
export * as transitionQueries from './queries/transitions.ts'
export * as waitlistQueries from './queries/waitlist.ts'
export * as webhookQueries from './queries/webhooks.ts'
export type { Field, FieldFlag, FieldsOf, FieldType, FieldValues } from './record-fields.ts'
export { withDeadline } from './request-deadline.ts'
export { compareSchemas, type SchemaDifference } from './schema/compare-schemas.ts'
export { readSchema, type Schema } from './schema/read-schema.ts'
export { type SchemaDrift, schemaDrift } from './schema/schema-drift.ts'
export { expectedSchema, schemaFile, withoutFunctionFiles } from './schema/schema-file.ts'
export { schemaSqlOf } from './schema/schema-sql.ts'
export { createSemaphore, type PoolSlots, type SemaphoreLimits } from './semaphore.ts'
export { checkpoint } from './setup/checkpoint.ts'
export {
  loadOrCreateSecret,
  makeDataFolder,
  readDatabaseUrls,
  readFileIfExists,
  writeDatabaseUrls,
} from './setup/data-folder.ts'
export { cloneDatabase, dropDatabase, emptyDatabase, replaceDatabase } from './setup/database.ts'
export { type DatabaseUrls, targetDatabase, urlFor } from './setup/database-urls.ts'
export { type Login, listLogins, retireLogins, rotateLogins } from './setup/logins.ts'
export {
  type RestoredContents,
  type RestoreTarget,
  readBackupSource,
  readRestored,
  restoreTarget,
  serverVersion,
  underMigrationLock,
} from './setup/restore.ts'
export { rolePasswords } from './setup/role-passwords.ts'
export { type SetupFault, setupFaults } from './setup/role-settings.ts'
export { type LoginRole, loginRoles, type RolePasswords } from './setup/roles.ts'
export { missingRoles, setupDatabase } from './setup.ts'
export { SetupError } from './setup-error.ts'
export type { Snapshot } from './snapshot.ts'
export { takeAllRows } from './take-rows.ts'
export {
  type DbMetrics,
  type DbOperation,
  type DbPool,
  type DbTracing,
  openTenantDbs,
  type TenantDb,
  type TenantDbLimits,
  type Tx,
} from './tenant-db.ts'
export { inTransaction, type Transaction } from './transaction.ts'
export type * from './types/block.ts'
export type * from './types/booking.ts'
export type * from './types/business.ts'
export type * from './types/calendar.ts'
export type * from './types/card.ts'
export type * from './types/catalog.ts'
export type * from './types/customer.ts'
export type * from './types/event.ts'
export type * from './types/event-delivery.ts'
export type * from './types/event-endpoint.ts'
export type * from './types/hold.ts'
export type * from './types/mail.ts'
export type * from './types/message.ts'
export type * from './types/order.ts'
export type * from './types/payment.ts'
export type * from './types/payout.ts'
export type * from './types/policies.ts'
export type * from './types/staff.ts'
export type * from './types/staff-member.ts'
export type * from './types/support.ts'
export type * from './types/till.ts'
export type * from './types/values.ts'
export type * from './types/waitlist.ts'
