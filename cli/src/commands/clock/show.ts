import { businessFlag } from '../../flags/common-flags.ts'
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
  static override flags = { business: businessFlag }

  async run() {
    const { flags } = await this.parse(ClockShow)
    const [{ showClock }, { clockText }] = await Promise.all([
      import('@silla/core/provisioning/business-clock'),
      import('../../format/clock-text.ts'),
    ])
    const clock = await showClock(await this.admin(), flags.business)
    this.log(clockText(clock))
    return { clock }
  }
}
