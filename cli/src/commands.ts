import AuditList from './commands/audit/list.ts'
import BookingsBook from './commands/bookings/book.ts'
import BookingsCancel from './commands/bookings/cancel.ts'
import BookingsComplete from './commands/bookings/complete.ts'
import BookingsConfirm from './commands/bookings/confirm.ts'
import BookingsList from './commands/bookings/list.ts'
import BookingsNoShow from './commands/bookings/no-show.ts'
import BookingsShow from './commands/bookings/show.ts'
import BusinessesApply from './commands/businesses/apply.ts'
import BusinessesCreate from './commands/businesses/create.ts'
import BusinessesDelete from './commands/businesses/delete.ts'
import BusinessesExport from './commands/businesses/export.ts'
import BusinessesList from './commands/businesses/list.ts'
import BusinessesResume from './commands/businesses/resume.ts'
import BusinessesSchema from './commands/businesses/schema.ts'
import BusinessesShow from './commands/businesses/show.ts'
import BusinessesSuspend from './commands/businesses/suspend.ts'
import BusinessesUpdate from './commands/businesses/update.ts'
import CatalogExport from './commands/catalog/export.ts'
import CatalogImport from './commands/catalog/import.ts'
import CatalogList from './commands/catalog/list.ts'
import CatalogTranslate from './commands/catalog/translate.ts'
import CompletionBash from './commands/completion/bash.ts'
import CompletionZsh from './commands/completion/zsh.ts'
import CustomersBlock from './commands/customers/block.ts'
import CustomersErase from './commands/customers/erase.ts'
import CustomersExport from './commands/customers/export.ts'
import CustomersFind from './commands/customers/find.ts'
import CustomersShow from './commands/customers/show.ts'
import CustomersUnblock from './commands/customers/unblock.ts'
import DbDoctor from './commands/db/doctor.ts'
import DbMigrate from './commands/db/migrate.ts'
import DbPrepare from './commands/db/prepare.ts'
import DbReset from './commands/db/reset.ts'
import DbStatus from './commands/db/status.ts'
import JobsList from './commands/jobs/list.ts'
import JobsRetry from './commands/jobs/retry.ts'
import KeysIssue from './commands/keys/issue.ts'
import KeysList from './commands/keys/list.ts'
import KeysRevoke from './commands/keys/revoke.ts'
import KeysRotate from './commands/keys/rotate.ts'
import MailList from './commands/mail/list.ts'
import MailRetry from './commands/mail/retry.ts'
import MailShow from './commands/mail/show.ts'
import PaymentsList from './commands/payments/list.ts'
import PaymentsReconcile from './commands/payments/reconcile.ts'
import PaymentsRefund from './commands/payments/refund.ts'
import PaymentsShow from './commands/payments/show.ts'
import PointsAdjust from './commands/points/adjust.ts'
import ScheduleClosingsAdd from './commands/schedule/closings/add.ts'
import ScheduleClosingsList from './commands/schedule/closings/list.ts'
import ScheduleClosingsRemove from './commands/schedule/closings/remove.ts'
import ScheduleExceptionsAdd from './commands/schedule/exceptions/add.ts'
import ScheduleExceptionsList from './commands/schedule/exceptions/list.ts'
import ScheduleExceptionsRemove from './commands/schedule/exceptions/remove.ts'
import ScheduleHolidaysImport from './commands/schedule/holidays/import.ts'
import ScheduleHoursSet from './commands/schedule/hours/set.ts'
import ScheduleHoursShow from './commands/schedule/hours/show.ts'
import ScheduleShiftsSet from './commands/schedule/shifts/set.ts'
import ScheduleShiftsShow from './commands/schedule/shifts/show.ts'
import ScheduleWeek from './commands/schedule/week.ts'
import StripeConnect from './commands/stripe/connect.ts'
import StripeDisconnect from './commands/stripe/disconnect.ts'
import StripeStatus from './commands/stripe/status.ts'
import StripeWebhookEnsure from './commands/stripe/webhook/ensure.ts'
import StripeWebhookTest from './commands/stripe/webhook/test.ts'

/** Every command there is; what a command needs beyond its flags it imports when it runs, so that help is quick. */
export default {
  'audit:list': AuditList,
  'bookings:book': BookingsBook,
  'bookings:cancel': BookingsCancel,
  'bookings:complete': BookingsComplete,
  'bookings:confirm': BookingsConfirm,
  'bookings:list': BookingsList,
  'bookings:no-show': BookingsNoShow,
  'bookings:show': BookingsShow,
  'businesses:apply': BusinessesApply,
  'businesses:create': BusinessesCreate,
  'businesses:delete': BusinessesDelete,
  'businesses:export': BusinessesExport,
  'businesses:list': BusinessesList,
  'businesses:resume': BusinessesResume,
  'businesses:schema': BusinessesSchema,
  'businesses:show': BusinessesShow,
  'businesses:suspend': BusinessesSuspend,
  'businesses:update': BusinessesUpdate,
  'catalog:export': CatalogExport,
  'catalog:import': CatalogImport,
  'catalog:list': CatalogList,
  'catalog:translate': CatalogTranslate,
  'completion:bash': CompletionBash,
  'completion:zsh': CompletionZsh,
  'customers:block': CustomersBlock,
  'customers:erase': CustomersErase,
  'customers:export': CustomersExport,
  'customers:find': CustomersFind,
  'customers:show': CustomersShow,
  'customers:unblock': CustomersUnblock,
  'db:doctor': DbDoctor,
  'db:migrate': DbMigrate,
  'db:prepare': DbPrepare,
  'db:reset': DbReset,
  'db:status': DbStatus,
  'jobs:list': JobsList,
  'jobs:retry': JobsRetry,
  'keys:issue': KeysIssue,
  'keys:list': KeysList,
  'keys:revoke': KeysRevoke,
  'keys:rotate': KeysRotate,
  'mail:list': MailList,
  'mail:retry': MailRetry,
  'mail:show': MailShow,
  'payments:list': PaymentsList,
  'payments:reconcile': PaymentsReconcile,
  'payments:refund': PaymentsRefund,
  'payments:show': PaymentsShow,
  'points:adjust': PointsAdjust,
  'schedule:closings:add': ScheduleClosingsAdd,
  'schedule:closings:list': ScheduleClosingsList,
  'schedule:closings:remove': ScheduleClosingsRemove,
  'schedule:exceptions:add': ScheduleExceptionsAdd,
  'schedule:exceptions:list': ScheduleExceptionsList,
  'schedule:exceptions:remove': ScheduleExceptionsRemove,
  'schedule:holidays:import': ScheduleHolidaysImport,
  'schedule:hours:set': ScheduleHoursSet,
  'schedule:hours:show': ScheduleHoursShow,
  'schedule:shifts:set': ScheduleShiftsSet,
  'schedule:shifts:show': ScheduleShiftsShow,
  'schedule:week': ScheduleWeek,
  'stripe:connect': StripeConnect,
  'stripe:disconnect': StripeDisconnect,
  'stripe:status': StripeStatus,
  'stripe:webhook:ensure': StripeWebhookEnsure,
  'stripe:webhook:test': StripeWebhookTest,
}
