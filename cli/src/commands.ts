import BusinessesApply from './commands/businesses/apply.ts'
import BusinessesCreate from './commands/businesses/create.ts'
import BusinessesList from './commands/businesses/list.ts'
import BusinessesResume from './commands/businesses/resume.ts'
import BusinessesShow from './commands/businesses/show.ts'
import BusinessesSuspend from './commands/businesses/suspend.ts'
import CustomersBlock from './commands/customers/block.ts'
import CustomersUnblock from './commands/customers/unblock.ts'
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
import PaymentsList from './commands/payments/list.ts'
import PaymentsReconcile from './commands/payments/reconcile.ts'
import PaymentsRefund from './commands/payments/refund.ts'
import PaymentsShow from './commands/payments/show.ts'
import PointsAdjust from './commands/points/adjust.ts'
import StripeConnect from './commands/stripe/connect.ts'
import StripeDisconnect from './commands/stripe/disconnect.ts'
import StripeStatus from './commands/stripe/status.ts'
import StripeWebhookEnsure from './commands/stripe/webhook/ensure.ts'
import StripeWebhookTest from './commands/stripe/webhook/test.ts'

/** Every command there is; what a command needs beyond its flags it imports when it runs, so that help is quick. */
export default {
  'businesses:apply': BusinessesApply,
  'businesses:create': BusinessesCreate,
  'businesses:list': BusinessesList,
  'businesses:resume': BusinessesResume,
  'businesses:show': BusinessesShow,
  'businesses:suspend': BusinessesSuspend,
  'customers:block': CustomersBlock,
  'customers:unblock': CustomersUnblock,
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
  'payments:list': PaymentsList,
  'payments:reconcile': PaymentsReconcile,
  'payments:refund': PaymentsRefund,
  'payments:show': PaymentsShow,
  'points:adjust': PointsAdjust,
  'stripe:connect': StripeConnect,
  'stripe:disconnect': StripeDisconnect,
  'stripe:status': StripeStatus,
  'stripe:webhook:ensure': StripeWebhookEnsure,
  'stripe:webhook:test': StripeWebhookTest,
}
