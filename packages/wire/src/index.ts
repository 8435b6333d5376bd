export {
  AbsenceWire,
  absenceParams,
  NewAbsenceWire,
  parseAbsenceParams,
  parseNewAbsence,
  SettledAbsenceWire,
  serializeAbsence,
  serializeSettledAbsence,
} from './absence.ts'
export {
  AgendaWire,
  agendaParams,
  parseAgendaParams,
  serializeAgenda,
} from './agenda.ts'
export {
  AgendaChangesText,
  agendaChangesHeaders,
  agendaChangesParams,
  parseStreamPosition,
  serializeAgendaNotice,
  serializeStreamEnd,
  streamComment,
  streamStart,
} from './agenda-changes.ts'
export {
  AgendaMonthWire,
  agendaMonthParams,
  parseAgendaMonthParams,
  serializeAgendaMonth,
} from './agenda-month.ts'
export { AuditPartWire, parseAuditFilter, serializeAuditPart } from './audit.ts'
export { auditDetailWords, auditInnerWords } from './audit-detail.ts'
export {
  DayAvailabilityWire,
  OpenDaysWire,
  serializeDayAvailability,
  serializeOpenDays,
} from './availability.ts'
export { parseDayParams, parseMovedBooking, parseOpenDaysParams } from './availability-params.ts'
export { dayAvailabilityText, openDaysText } from './availability-text.ts'
export {
  BlockWire,
  DeletedBlockWire,
  NewBlockWire,
  parseBlockFilter,
  parseNewBlock,
  serializeBlock,
  serializeDeletedBlock,
} from './block.ts'
export {
  BookingDetailWire,
  BookingWire,
  serializeBooking,
  serializeBookingDetail,
  stateWords,
} from './booking.ts'
export {
  bookingPage,
  CustomerBookingsWire,
  parseBookingFilter,
  parseBusinessBookingFilter,
  serializeCustomerBookings,
} from './booking-list.ts'
export {
  BookingMessagesWire,
  NewBookingMessagesWire,
  parseNewBookingMessages,
  serializeBookingMessages,
} from './booking-messages.ts'
export {
  BookkeepingPartWire,
  bookkeepingCsv,
  parseBookkeepingParams,
  serializeBookkeepingPart,
} from './bookkeeping.ts'
export { BusinessWire, serializeBusiness } from './business.ts'
export {
  calendarEnd,
  calendarFormat,
  serializeCalendarBlock,
  serializeCalendarBooking,
  serializeCalendarHead,
} from './calendar.ts'
export {
  CalendarFeedsWire,
  CreatedCalendarFeedWire,
  NewCalendarFeedWire,
  RevokedCalendarFeedWire,
  serializeCalendarFeed,
  serializeCreatedCalendarFeed,
  serializeRevokedCalendarFeed,
} from './calendar-feed.ts'
export {
  CancellationPreviewWire,
  CancellationWire,
  NewCancellationWire,
  parseNewCancellation,
  serializeCancellation,
  serializeCancellationPreview,
} from './cancellation.ts'
export { CategoriesWire, parseCategoryKind, serializeCategories } from './category.ts'
export {
  ClosingDaysWire,
  defaultClosingMonths,
  maxClosingRangeDays,
  parseClosingRange,
  serializeClosingDays,
} from './closing-days.ts'
export { components } from './components.ts'
export {
  CustomerCardWire,
  CustomerChangeWire,
  CustomerWire,
  NewCustomerWire,
  parseCustomerChange,
  parseCustomerSearch,
  parseNewCustomer,
  serializeCustomer,
  serializeCustomerCard,
} from './customer.ts'
export {
  MergedCustomersWire,
  MergeWire,
  requireOther,
  serializeMergedCustomers,
} from './customer-merge.ts'
export {
  AllergiesWire,
  ConsentWire,
  CustomerNoteWire,
  DeletedNoteWire,
  NewConsentWire,
  NewNoteWire,
  NoteChangeWire,
  parseNewConsent,
  parseNewNote,
  parseNoteChange,
  RecordedConsentWire,
  serializeConsent,
  serializeDeletedNote,
  serializeNote,
  serializeRecordedConsent,
} from './customer-note.ts'
export { DataExportWire, serializeDataExport } from './data-export.ts'
export { parseDay, parseRange, requireDate, requireTime } from './dates.ts'
export { deliveryBody } from './delivery-body.ts'
export {
  downloadHeaders,
  SalonArchiveFile,
  SalonDownloadWire,
  serializeSalonDownload,
} from './downloads.ts'
export { envelope, FailureWire, serializeErrorDetails, success } from './envelope.ts'
export {
  CreatedEndpointWire,
  DeletedEndpointWire,
  DeliveryWire,
  deliveryStateWords,
  EmptyWire,
  EndpointChangeWire,
  EndpointWire,
  NewEndpointWire,
  parseDeliveryState,
  parseEndpointChange,
  parseNewEndpoint,
  RotatedSecretWire,
  serializeCreatedEndpoint,
  serializeDeletedEndpoint,
  serializeDelivery,
  serializeEndpoint,
  serializeRotatedSecret,
} from './event-endpoint.ts'
export { type EventContext, eventDataComponents, eventTypes } from './event-types.ts'
export {
  defaultEventLimit,
  EventPageWire,
  EventWire,
  eventLocale,
  eventVersion,
  maxEventLimit,
  parseEventFilter,
  serializeEvent,
  serializeEvents,
} from './events.ts'
export {
  HoldTokenWire,
  HoldWire,
  NewHoldWire,
  parseNewHold,
  ReleasedHoldWire,
  serializeHold,
  serializeReleasedHold,
} from './hold.ts'
export { idempotencyHeaders, parseIdempotencyKey } from './idempotency-key.ts'
export {
  ImportReportWire,
  ImportRowWire,
  ImportWire,
  importRowParams,
  NewImportWire,
  parseNewImport,
  serializeImport,
  serializeImportRow,
} from './import.ts'
export { imageUrl, imageUrlOrNull, type Locale, localize, weekdayName } from './localize.ts'
export { maskContact, maskEmail, maskNotes, maskPhone } from './masking.ts'
export {
  type MessageSetupParts,
  MessageSetupWire,
  serializeMessageSetup,
} from './message-setup.ts'
export { NewBookingWire, parseNewBooking } from './new-booking.ts'
export { ChangedBookingWire, NewLinesWire, parseNewLines } from './new-lines.ts'
export {
  NewOrderWire,
  NewSaleWire,
  parseNewOrder,
  parseNewSale,
  parseOrderFilter,
} from './new-order.ts'
export { NewRefundWire, parseNewRefund } from './new-refund.ts'
export { NewReviewWire, parseNewReview } from './new-review.ts'
export { NewTransitionWire, parseNewTransition } from './new-transition.ts'
export { OnboardingLinkWire, OnboardingWire, serializeOnboarding } from './onboarding.ts'
export { OpeningHoursWire, serializeOpeningHours } from './opening-hours.ts'
export { OrderWire, serializeOrder } from './order.ts'
export {
  defaultPageSize,
  maxPageSize,
  offsetAndLimit,
  type Page,
  pageSchema,
  parsePage,
  parsePageOrFirst,
  serializePagination,
  takePage,
} from './pagination.ts'
export {
  auditFilterParams,
  blockFilterParams,
  bookingCodeHeader,
  bookingFilterParams,
  bookkeepingParams,
  businessBookingParams,
  categoryFilterParams,
  codePathParams,
  customerSearchParams,
  dayPathParams,
  deliveryFilterParams,
  eventFilterParams,
  formatParams,
  holdTokenHeader,
  listQuerySchema,
  movedBookingParams,
  openDaysParams,
  orderFilterParams,
  payoutEntryParams,
  payoutFilterParams,
  productFilterParams,
  professionalFilterParams,
  querySchema,
  rangeParams,
  responseFormats,
  serviceFilterParams,
  staffFilterParams,
  tillFilterParams,
  visitLengthParams,
  waitlistFilterParams,
} from './param-schemas.ts'
export {
  failField,
  type Params,
  parseBoolean,
  parseEnum,
  parseId,
  parseIds,
  parseInteger,
  parseOptionalBookingCode,
  parseRecordId,
  parseText,
  unknownId,
} from './params.ts'
export {
  ConfirmationWire,
  IntentWire,
  NewConfirmationWire,
  NewIntentWire,
  parseNewConfirmation,
  parseNewIntent,
  ReceivedWire,
  serializeConfirmation,
  serializeIntent,
} from './payment.ts'
export {
  PayoutDetailWire,
  PayoutPartWire,
  PayoutWire,
  parsePayoutEntryPart,
  parsePayoutFilter,
  serializePayout,
  serializePayoutDetail,
  serializePayoutPart,
} from './payout.ts'
export { permissionWords, roleWords } from './permissions.ts'
export {
  AdjustmentWire,
  MovementWire,
  PackagesWire,
  PointsWire,
  parseAdjustment,
  serializeMovement,
  serializePackages,
  serializePoints,
} from './points.ts'
export { describeMovement } from './points-concept.ts'
export { ProductsWire, parseProductFilter, serializeProducts } from './product-list.ts'
export {
  ProfessionalDetailWire,
  ReviewWire,
  serializeProfessional,
  serializeProfessionalDetail,
  serializeReview,
} from './professional.ts'
export {
  ProfessionalsWire,
  parseProfessionalFilter,
  serializeProfessionals,
} from './professional-list.ts'
export {
  ErasureWire,
  ProfileChangeWire,
  ProfileWire,
  parseProfileChange,
  serializeErasure,
  serializeProfile,
} from './profile.ts'
export {
  parseReportParams,
  reportCsv,
  reportParams,
  reportSchema,
  reportWords,
  serializeReport,
} from './reports.ts'
export {
  MovedBookingWire,
  NewTimeWire,
  parseNewTime,
  parseSimulation,
  serializeChangedBooking,
  serializeMovedBooking,
  simulationHeaders,
} from './reschedule.ts'
export {
  CardIntentWire,
  CardPolicyWire,
  FeeWire,
  NewCardConfirmationWire,
  NewCardWire,
  NewFeeWire,
  parseNewCard,
  parseNewCardConfirmation,
  parseNewFee,
  SavedCardWire,
  serializeCardIntent,
  serializeCardPolicy,
  serializeFee,
  serializeSavedCard,
  writeCardPolicy,
} from './saved-card.ts'
export { ScheduleWire, serializeSchedule } from './schedule.ts'
export { customerTextMark, identifier, ref } from './schema.ts'
export {
  ServiceDetailWire,
  type ServiceReader,
  serializeService,
  serializeServiceDetail,
} from './service.ts'
export { parseServiceFilter, ServicesWire, serializeServices } from './service-list.ts'
export {
  activeParams,
  entrySettings,
  parseActive,
  recordSettings,
  serializeChangedSetting,
  serializeSetting,
} from './settings.ts'
export { controlFields, parseEditParams } from './settings-parts.ts'
export { dayPath, parseDayPath, scheduleSettings } from './settings-schedule.ts'
export {
  ChallengeWire,
  CodeWire,
  LoggedOutWire,
  LogInWire,
  LogOutWire,
  parseLogIn,
  parseRegistration,
  RefreshWire,
  RegistrationWire,
  ResendWire,
  SignedInWire,
  serializeChallenge,
  serializeSignedIn,
} from './sign-in.ts'
export {
  EndedStaffSessionsWire,
  EndedStaffSessionWire,
  NewStaffWire,
  parseNewStaff,
  parseStaffChange,
  parseStaffState,
  StaffChangeWire,
  StaffWire,
  serializeEndedStaffSession,
  serializeStaff,
} from './staff.ts'
export {
  DeskSignInWire,
  DeviceWire,
  PinWire,
  parseDeviceName,
  parsePin,
  serializeDesk,
  serializeDevice,
  serializeRegisteredDevice,
} from './staff-desk.ts'
export {
  InvitationWire,
  NewPasskeyWire,
  PasskeyAnswerWire,
  PasskeyNameWire,
  parseNewPasskey,
  parsePasskeyAnswer,
  parsePasskeyName,
  parseStaffEmail,
  RecoveryWire,
  SalonWire,
  StaffCodeWire,
  StaffEmailWire,
  StaffSessionWire,
  serializeOpenedSession,
  serializeOwnSession,
  serializePasskey,
  serializeShownInvitation,
  serializeSignedInStaff,
  serializeStaffSalon,
} from './staff-session.ts'
export { SupportAccessWire, serializeSupport, serializeSupportInside } from './support.ts'
export {
  NewTillEntryWire,
  parseNewTillEntry,
  parseTillFilter,
  parseTillVoid,
  RecordedTillEntryWire,
  serializeRecordedTillEntry,
  serializeTillEntry,
  TillEntryWire,
  TillVoidWire,
} from './till.ts'
export type { ToWrite } from './to-write.ts'
export {
  LeftWaitlistWire,
  NewWaitlistAnswerWire,
  NewWaitlistEntryWire,
  OfferAnswerWire,
  parseNewWaitlistEntry,
  parseOfferAnswer,
  parseWaitlistState,
  serializeEntryPreview,
  serializeLeftWaitlist,
  serializeNewEntry,
  serializeWaitlistEntry,
  WaitlistEntryWire,
  waitlistStateWords,
} from './waitlist.ts'
