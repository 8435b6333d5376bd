import { Flags } from '@oclif/core'
import { businessFlag } from '../../flags/business-flag.ts'
import { pageOf, pagingFlags } from '../../flags/paging-flags.ts'
import { filterLabel, pageFacts, pageText } from '../../format/list-page.ts'
import { money } from '../../format/money.ts'
import { paymentSubject } from '../../format/payment-subject.ts'
import { SillaCommand } from '../../silla-command.ts'

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
  static override summary = "List a business's payments"
  static override description =
    "The latest ones first: what was asked for, what arrived, how it stands. review: something else arrived than was asked for. Times are the salon's. --json tells in `total` how many there are on all pages."
  static override examples = [
    '<%= config.bin %> payments list --business barberia-centro',
    '<%= config.bin %> payments list --business barberia-centro --state review --limit 10 --json',
  ]
  static override flags = {
    business: businessFlag,
    state: Flags.option({ options: states, description: 'Only those in this state.' })(),
    ...pagingFlags,
  }

  async run() {
    const { flags } = await this.parse(PaymentsList)
    const [{ listPayments }, { showBusiness }, { table }, { localTime }] = await Promise.all([
      import('@silla/core/payments/list-payments'),
      import('@silla/core/provisioning/show-business'),
      import('../../format/table.ts'),
      import('../../format/local-time.ts'),
    ])
    const { timezone } = await showBusiness(await this.admin(), flags.business)
    const input = { state: flags.state ?? null, ...pageOf(flags) }
    const { payments, total } = await listPayments(await this.worker(flags.business), input)
    const rows = payments.map((payment) => [
      String(payment.id),
      localTime(payment.createdAt, timezone),
      paymentSubject(payment),
      payment.customerName,
      money(payment.amountCents, payment.currency),
      payment.state,
      payment.intentRef ?? '-',
    ])
    const headings = ['ID', 'Asked for', 'For', 'Customer', 'Amount', 'State', 'Intent']
    const nothing = `${flags.business} has no ${filterLabel(flags.state)}payments.`
    this.log(pageText(flags, total, table(headings, rows), nothing))
    return { payments, ...pageFacts(flags, total) }
  }
}
