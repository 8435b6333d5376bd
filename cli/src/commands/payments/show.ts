import { CliError } from '../../errors/report-error.ts'
import { paymentArgument } from '../../flags/arguments.ts'
import { businessFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class PaymentsShow extends SillaCommand {
  static override summary = 'Show a payment'
  static override description =
    'Shows the requested and received amounts, the state at the payment processor, refunds and ' +
    "disputes. Times are in the salon's time zone."
  static override examples = [
    '<%= config.bin %> payments show barberia-centro 1042',
    '<%= config.bin %> payments show barberia-centro 1042 --json',
  ]
  static override args = { id: paymentArgument }
  static override flags = { business: businessFlag }

  async run() {
    const { args, flags } = await this.parse(PaymentsShow)
    const [{ showBusiness }, { showPayment }, { paymentCard }] = await Promise.all([
      import('@silla/core/provisioning/show-business'),
      import('@silla/core/payments/show-payment'),
      import('../../format/payments.ts'),
    ])
    const { timezone } = await showBusiness(await this.admin(), flags.business)
    const detail = await showPayment(await this.tenantContext(flags.business), args.id)
    if (detail === null) throw new CliError(`${flags.business} has no payment ${args.id}.`)
    this.log(paymentCard(detail, timezone))
    return detail
  }
}
