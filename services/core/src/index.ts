export { type DayAvailability, dayAvailability } from './availability/day-availability.ts'
export { type OpenDay, type OpenDays, type OpenDaysAsk, openDays } from './availability/open-days.ts'
export { professionalsFreeToday } from './availability/professionals-free-today.ts'
export type { VisitLength } from './availability/visit-length.ts'
export type * from './bookings/booking.ts'
export { bookingByCode } from './bookings/booking-by-code.ts'
export { cancelBooking } from './bookings/cancel-booking.ts'
export { createBooking } from './bookings/create-booking.ts'
export type { Caller, CustomerIdentity, Identity } from './caller.ts'
export * from './catalog/catalog.ts'
export { professionalOf, serviceOf } from './catalog/find.ts'
export { today } from './catalog/today.ts'
export { type Access, type AccessTokens, openAccessTokens, type SigningKey } from './credentials/access-tokens.ts'
export { type Credentials, openCredentials } from './credentials/credentials.ts'
export { emailKey } from './customers/email-key.ts'
export { readPhone } from './customers/phone.ts'
export { signedInCustomer } from './customers/signed-in.ts'
export { type Award, awardPoints } from './points/award-points.ts'
export { giveBackPoints } from './points/give-back-points.ts'
export type { MovedPoints, PointsOfBooking } from './points/move-points.ts'
export { redeemPoints } from './points/redeem-points.ts'
export { takeBackPoints } from './points/take-back-points.ts'
export { type Clock, systemClock } from './ports/clock.ts'
export { type ApplyOptions, applySalon } from './provisioning/apply-salon.ts'
export type { BusinessSummary } from './provisioning/business-summary.ts'
export { createBusiness } from './provisioning/create-business.ts'
export { seedDemoActivity } from './provisioning/demo/seed-demo-activity.ts'
export { listBusinesses } from './provisioning/list-businesses.ts'
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
export type * from './provisioning/salon.ts'
export { type SalonFileProblem, SalonFileProblems } from './provisioning/salon-file/problem.ts'
export { readSalonFile } from './provisioning/salon-file/read-salon-file.ts'
export type {
  FileClosing,
  FileException,
  FileProfessional,
  SalonFile,
} from './provisioning/salon-file/salon-file.ts'
export { SalonFileSchema } from './provisioning/salon-file/schema.ts'
export { type BusinessDetail, showBusiness } from './provisioning/show-business.ts'
export { resumeBusiness, suspendBusiness } from './provisioning/suspend-business.ts'
export { openTenants, type Tenant, type Tenants } from './tenant.ts'
