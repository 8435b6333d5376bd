export { assertLeastPrivilege, loginOf, unprotectedTables } from './assert-role.ts'
export {
  loadOrCreateSecret,
  makeDataFolder,
  readDatabaseUrls,
  readFileIfExists,
  writeDatabaseUrls,
} from './data-folder.ts'
export { type Database, openDatabase } from './database.ts'
export type { DbMetrics, DbOperation, PoolSlots } from './db-metrics.ts'
export { type FileLock, takeFileLock } from './file-lock.ts'
export {
  type JobPayload,
  type JobReport,
  type JobRunner,
  type JobTasks,
  type JobTry,
  startJobRunner,
} from './job-runner.ts'
export { type Listener, openListener } from './listen.ts'
export { foreignFunctions, knownMigrations, migrate, migrationStatus } from './migrate.ts'
export { openPool, type Query, type Sql } from './pool.ts'
export * as apiKeyQueries from './queries/api-keys.ts'
export * as auditQueries from './queries/audit.ts'
export * as availabilityQueries from './queries/availability.ts'
export * as bookingListQueries from './queries/booking-lists.ts'
export * as bookingQueries from './queries/bookings.ts'
export * as catalogQueries from './queries/catalog.ts'
export * as customerExportQueries from './queries/customer-export.ts'
export * as customerQueries from './queries/customers.ts'
export * as disputeQueries from './queries/disputes.ts'
export * as erasureQueries from './queries/erasure.ts'
export * as eventQueries from './queries/events.ts'
export * as healthQueries from './queries/health.ts'
export * as idempotencyKeyQueries from './queries/idempotency-keys.ts'
export * as jobQueries from './queries/jobs.ts'
export * as knownCustomerQueries from './queries/known-customers.ts'
export * as mailQueries from './queries/mails.ts'
export type { PaymentSummaryRow } from './queries/payment-summaries.ts'
export * as paymentQueries from './queries/payments.ts'
export * as pointsQueries from './queries/points.ts'
export * as processorAccountQueries from './queries/processor-accounts.ts'
export * as processorCustomerQueries from './queries/processor-customers.ts'
export * as processorEventQueries from './queries/processor-events.ts'
export * as businessQueries from './queries/provisioning/businesses.ts'
export * as deletionQueries from './queries/provisioning/deletion.ts'
export * as demoActivityQueries from './queries/provisioning/demo-activity.ts'
export * as salonStateQueries from './queries/provisioning/salon-state.ts'
export * as salonWriteQueries from './queries/provisioning/salon-writes.ts'
export * as refundQueries from './queries/refunds.ts'
export * as retentionQueries from './queries/retention.ts'
export * as reviewQueries from './queries/reviews.ts'
export * as sessionQueries from './queries/sessions.ts'
export * as shopQueries from './queries/shop.ts'
export * as signInQueries from './queries/sign-in.ts'
export * as webhookQueries from './queries/webhooks.ts'
export { cloneDatabase, dropDatabase } from './setup/clone-database.ts'
export { type DatabaseUrls, targetDatabase } from './setup/database-urls.ts'
export { emptyDatabase } from './setup/empty-database.ts'
export { missingRoles } from './setup/missing-roles.ts'
export { rolePasswords } from './setup/role-passwords.ts'
export { setupDatabase } from './setup.ts'
export { SetupError } from './setup-error.ts'
export { openTenantDbs, type TenantDb, type TenantDbLimits, type Tx } from './tenant-db.ts'
export { inTransaction, type Transaction } from './transaction.ts'
