import { slugArgument } from '../../flags/arguments.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class ClockShow extends SillaCommand {
  static override summary = "Show a salon's clock"
  static override description =
    'Shows the time that holds for the bookings of a salon, in its time zone. It is real time unless ' +
    'clock set was used.'
  static override examples = [
    '<%= config.bin %> clock show barberia-demo',
    '<%= config.bin %> clock show barberia-demo --json',
  ]
  static override args = { slug: slugArgument }

  async run() {
    const { args } = await this.parse(ClockShow)
    const [{ showClock }, { clockText }] = await Promise.all([
      import('@silla/core/provisioning/business-clock'),
      import('../../format/clock-text.ts'),
    ])
    const clock = await showClock(await this.admin(), args.slug)
    this.log(clockText(clock))
    return { clock }
  }
}
