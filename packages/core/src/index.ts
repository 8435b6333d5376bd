export type { Concept, Movement, MovementKind } from '@silla/db'
export { type AbsentVisit, previewAbsence } from './absences/preview-absence.ts'
export { settleAbsence } from './absences/settle-absence.ts'
export {
  actsForBusiness,
  allow,
  ownerRefusalFor,
  refusalFor,
} from './access/allow.ts'
export { ownProfessionalId, seesContacts } from './access/own-agenda.ts'
export { type AgendaFeeds, openAgendaFeeds } from './agenda/agenda-feeds.ts'
export { agendaMonth, agendaMonthFilter, agendaMonthUnlessKnown } from './agenda/agenda-month.ts'
export type { AgendaFeed, AgendaFollower } from './agenda/agenda-reader.ts'
export { agendaFilter, agendaUnlessKnown, salonAgenda } from './agenda/salon-agenda.ts'
export { sendAgenda } from './agenda/send-agenda.ts'
export { type ArchiveKeys, openArchiveKeys } from './archives/archive-keys.ts'
export type {
  ArchivedFile,
  ArchiveManifest,
} from './archives/archive-manifest.ts'
export { archiveSalon, type WrittenArchive } from './archives/archive-salon.ts'
export { type RestoredSalon, restoreSalon } from './archives/restore-salon.ts'
export { sealedColumns } from './archives/sealed-columns.ts'
export {
  type AuditAuthor,
  type AuditPlace,
  type AuditTopic,
  auditTopics,
  listSalonAudit,
  type SalonAuditEntry,
  type SalonAuditFilter,
} from './audit/list-salon-audit.ts'
export { type AuditEntry, type AuditLogFilter, auditLog } from './audit-log.ts'
export { auditedContext } from './audited-context.ts'
export { professionalsAvailableToday } from './availability/available-today.ts'
export { bookingWindow } from './availability/booking-window.ts'
export {
  type DayAvailability,
  type DayAvailabilityQuery,
  dayAvailability,
  dayAvailabilityBatch,
} from './availability/day-availability.ts'
export {
  type OpenDay,
  type OpenDays,
  type OpenDaysQuery,
  openDays,
  openDaysBatch,
  openDaysRange,
} from './availability/open-days.ts'
export type { VisitLength, VisitLine, VisitQuery } from './availability/visit-plan.ts'
export { createBlock } from './blocks/create-block.ts'
export { deleteBlock } from './blocks/delete-block.ts'
export { listBlocks } from './blocks/list-blocks.ts'
export { parseBookingCode } from './bookings/booking-code.ts'
export { bookingHistory } from './bookings/booking-history.ts'
export { parseBookingSource } from './bookings/booking-source.ts'
export { completePastBooking } from './bookings/complete-past-booking.ts'
export { createBooking } from './bookings/create-booking.ts'
export { customerWords } from './bookings/customer-words.ts'
export { findBooking } from './bookings/find-booking.ts'
export { findBookingByCode } from './bookings/find-booking-by-code.ts'
export { findBookingById } from './bookings/find-booking-by-id.ts'
export { inviteToReview } from './bookings/invite-to-review.ts'
export { listBusinessBookings } from './bookings/list-business-bookings.ts'
export { type CustomerBookings, listCustomerBookings } from './bookings/list-customer-bookings.ts'
export { type RealignedBooking, realignBookings } from './bookings/realign-bookings.ts'
export { recordArrival } from './bookings/record-arrival.ts'
export { sendReminder } from './bookings/send-reminder.ts'
export {
  type ProfessionalDay,
  type SalonDay,
  type ScheduledVisit,
  weekSchedule,
} from './bookings/week-schedule.ts'
export { brandColors, contrastRatio, defaultBrandColor } from './branding/brand-colors.ts'
export type { BusinessSummary, Mode } from './business/business-summary.ts'
export {
  type BusinessNotFoundError,
  type ProvisioningCode,
  ProvisioningError,
} from './business/provisioning-error.ts'
export { bookingUid } from './calendars/booking-uid.ts'
export { type CalendarRevision, calendarVersion } from './calendars/calendar-period.ts'
export { createCalendarFeed } from './calendars/create-calendar-feed.ts'
export { calendarFeedUrl, calendarPath } from './calendars/feed-url.ts'
export { type FoundCalendars, findCalendars } from './calendars/find-calendars.ts'
export { listCalendarFeeds } from './calendars/list-calendar-feeds.ts'
export {
  type CalendarDay,
  type CalendarReading,
  type KnownCalendar,
  readCalendarDays,
} from './calendars/read-calendar-days.ts'
export { revokeCalendarFeed } from './calendars/revoke-calendar-feed.ts'
export { openCallQueues } from './call-queues.ts'
export { cancelBooking } from './cancellations/cancel-booking.ts'
export {
  type CancellationTerms,
  cancellationTerms,
  type PossibleFees,
} from './cancellations/cancellation-terms.ts'
export { expireBooking } from './cancellations/expire-booking.ts'
export { expireOrder } from './cancellations/expire-order.ts'
export { previewCancellation } from './cancellations/preview-cancellation.ts'
export * from './catalog/catalog.ts'
export { findProfessional, findService } from './catalog/find.ts'
export { type Terms, termsOf } from './catalog/terms.ts'
export { type Clock, systemClock, tenantClock, tenantTime, today } from './clock.ts'
export { emailKey, isEmailAddress } from './contact/email.ts'
export { parsePersonName } from './contact/person-name.ts'
export { formatPhone, parsePhone } from './contact/phone.ts'
export { searchWords } from './contact/search-words.ts'
export {
  type Access,
  type AccessTokens,
  openAccessTokens,
  type SigningKey,
} from './credentials/access-tokens.ts'
export { type Credentials, openCredentials } from './credentials/credentials.ts'
export { isSealedWithCurrent, type SecretsKeys, seal, unseal } from './credentials/seal.ts'
export { adjustPoints, type PointsAdjustment } from './customers/adjust-points.ts'
export { blockCustomer, unblockCustomer } from './customers/block-customer.ts'
export type { OpenedChallenge } from './customers/challenge.ts'
export { createCustomer, type NewCustomer } from './customers/create-customer.ts'
export { type CustomerCard, customerCard } from './customers/customer-card.ts'
export {
  type CustomerNote,
  createNote,
  deleteNote,
  listAllergies,
  type NoteKind,
  updateNote,
} from './customers/customer-notes.ts'
export { customerProfile, type Profile } from './customers/customer-profile.ts'
export { type CustomerRecords, customerRecords } from './customers/customer-records.ts'
export { eraseCustomer } from './customers/erase-customer.ts'
export { eraseCustomerAsStaff } from './customers/erase-customer-as-staff.ts'
export { type CustomerExport, exportCustomer } from './customers/export-customer.ts'
export { exportCustomerAsStaff } from './customers/export-customer-as-staff.ts'
export {
  type CustomerDetail,
  findCurrentCustomer,
  findCustomer,
} from './customers/find-customer.ts'
export { logIn } from './customers/log-in.ts'
export { logOut } from './customers/log-out.ts'
export {
  type MergedCustomers,
  mergeCustomers,
} from './customers/merge-customers.ts'
export { maxPasswordLength, minPasswordLength } from './customers/password-strength.ts'
export {
  type Consent,
  type ConsentInput,
  type ConsentKind,
  type ConsentMeans,
  recordConsent,
} from './customers/record-consent.ts'
export { type RegistrationInput, register } from './customers/register.ts'
export { renewSession } from './customers/renew-session.ts'
export { resendCode } from './customers/resend-code.ts'
export {
  type FoundCustomer,
  listCustomersByPhone,
  searchCustomers,
} from './customers/search-customers.ts'
export type { SignedIn } from './customers/session.ts'
export { type CustomerUpdate, updateCustomer } from './customers/update-customer.ts'
export { type ProfileUpdate, updateProfile } from './customers/update-profile.ts'
export { verifyCode } from './customers/verify-code.ts'
export { type DownloadOptions, downloadSalon } from './downloads/download-salon.ts'
export { findDownload } from './downloads/find-download.ts'
export { columnsLeftOut, sealedNotes, tablesLeftOut } from './downloads/left-out.ts'
export { requestDownload } from './downloads/request-download.ts'
export { revokeDownload } from './downloads/revoke-download.ts'
export type { SalonDownload } from './downloads/salon-download.ts'
export { useDownloadLink } from './downloads/use-download-link.ts'
export { deliverEvents } from './events/deliveries/deliver-events.ts'
export type { DeliveryMetrics, DeliveryParts } from './events/deliveries/delivery-parts.ts'
export { retryDeliveries } from './events/deliveries/retry-deliveries.ts'
export { createEndpoint } from './events/endpoints/create-endpoint.ts'
export { type DeletedEndpoint, deleteEndpoint } from './events/endpoints/delete-endpoint.ts'
export { redeliver, testEndpoint, testEventType } from './events/endpoints/deliver-now.ts'
export type { EndpointParts } from './events/endpoints/endpoint-parts.ts'
export { findDelivery, listDeliveries } from './events/endpoints/list-deliveries.ts'
export { findEndpoint, listEndpoints } from './events/endpoints/read-endpoints.ts'
export { type RotatedSecret, rotateEndpointSecret } from './events/endpoints/rotate-secret.ts'
export { updateEndpoint } from './events/endpoints/update-endpoint.ts'
export { eventRef, testRef } from './events/event-ref.ts'
export { eventTypeNames } from './events/event-type-names.ts'
export { type EventPage, listEvents, listOldestEvents } from './events/list-events.ts'
export { positionEvents } from './events/position-events.ts'
export { viewOfChange } from './events/view-of-change.ts'
export { checkOwners, checkProtection, checkRoles } from './health/check-access.ts'
export { checkAccounts } from './health/check-accounts.ts'
export { checkConsistency, type Inconsistencies } from './health/check-consistency.ts'
export { checkCoverage } from './health/check-coverage.ts'
export {
  checkData,
  type DataCheck,
  type DataCheckResult,
} from './health/check-data.ts'
export { checkEvents } from './health/check-events.ts'
export { checkForeignKeys } from './health/check-foreign-keys.ts'
export { checkJobs } from './health/check-jobs.ts'
export { checkMailKey } from './health/check-mail-key.ts'
export { checkMessages } from './health/check-messages.ts'
export { checkMoves } from './health/check-moves.ts'
export { checkPages } from './health/check-pages.ts'
export { checkPartitions } from './health/check-partitions.ts'
export { checkRegistry, type UnmatchedBusiness } from './health/check-registry.ts'
export type {
  CheckResult,
  MessageFault,
  OkFacts,
  Outcome,
  PrepaymentBlocker,
  ProblemFacts,
  SkippedFacts,
  WebhookFault,
} from './health/check-result.ts'
export { checkRights } from './health/check-rights.ts'
export { checkSecrets } from './health/check-secrets.ts'
export { checkSequences } from './health/check-sequences.ts'
export { checkServer } from './health/check-server.ts'
export { checkClock, checkTimeZones } from './health/check-time.ts'
export { checkWallets } from './health/check-wallets.ts'
export { checkWebhook } from './health/check-webhook.ts'
export {
  type CheckedBusiness,
  checkedBusinesses,
  type IncompleteBusiness,
  type UnavailableBusiness,
} from './health/checked-businesses.ts'
export {
  connectionNeedOf,
  connectionsTooFewMessage,
  isTooMuch,
} from './health/connection-need.ts'
export {
  businessesToRepair,
  type Repair,
  type RepairableCheck,
  type RepairResult,
  repairData,
  type Unrepaired,
} from './health/repair-data.ts'
export type { StoredSecrets } from './health/stored-secrets.ts'
export { createHold } from './holds/create-hold.ts'
export { deleteExpiredClaims } from './holds/delete-expired-claims.ts'
export { extendHold } from './holds/extend-hold.ts'
export { freeHold } from './holds/free-hold.ts'
export { listHolds } from './holds/list-holds.ts'
export { releaseHold } from './holds/release-hold.ts'
export { cancelImport } from './imports/cancel-import.ts'
export { createImport, importPermissions, type NewImport } from './imports/create-import.ts'
export { findImport, listImports } from './imports/find-import.ts'
export { importBookings } from './imports/import-bookings.ts'
export { importCustomers } from './imports/import-customers.ts'
export { ImportFileError } from './imports/import-file-error.ts'
export type { ImportReport, RowOutcome, RowReport } from './imports/import-report.ts'
export type { ImportKind, ImportRun } from './imports/import-run.ts'
export { listImportRows } from './imports/list-import-rows.ts'
export { type ImportSource, importSources } from './imports/profiles.ts'
export { readBookingFile } from './imports/read-booking-file.ts'
export { readCustomerFile } from './imports/read-customer-file.ts'
export { readImportReport } from './imports/read-import-report.ts'
export { reportCsv } from './imports/report-csv.ts'
export { runImport } from './imports/run-import.ts'
export { type Job, listJobs, retryJob } from './jobs/manage-jobs.ts'
export { nightlyMaintenance } from './jobs/nightly-maintenance.ts'
export { rescheduleJob } from './jobs/reschedule.ts'
export { scheduleNightly } from './jobs/schedule-nightly.ts'
export {
  type CustomRates,
  defaultRates,
  type RateName,
  type Rates,
  rateNames,
  ratesOf,
} from './limits/rates.ts'
export { changeLines } from './lines/change-lines.ts'
export {
  type BookingMessages,
  bookingMessages,
  chooseBookingMessages,
} from './messages/booking-messages.ts'
export { checkMessage } from './messages/check-message.ts'
export { chooseEntryMessages, entryMessages } from './messages/entry-messages.ts'
export { findMessageCost } from './messages/find-message-cost.ts'
export {
  removeMessageSender,
  type SenderInput,
  setMessageSender,
  setTemplateState,
} from './messages/manage-senders.ts'
export { messageCallbackUrl } from './messages/message-callback-url.ts'
export {
  type MessageSetup,
  type MessageText,
  readMessageSetup,
  type TemplateState,
} from './messages/read-message-setup.ts'
export {
  listMessageSenders,
  listMessages,
  type MessageListFilter,
  type MessageMonthUse,
  type MessageState,
  type MessageSummary,
  readMessage,
  type StoredMessage,
} from './messages/read-messages.ts'
export { readTemplates } from './messages/read-templates.ts'
export {
  type CallbackDependencies,
  type CallbackOutcome,
  receiveCallback,
} from './messages/receive-callback.ts'
export { type RetriedMessage, retryMessage } from './messages/retry-message.ts'
export { type SmsLength, smsLength } from './messages/segments.ts'
export { type SendingOutcome, sendMessage } from './messages/send-message.ts'
export { type MetricsSource, serveMetrics } from './metrics-server.ts'
export type * from './model/absence.ts'
export type * from './model/agenda.ts'
export type * from './model/agenda-month.ts'
export type * from './model/agenda-notice.ts'
export type * from './model/block.ts'
export type * from './model/booking.ts'
export * from './model/bookkeeping.ts'
export type * from './model/calendar.ts'
export {
  bookingDepositCents,
  bookingDueNowCents,
  bookingRestCents,
  orderDueNowCents,
  orderTillCents,
} from './model/due-now.ts'
export type * from './model/event.ts'
export type * from './model/event-endpoint.ts'
export type * from './model/hold.ts'
export type { MailLimits } from './model/mail-limits.ts'
export type { MovedRecords } from './model/moved-records.ts'
export type { Order, OrderInput, OrderLine, OrderState } from './model/order.ts'
export type * from './model/payment.ts'
export {
  type BookingFee,
  type BookingPayment,
  nothingToRefund,
  type PaymentSummary,
  type RefundStatus,
  refundableAmountCents,
} from './model/payment-summary.ts'
export type * from './model/payout.ts'
export {
  effectivePermissions,
  includedPermissions,
  isGivenToKeys,
  type Permission,
  permissions,
  type Role,
  roles,
  sensitivePermissions,
  supportPermissions,
} from './model/permissions.ts'
export * from './model/report.ts'
export type * from './model/salon-agenda.ts'
export type * from './model/saved-card.ts'
export type * from './model/series.ts'
export type * from './model/staff.ts'
export type * from './model/till.ts'
export type * from './model/waitlist.ts'
export { abortMove } from './moves/abort-move.ts'
export { type MovedSalon, moveSalon } from './moves/move-salon.ts'
export type { MoveOptions, MoveStep } from './moves/moving.ts'
export { openMailLimits } from './notifications/mail-limits.ts'
export {
  listMails,
  type MailListFilter,
  type MailSummary,
  readMail,
  type StoredMail,
} from './notifications/read-mails.ts'
export { type RetriedMail, retryMails } from './notifications/retry-mails.ts'
export { sendMail } from './notifications/send-mail.ts'
export { continueAsOwner } from './onboarding/continue-as-owner.ts'
export { continueOnboarding } from './onboarding/continue-onboarding.ts'
export { countOnboardingRequest } from './onboarding/count-onboarding-request.ts'
export { createOnboardingLink } from './onboarding/create-onboarding-link.ts'
export { type Onboarding, readOnboarding } from './onboarding/read-onboarding.ts'
export { sendOnboardingCode } from './onboarding/send-onboarding-code.ts'
export { type OperatorChange, operatorContext } from './operator-context.ts'
export { mapUrl } from './pages/map-url.ts'
export {
  type LocalMoment,
  type OpeningStatus,
  openingStatus,
  openSpansOn,
  usualWeek,
} from './pages/opening-status.ts'
export { type PageUrls, pageUrls } from './pages/page-urls.ts'
export { parsePublicUrl, parseStaffUrl } from './pages/public-url.ts'
export { AccountError, type AccountErrorCode } from './payments/accounts/account-error.ts'
export { type AccountStatus, checkAccount } from './payments/accounts/check-account.ts'
export {
  type ConnectAccountInput,
  type ConnectedAccount,
  connectAccount,
} from './payments/accounts/connect-account.ts'
export { disconnectAccount } from './payments/accounts/disconnect-account.ts'
export { type AccountSummary, listAccounts } from './payments/accounts/list-accounts.ts'
export { onboardingPath, onboardingUrl } from './payments/accounts/onboarding-url.ts'
export { processorMode } from './payments/accounts/processor-by-mode.ts'
export { registerChangedAddress, registerDomains } from './payments/accounts/register-domains.ts'
export { type BrowserPayment, browserPayment } from './payments/browser-payment.ts'
export { freeUntil, mayHaveCard } from './payments/cards/card-terms.ts'
export { checkCard } from './payments/cards/check-card.ts'
export { closeOpenCard } from './payments/cards/close-open-card.ts'
export { confirmCard } from './payments/cards/confirm-card.ts'
export { readCardPolicy } from './payments/cards/read-card-policy.ts'
export { type CardRequestResult, requestCard } from './payments/cards/request-card.ts'
export { detachCard, retireCard } from './payments/cards/retire-card.ts'
export { closePayment } from './payments/close-payment.ts'
export { confirmPayment } from './payments/confirm-payment.ts'
export { createIntent } from './payments/create-intent.ts'
export type { PaymentIntentResult } from './payments/ensure-intent.ts'
export { chargeFee, type FeeInput, planFee } from './payments/fees/charge-fee.ts'
export { endFee } from './payments/fees/end-fee.ts'
export { sendFee } from './payments/fees/send-fee.ts'
export { waiveFee } from './payments/fees/waive-fee.ts'
export { type ListedPayment, listPayments } from './payments/list-payments.ts'
export { notifyPaymentFailed } from './payments/notify-payment-failed.ts'
export type { Observations, PaymentObservation } from './payments/observation.ts'
export type { PaymentIntentInput } from './payments/payable.ts'
export { findPayout, type PayoutDetail } from './payments/payouts/find-payout.ts'
export { listPayouts, type PayoutListFilter } from './payments/payouts/list-payouts.ts'
export { readBalance, readBalances } from './payments/payouts/read-balance.ts'
export { type Delivery, type EventDependencies, receiveEvent } from './payments/receive-event.ts'
export { recheckPayment } from './payments/recheck-payment.ts'
export { type ReconciliationDiff, reconcile } from './payments/reconcile.ts'
export {
  businessesToReconcile,
  type ReconciliationResult,
  reconcileAll,
} from './payments/reconcile-all.ts'
export { refundBooking } from './payments/refund-booking.ts'
export { refundPayment } from './payments/refund-payment.ts'
export { sendRefund } from './payments/send-refund.ts'
export { settlePayment } from './payments/settle-payment.ts'
export { type PaymentDetail, showPayment } from './payments/show-payment.ts'
export { deleteRetiredWebhooks } from './payments/webhooks/delete-retired-webhooks.ts'
export {
  setupWebhook,
  type WebhookDependencies,
  type WebhookSetupInput,
  type WebhookSetupResult,
} from './payments/webhooks/setup-webhook.ts'
export {
  verifyWebhook,
  type WebhookCheck,
  type WebhookVerification,
} from './payments/webhooks/verify-webhook.ts'
export {
  openWebhookSecret,
  openWebhookSecrets,
  type WebhookSecrets,
} from './payments/webhooks/webhook-secrets.ts'
export type { MovedPoints, PointsOfBooking } from './points/booking-points.ts'
export {
  type Award,
  awardPoints,
  redeemPoints,
  reversePoints,
} from './points/booking-points.ts'
export { customerPoints } from './points/customer-points.ts'
export type {
  EndpointAddress,
  EndpointUrlProblem,
  ResolvedEndpoint,
  ResolveEndpoint,
} from './ports/endpoint-url.ts'
export type {
  EventMessage,
  EventSender,
  OutgoingMessage,
  SendError,
  SendResult,
} from './ports/event-sender.ts'
export type { Email, Envelope, Mailer, MailKind, MailRequest } from './ports/mailer.ts'
export * from './ports/message-sender.ts'
export type { MessageRequest, Messenger, RenderedMessage } from './ports/messenger.ts'
export * from './ports/processor.ts'
export type * from './ports/processor-event.ts'
export type { SendTestEvent, TestDelivery } from './ports/webhook-probe.ts'
export {
  type ApplyOptions,
  applySalon,
  planSalon,
  recordFile,
} from './provisioning/apply-salon.ts'
export type { StaffChangesOption } from './provisioning/build-plan.ts'
export { type BusinessClock, showClock } from './provisioning/business-clock.ts'
export { type CatalogPart, catalogParts } from './provisioning/catalog-file/catalog-file.ts'
export { exportCatalog } from './provisioning/catalog-file/export-catalog.ts'
export { importCatalog, planImport } from './provisioning/catalog-file/import-catalog.ts'
export { parseCatalogCsv } from './provisioning/catalog-file/parse-catalog-csv.ts'
export { parseCatalogYaml } from './provisioning/catalog-file/parse-catalog-yaml.ts'
export { changeSalon, planChange, type SalonEdit } from './provisioning/change-salon.ts'
export { createBusiness, isSlugTaken } from './provisioning/create-business.ts'
export {
  businessesForNewKeys,
  type CreateKeysHooks,
  type CreateKeysInput,
  createKeys,
  type KeyOutcome,
} from './provisioning/create-keys.ts'
export type { EntryList } from './provisioning/current-state.ts'
export { type DeletionPlan, deleteBusiness, planDeletion } from './provisioning/delete-business.ts'
export { seedDemoActivity } from './provisioning/demo/seed-demo-activity.ts'
export { signInDemoStaff } from './provisioning/demo/sign-in-demo-staff.ts'
export { exportSalon } from './provisioning/export-salon.ts'
export { forgetBusiness } from './provisioning/forget-business.ts'
export { type BusinessListFilter, listBusinesses } from './provisioning/list-businesses.ts'
export {
  type CatalogEntry,
  type CatalogListFilter,
  listCatalog,
} from './provisioning/list-catalog.ts'
export {
  type MissingTranslation,
  missingTranslations,
} from './provisioning/missing-translations.ts'
export {
  type Area,
  type Change,
  type FieldChange,
  type OrphanedBooking,
  planLines,
  type SalonPlan,
  type StaffChange,
} from './provisioning/plan.ts'
export { type Handles, readHandles } from './provisioning/read-handles.ts'
export { readSalon } from './provisioning/read-salon.ts'
export type * from './provisioning/salon.ts'
export { type WeekdayName, weekdayName, weekdays } from './provisioning/salon.ts'
export {
  minimalSalonFile,
  parseSalonDocument,
  parseSalonFile,
} from './provisioning/salon-file/parse-salon-file.ts'
export { salonFileJsonSchema } from './provisioning/salon-file/published-schema.ts'
export type {
  FileClosing,
  FileException,
  FileProfessional,
  SalonFile,
} from './provisioning/salon-file/salon-file.ts'
export {
  SalonFileError,
  type SalonFileProblem,
} from './provisioning/salon-file/salon-file-error.ts'
export { type SalonFileDocument, salonFileSchema } from './provisioning/salon-file/schema.ts'
export type { Days, ReasonInput } from './provisioning/schedule/day-entries.ts'
export {
  addClosures,
  closeOnHolidays,
  removeClosures,
} from './provisioning/schedule/edit-closures.ts'
export { addOverrides, removeOverrides } from './provisioning/schedule/edit-overrides.ts'
export { findProfessionalEntry } from './provisioning/schedule/edit-professional.ts'
export { setHours, setShifts } from './provisioning/schedule/set-hours.ts'
export { setClock } from './provisioning/set-clock.ts'
export { type BusinessDetail, showBusiness } from './provisioning/show-business.ts'
export { resumeBusiness, suspendBusiness } from './provisioning/suspend-business.ts'
export {
  type BusinessUpdate,
  planUpdate,
  updateBusiness,
} from './provisioning/update-business.ts'
export { type BookkeepingFormat, bookkeepingTable } from './reports/bookkeeping-table.ts'
export { daysOfMonth } from './reports/periods.ts'
export {
  type BookkeepingInput,
  type BookkeepingPart,
  readAllBookkeeping,
  readBookkeeping,
} from './reports/read-bookkeeping.ts'
export { readReport } from './reports/read-report.ts'
export { reportTable } from './reports/report-table.ts'
export {
  type CustomerIdentity,
  type IdempotentRequest,
  type Identity,
  type RequestContext,
  type StaffIdentity,
  type SupportIdentity,
  signedInCustomer,
  type TenantContext,
} from './request-context.ts'
export { queryToMove } from './rescheduling/query-to-move.ts'
export { type Reassignment, reassignBooking, visitsOnDay } from './rescheduling/reassign-booking.ts'
export { rescheduleBooking } from './rescheduling/reschedule-booking.ts'
export { listReviews, reviewsBatch } from './reviews/list-reviews.ts'
export { reviewBooking } from './reviews/review-booking.ts'
export { cancelVisits } from './series/cancel-visits.ts'
export { moveVisits } from './series/move-visits.ts'
export { bookVisits, type CreatedBooking } from './series/repeat-booking.ts'
export {
  createEntry,
  deactivateEntry,
  type EntryInput,
  entryNotFound,
  findEntry,
  listEntries,
  type SettingsInput,
  updateEntry,
} from './settings/entries.ts'
export { findRecord, updateRecord } from './settings/records.ts'
export {
  createClosure,
  createOverride,
  deleteClosures,
  deleteOverride,
  findOffers,
  findOpeningHours,
  findShifts,
  listClosures,
  listOverrides,
  updateOffers,
  updateOpeningHours,
  updateShifts,
} from './settings/schedules.ts'
export {
  type ChangedSetting,
  type EditOptions,
  type OfferTerms,
  type ScheduleSetting,
  type Setting,
  type SettingsEntry,
  type SettingsRecord,
  settingPermissions,
} from './settings/setting.ts'
export {
  type FieldedKind,
  type JsonSchema,
  type SettingFieldRule,
  type SettingProperty,
  settingFieldRules,
} from './settings/setting-fields.ts'
export { createOrder } from './shop/create-order.ts'
export { findOrder } from './shop/find-order.ts'
export { listOrders, type OrderFilter } from './shop/list-orders.ts'
export { type SaleInput, sellProducts } from './shop/sell-products.ts'
export { stockLeft } from './shop/stock-left.ts'
export { MappedList, mapInSlices, mappedLater, openSlices, type Slices } from './slices.ts'
export {
  acceptInvitation,
  type ShownInvitation,
  salonOfInvitation,
  showInvitation,
} from './staff/accept-invitation.ts'
export { changedPermissions } from './staff/changed-permissions.ts'
export { deactivateStaff } from './staff/deactivate-staff.ts'
export { type Desk, type DeskPerson, findDesk, listDeskPeople, lockDesk } from './staff/desk.ts'
export { type DeskAgenda, deskAgenda } from './staff/desk-agenda.ts'
export {
  endDevice,
  listDevices,
  type RegisteredDevice,
  registerDevice,
  type StaffDevice,
} from './staff/devices.ts'
export { findPerson } from './staff/find-person.ts'
export { findStaff } from './staff/find-staff.ts'
export { downloadUrl, invitationUrl, staffPageUrl, visitUrl } from './staff/invitation-url.ts'
export { type InviteStaffInput, inviteStaff, inviteStaffAgain } from './staff/invite-staff.ts'
export { listStaff } from './staff/list-staff.ts'
export {
  endMemberSession,
  endMemberSessions,
  listMemberSessions,
  listSalonSessions,
  type SalonSession,
} from './staff/member-sessions.ts'
export {
  type OpenedStaffSession,
  openStaffSession,
  type StaffSessionInput,
} from './staff/open-staff-session.ts'
export {
  addPasskey,
  deletePasskey,
  listPasskeys,
  type NewPasskeyAnswer,
  newPasskeyChallenge,
  type Passkey,
  renamePasskey,
} from './staff/passkeys.ts'
export { removePin, setPin } from './staff/pins.ts'
export { newRecoveryCodes, recoverWithCode } from './staff/recovery-codes.ts'
export { requestStaffCode } from './staff/request-code.ts'
export { listStaffSalons, type StaffSalon, switchSalon } from './staff/salons.ts'
export { businessOfToken } from './staff/session-token.ts'
export { signInAtDesk } from './staff/sign-in-at-desk.ts'
export { type SignInParts, staffSite } from './staff/sign-in-parts.ts'
export { signInWithCode } from './staff/sign-in-with-code.ts'
export { signInChallenge, signInWithPasskey } from './staff/sign-in-with-passkey.ts'
export {
  endOwnSession,
  findSignedIn,
  listOwnSessions,
  type OwnSession,
} from './staff/signed-in-person.ts'
export { permissionsOf, staffStateOf } from './staff/staff-member.ts'
export { openStaffSecrets } from './staff/staff-secrets.ts'
export {
  openStaffSessions,
  type StaffPrincipal,
  type StaffSessions,
} from './staff/staff-sessions.ts'
export { stepUp, stepUpChallenge } from './staff/step-up.ts'
export { tryInvitation } from './staff/try-invitation.ts'
export { type StaffUpdate, updateStaff } from './staff/update-staff.ts'
export type { PasskeyAnswer } from './staff/verify-passkey.ts'
export {
  storedAgenda,
  storedBlockChange,
  storedBooking,
  storedBookingChange,
  storedCustomerChange,
  storedDisputeChange,
  storedEmailPayment,
  storedErasedCustomer,
  storedMergeEvent,
  storedNewReview,
  storedOrder,
  storedPaymentChange,
  storedPaymentInquiry,
  storedPayout,
  storedPointsChange,
  storedRefundChange,
  storedTillChange,
  storedUnexpectedPayment,
  storedWaitlistEntry,
} from './stored-json.ts'
export { approveSupport, refuseSupport } from './support/decide-support.ts'
export { endSupport } from './support/end-support.ts'
export { enterSupport } from './support/enter-support.ts'
export { listLiveSupport, listSupport, supportInside } from './support/list-support.ts'
export { requestSupport } from './support/request-support.ts'
export { type SupportAccess, type SupportState, supportStates } from './support/support-access.ts'
export {
  openSupportSessions,
  type SupportPrincipal,
  type SupportSessions,
} from './support/support-sessions.ts'
export { businessOfSupportToken } from './support/support-token.ts'
export { openTenants, type Tenant, type Tenants } from './tenant.ts'
export { closestMatch, formatList, normalize } from './text.ts'
export { chargeAtTill } from './till/charge-at-till.ts'
export { listTillEntries, type TillListFilter } from './till/list-till-entries.ts'
export { type TillVoid, voidTillEntry } from './till/void-till-entry.ts'
export { type BusinessTransition, transitionBooking } from './transitions/transition-booking.ts'
export { acceptOffer } from './waitlist/accept-offer.ts'
export { declineOffer } from './waitlist/decline-offer.ts'
export { expireOffer, expireWaitlistEntry } from './waitlist/expire-waitlist.ts'
export { findWaitlistEntry } from './waitlist/find-waitlist-entry.ts'
export { findWaitlistPageEntry } from './waitlist/find-waitlist-page-entry.ts'
export { assertEntryPossible, joinWaitlist } from './waitlist/join-waitlist.ts'
export { leaveWaitlist } from './waitlist/leave-waitlist.ts'
export { listCustomerWaitlist, listWaitlist, type WaitlistPage } from './waitlist/list-waitlist.ts'
export { matchWaitlist } from './waitlist/match-waitlist.ts'
export { releaseHeldTime } from './waitlist/release-held-time.ts'
