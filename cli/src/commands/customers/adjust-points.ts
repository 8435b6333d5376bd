import { Flags } from '@oclif/core'
import { customerArgument } from '../../flags/arguments.ts'
import { businessFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class CustomersAdjustPoints extends SillaCommand {
  static override summary = "Add or deduct a customer's loyalty points"
  static override description =
    'Adds a points movement of the kind "ajuste", which the customer sees with its reason. The ' +
    'balance cannot become negative.'
  static override examples = [
    '<%= config.bin %> customers adjust-points barberia-centro lucia@example.com --points 50 --reason "Por las molestias"',
    '<%= config.bin %> customers adjust-points barberia-centro 17 --points=-20 --reason "Canje en tienda" --json',
  ]
  static override args = { customer: customerArgument }
  static override flags = {
    business: businessFlag,
    points: Flags.integer({
      description: 'The number of points; negative to deduct.',
      required: true,
      min: -1_000_000,
      max: 1_000_000,
      helpValue: 'POINTS',
    }),
    reason: Flags.string({
      description: 'The reason, shown to the customer; up to 500 characters.',
      required: true,
      helpValue: 'TEXT',
    }),
  }

  async run() {
    const { args, flags } = await this.parse(CustomersAdjustPoints)
    const { adjustPoints } = await import('@silla/core/customers/adjust-points')
    const adjusted = await adjustPoints(await this.admin(), {
      slug: flags.business,
      customer: args.customer,
      points: flags.points,
      reason: flags.reason,
    })
    const customer = adjusted.email || `Customer ${adjusted.customerId}`
    this.log(`${customer} now has ${adjusted.balance} points at ${adjusted.business}.`)
    return { points: adjusted }
  }
}
