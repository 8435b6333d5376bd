import { Flags } from '@oclif/core'
import { businessFlag } from '../../flags/business-flag.ts'
import { customerArgument } from '../../flags/customer-argument.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class CustomersAdjustPoints extends SillaCommand {
  static override summary = 'Give a customer points, or take some away'
  static override description =
    'Writes one more movement of the kind "ajuste", which the customer sees with its reason. A balance never falls below zero.'
  static override examples = [
    '<%= config.bin %> customers adjust-points lucia@example.com --business barberia-centro --points 50 --reason "Por las molestias"',
    '<%= config.bin %> customers adjust-points 17 -b barberia-centro --points=-20 --reason "Canje en tienda" --json',
  ]
  static override args = { customer: customerArgument }
  static override flags = {
    business: businessFlag,
    points: Flags.integer({
      description: 'How many; below zero takes them away.',
      required: true,
      min: -1_000_000,
      max: 1_000_000,
      helpValue: 'POINTS',
    }),
    reason: Flags.string({
      description: 'Why, in words that the customer reads; up to 500 characters.',
      required: true,
      helpValue: 'TEXT',
    }),
  }

  async run() {
    const { args, flags } = await this.parse(CustomersAdjustPoints)
    const { adjustPoints } = await import('@silla/core/points/adjust-points')
    const adjusted = await adjustPoints(await this.admin(), {
      slug: flags.business,
      customer: args.customer,
      points: flags.points,
      reason: flags.reason,
    })
    this.log(`${adjusted.email} holds ${adjusted.balance} points at ${adjusted.business} now.`)
    return { points: adjusted }
  }
}
