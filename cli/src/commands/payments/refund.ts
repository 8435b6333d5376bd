import { randomUUID } from 'node:crypto'
import { Flags } from '@oclif/core'
import { businessFlag } from '../../business-flag.ts'
import { paymentArgument } from '../../payment-argument.ts'
import { money, paidFor } from '../../payment-text.ts'
import { Problem, UsageProblem } from '../../problem.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class PaymentsRefund extends SillaCommand {
  static override summary = 'Give a payment back'
  static override description =
    'All that is left of it, or a part. What was paid for stays as it is: to cancel a booking cancels its payment too. The worker sends the refund; payments show tells what became of it. Asks first on a terminal; elsewhere it needs --yes.'
  static override examples = [
    '<%= config.bin %> payments refund 1042 --business barberia-centro',
    '<%= config.bin %> payments refund 1042 --business barberia-centro --amount 5.50 --yes --json',
  ]
  static override args = { id: paymentArgument }
  static override flags = {
    business: businessFlag,
    amount: Flags.string({ description: 'How much; all that is left unless told.', helpValue: '5.50' }),
    name: Flags.string({ description: 'A name of your own: what has the same name is refunded once.' }),
    yes: Flags.boolean({ char: 'y', description: 'Do it without asking.' }),
  }

  async run() {
    const { args, flags } = await this.parse(PaymentsRefund)
    const amountCents = flags.amount === undefined ? null : centsOf(flags.amount)
    const [{ refundPayment }, { showPayment }] = await Promise.all([
      import('@silla/core/payments/refund-payment'),
      import('@silla/core/payments/show-payment'),
    ])
    const worker = await this.actFor(flags.business, { paymentId: args.id, amountCents })
    const detail = await showPayment(worker, args.id)
    if (detail === null) throw new Problem(`${flags.business} has no payment ${args.id}.`)
    const { payment } = detail
    const what = amountCents === null ? 'all that is left' : money(amountCents, payment.currency)
    await this.confirm(
      `Give ${payment.customerName} ${what} of ${money(payment.amountCents, payment.currency)} back, for ${paidFor(payment)}?`,
      flags.yes,
    )
    const name = flags.name ?? randomUUID()
    const refund = await refundPayment(worker, { paymentId: args.id, amountCents, name })
    this.log(
      `${money(refund.amountCents, payment.currency)} go back to ${payment.customerName}; the worker sends them.`,
    )
    return { refund }
  }
}

function centsOf(text: string): number {
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text)) throw new UsageProblem(`--amount ${text} is not understood: say 5.50.`)
  return Math.round(Number(text) * 100)
}
