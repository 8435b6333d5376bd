export { type AuditEntry, type AuditWishes, auditLog } from './audit-log.ts'
export { type DayAvailability, dayAvailability, dayAvailabilityOfEach } from './availability/day-availability.ts'
export {
  type DayOfProfessional,
  type DayOfSalon,
  daysOfSalon,
  type VisitOfDay,
} from './availability/days-of-salon.ts'
export { type OpenDay, type OpenDays, type OpenDaysAsk, openDays, openDaysOfEach } from './availability/open-days.ts'
export { professionalsFreeToday } from './availability/professionals-free-today.ts'
export type { VisitLength } from './availability/visit-length.ts'
export type * from './bookings/booking.ts'
export { bookingByCode } from './bookings/booking-by-code.ts'
export { bookingById } from './bookings/booking-by-id.ts'
export { readBookingCode } from './bookings/booking-code.ts'
export { type BookingStep, bookingHistory } from './bookings/booking-history.ts'
export { bookingNamed } from './bookings/booking-named.ts'
export { bookingsOfBusiness } from './bookings/bookings-of-business.ts'
export { bookingsOfCustomer, type CustomerBookings } from './bookings/bookings-of-customer.ts'
export { cancelBooking } from './bookings/cancel-booking.ts'
export { completePastBooking } from './bookings/complete-past-booking.ts'
export { createBooking } from './bookings/create-booking.ts'
export { expireBooking } from './bookings/expire-booking.ts'
export { type BusinessMove, moveBooking } from './bookings/move-booking.ts'
export { refundBooking } from './bookings/refund-booking.ts'
export { remindOfBooking } from './bookings/remind-of-booking.ts'
export { businessOnly } from './business/business-only.ts'
export type { Caller, CustomerIdentity, Identity, Worker } from './caller.ts'
export * from './catalog/catalog.ts'
export { professionalOf, serviceOf } from './catalog/find.ts'
export { today } from './catalog/today.ts'
export { type Access, type AccessTokens, openAccessTokens, type SigningKey } from './credentials/access-tokens.ts'
export { type Credentials, openCredentials } from './credentials/credentials.ts'
export { seal, unseal } from './credentials/sealed.ts'
export { type BlockedCustomer, blockCustomer, unblockCustomer } from './customers/block-customer.ts'
export type { OpenedChallenge } from './customers/challenge.ts'
export { customerProfile } from './customers/customer-profile.ts'
export { type CustomerRecords, customerRecords } from './customers/customer-records.ts'
export { isEmailAddress } from './customers/email-address.ts'
export { emailKey } from './customers/email-key.ts'
export { eraseCustomer } from './customers/erase-customer.ts'
export { eraseKnownCustomer } from './customers/erase-known-customer.ts'
export { exportCustomer, type OwnRecords } from './customers/export-customer.ts'
export { exportKnownCustomer } from './customers/export-known-customer.ts'
export { findCustomers } from './customers/find-customers.ts'
export { type KnownCustomer, knownCustomer } from './customers/known-customer.ts'
export { logIn } from './customers/log-in.ts'
export { logOut } from './customers/log-out.ts'
export { passwordAtLeast, passwordAtMost } from './customers/password-strength.ts'
export { readPhone } from './customers/phone.ts'
export type { Profile } from './customers/profile.ts'
export { type RegistrationAsk, register } from './customers/register.ts'
export { renewSession } from './customers/renew-session.ts'
export { resendCode } from './customers/resend-code.ts'
export type { SignedIn } from './customers/session.ts'
export { signedInCustomer } from './customers/signed-in.ts'
export { type ProfileAsk, updateProfile } from './customers/update-profile.ts'
export { verifyCode } from './customers/verify-code.ts'
export { examineOwners, examineProtection, examineRoles } from './doctor/examine-access.ts'
export { examineAccounts } from './doctor/examine-accounts.ts'
export { examineBooks } from './doctor/examine-books.ts'
export { examineServer } from './doctor/examine-server.ts'
export { examineClock, examineZones } from './doctor/examine-time.ts'
export { examineWebhook } from './doctor/examine-webhook.ts'
export { examineWork } from './doctor/examine-work.ts'
export { type ExaminedBusiness, examinedBusinesses, zonesOf } from './doctor/examined-businesses.ts'
export { type Finding, fine, skipped, wrong } from './doctor/finding.ts'
export { positionEvents } from './events/position-events.ts'
export type { Attempt } from './idempotency/attempt.ts'
export { askAgain } from './jobs/ask-again.ts'
export { beginNight } from './jobs/begin-night.ts'
export { type Job, listJobs, retryJob } from './jobs/manage-jobs.ts'
export { nightlyRound } from './jobs/nightly-round.ts'
export { type OwnRates, type RateName, type Rates, rateNames, ratesOf, usualRates } from './limits/rates.ts'
export {
  type KeptMail,
  listMails,
  type MailSummary,
  type MailWishes,
  readMail,
} from './notifications/read-mails.ts'
export { type RetriedMail, retryMails } from './notifications/retry-mails.ts'
export { sendMail } from './notifications/send-mail.ts'
export { AccountProblem, type AccountProblemCode } from './payments/accounts/account-problem.ts'
export { checkAccount } from './payments/accounts/check-account.ts'
export { type ConnectAsk, type ConnectedAccount, connectAccount } from './payments/accounts/connect-account.ts'
export { disconnectAccount } from './payments/accounts/disconnect-account.ts'
export { type AccountSummary, listAccounts } from './payments/accounts/list-accounts.ts'
export type { Standing } from './payments/accounts/standing.ts'
export type { AskedIntent } from './payments/ask-for-intent.ts'
export { checkPayment } from './payments/check-payment.ts'
export { closePayment } from './payments/close-payment.ts'
export { type BooksOutcome, businessesWithBooks, compareAllBooks } from './payments/compare-all-books.ts'
export { type BookDifference, compareBooks } from './payments/compare-books.ts'
export { confirmPayment } from './payments/confirm-payment.ts'
export { createIntent } from './payments/create-intent.ts'
export { bookingDueNowCents, orderDueNowCents } from './payments/due-now.ts'
export { type ListedPayment, listPayments } from './payments/list-payments.ts'
export type { PaymentAsk } from './payments/payable.ts'
export type * from './payments/payment.ts'
export type { PaymentInLetters, SalonNews } from './payments/payment-mail.ts'
export { nothingToRefund, type PaymentSummary, type RefundStanding } from './payments/payment-summary.ts'
export { type Delivery, type EventParts, receiveEvent } from './payments/receive-event.ts'
export { refundPayment } from './payments/refund-payment.ts'
export { sendRefund } from './payments/send-refund.ts'
export { settlePayment } from './payments/settle-payment.ts'
export { type PaymentDetail, showPayment } from './payments/show-payment.ts'
export { tellPaymentFailed } from './payments/tell-payment-failed.ts'
export type { PaymentNews, Told } from './payments/told.ts'
export { type BelievedSecrets, openBelievedSecrets } from './payments/webhooks/believed-secrets.ts'
export {
  type EnsuredWebhook,
  ensureWebhook,
  type WebhookAsk,
  type WebhookParts,
} from './payments/webhooks/ensure-webhook.ts'
export { retireWebhooks } from './payments/webhooks/retire-webhooks.ts'
export { type TestedWebhook, testWebhook, type WebhookCheck } from './payments/webhooks/test-webhook.ts'
export { openWebhookSecret } from './payments/webhooks/webhook-secret.ts'
export { adjustPoints } from './points/adjust-points.ts'
export { type Award, awardPoints } from './points/award-points.ts'
export { giveBackPoints } from './points/give-back-points.ts'
export type { MovedPoints, PointsOfBooking } from './points/move-points.ts'
export type { Concept, Movement, MovementKind } from './points/movement.ts'
export { ownPoints } from './points/own-points.ts'
export { redeemPoints } from './points/redeem-points.ts'
export { takeBackPoints } from './points/take-back-points.ts'
export { type Clock, systemClock } from './ports/clock.ts'
export type { Envelope, Letter, Mailer, MailKind, MailRequest } from './ports/mailer.ts'
export * from './ports/processor.ts'
export type * from './ports/processor-event.ts'
export type { DeliverTestEvent, TestDelivery } from './ports/webhook-probe.ts'
export { type ApplyOptions, applySalon } from './provisioning/apply-salon.ts'
export type { BusinessSummary } from './provisioning/business-summary.ts'
export { type CatalogPart, catalogParts } from './provisioning/catalog-file/columns.ts'
export { exportCatalog } from './provisioning/catalog-file/export-catalog.ts'
export { importCatalog, planImport } from './provisioning/catalog-file/import-catalog.ts'
export { readCatalogCsv } from './provisioning/catalog-file/read-catalog-csv.ts'
export { readCatalogYaml } from './provisioning/catalog-file/read-catalog-yaml.ts'
export { changeSalon, planChange, type SalonEdit } from './provisioning/change-salon.ts'
export { createBusiness } from './provisioning/create-business.ts'
export { type DeletionPlan, deleteBusiness, planDeletion } from './provisioning/delete-business.ts'
export { seedDemoActivity } from './provisioning/demo/seed-demo-activity.ts'
export { exportSalon } from './provisioning/export-salon.ts'
export {
  businessesForKeys,
  issueKeys,
  type KeyHearer,
  type KeyOutcome,
  type KeysAsk,
} from './provisioning/issue-keys.ts'
export { type BusinessWishes, listBusinesses } from './provisioning/list-businesses.ts'
export { type CatalogWishes, type ListedEntry, listCatalog } from './provisioning/list-catalog.ts'
export { type MissingText, missingTexts } from './provisioning/missing-texts.ts'
export {
  type Area,
  type Change,
  type FieldChange,
  planLines,
  type SalonPlan,
  type StrandedBooking,
} from './provisioning/plan.ts'
export { planSalon } from './provisioning/plan-salon.ts'
export { type ProvisioningCode, ProvisioningProblem } from './provisioning/problem.ts'
export { readSalon } from './provisioning/read-salon.ts'
export type * from './provisioning/salon.ts'
export { type SalonFileProblem, SalonFileProblems } from './provisioning/salon-file/problem.ts'
export { salonFileJsonSchema } from './provisioning/salon-file/published-schema.ts'
export { readSalonFile } from './provisioning/salon-file/read-salon-file.ts'
export type {
  FileClosing,
  FileException,
  FileProfessional,
  SalonFile,
} from './provisioning/salon-file/salon-file.ts'
export { salonFileSchema, type WrittenSalon } from './provisioning/salon-file/schema.ts'
export { writtenFile } from './provisioning/salon-file/written-file.ts'
export type { Days, WrittenReason } from './provisioning/schedule/day-entries.ts'
export { addClosings, closeOnHolidays, removeClosings } from './provisioning/schedule/edit-closings.ts'
export { addExceptions, removeExceptions } from './provisioning/schedule/edit-exceptions.ts'
export { professionalNamed } from './provisioning/schedule/edit-professional.ts'
export { setHours, type WeekdayName } from './provisioning/schedule/set-hours.ts'
export { setShifts } from './provisioning/schedule/set-shifts.ts'
export { type BusinessDetail, showBusiness } from './provisioning/show-business.ts'
export { resumeBusiness, suspendBusiness } from './provisioning/suspend-business.ts'
export {
  type BusinessFact,
  type BusinessUpdate,
  businessFacts,
  planUpdate,
  updateBusiness,
} from './provisioning/update-business.ts'
export { reviewBooking } from './reviews/review-booking.ts'
export { reviewsOfEach, reviewsOfProfessional } from './reviews/reviews-of-professional.ts'
export { type ServedFigures, serveFigures } from './serve-figures.ts'
export { createOrder } from './shop/create-order.ts'
export { expireOrder } from './shop/expire-order.ts'
export type { NewOrder, Order, OrderLine, OrderState } from './shop/order.ts'
export { orderById } from './shop/order-by-id.ts'
export { orders } from './shop/orders.ts'
export { stockLeft } from './shop/stock-left.ts'
export { type StaffChange, staffCaller } from './staff-caller.ts'
export { openTenants, type Tenant, type Tenants } from './tenant.ts'
