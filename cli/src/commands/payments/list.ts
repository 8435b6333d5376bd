import { Flags } from '@oclif/core'
import { businessFlag, pageOf, pagingFlags } from '../../flags/common-flags.ts'
import { filterLabel, pageFacts, pageText } from '../../format/list-page.ts'
import { paymentSubject } from '../../format/payments.ts'
import { SillaCommand } from '../../silla-command.ts'
import { formatMoney } from '../../text/values.ts'

const states = [
  'pending',
  'processing',
  'completed',
  'failed',
  'cancelled',
  'refunded',
  'partly_refunded',
  'disputed',
  'review',
] as const

export default class PaymentsList extends SillaCommand {
  static override summary = 'List the payments of a business'
  static override description =
    'The latest first, with amount and state. The state review means that the received amount or ' +
    "currency differs from the requested one. Times are in the salon's time zone. --json prints " +
    'the number of payments on all pages as `total`.'
  static override examples = [
    '<%= config.bin %> payments list barberia-centro',
    '<%= config.bin %> payments list barberia-centro --state review --limit 10 --json',
  ]
  static override flags = {
    business: businessFlag,
    state: Flags.option({ options: states, description: 'Only payments in this state.' })(),
    ...pagingFlags,
  }

  async run() {
    const { flags } = await this.parse(PaymentsList)
    const [{ listPayments }, { showBusiness }, { table }, { formatLocalTime }] = await Promise.all([
      import('@silla/core/payments/list-payments'),
      import('@silla/core/provisioning/show-business'),
      import('../../format/table.ts'),
      import('../../text/values.ts'),
    ])
    const { timezone } = await showBusiness(await this.admin(), flags.business)
    const input = { state: flags.state ?? null, ...pageOf(flags) }
    const { payments, total } = await listPayments(await this.tenantContext(flags.business), input)
    const rows = payments.map((payment) => [
      String(payment.id),
      formatLocalTime(payment.createdAt, timezone),
      paymentSubject(payment),
      payment.customerName,
      formatMoney(payment.amountCents, payment.currency),
      payment.state,
      payment.intentRef ?? '-',
    ])
    const headings = ['ID', 'Created', 'For', 'Customer', 'Amount', 'State', 'Intent']
    const empty = `${flags.business} has no ${filterLabel(flags.state)}payments.`
    this.log(pageText(flags, total, table(headings, rows), empty))
    return { payments, ...pageFacts(flags, total) }
  }
}
