import { Args } from '@oclif/core'
import { businessFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class ClockSet extends SillaCommand {
  static override summary = "Set a test salon's clock forward"
  static override description =
    'For a test or demo salon: its bookings, availability, reminders and other jobs go by the new ' +
    'time, which goes on at the pace of real time. Jobs that became due run within seconds. The ' +
    'clock cannot be set back; a new salon starts with real time. Sessions, codes, keys, rate ' +
    'limits and payments keep real time.'
  static override examples = [
    '<%= config.bin %> clock set barberia-demo 2027-03-28T01:30',
    '<%= config.bin %> clock set barberia-demo "2027-03-29 09:00" --json',
  ]
  static override args = {
    time: Args.string({
      description: 'The time to set, in the time zone of the salon: 2027-03-28T01:30.',
      required: true,
    }),
  }
  static override flags = { business: businessFlag }

  async run() {
    const { args, flags } = await this.parse(ClockSet)
    const { parseMoment } = await import('../../flags/parse-moment.ts')
    const input = { slug: flags.business, to: parseMoment(args.time) }
    const [{ setClock }, { clockText }] = await Promise.all([
      import('@silla/core/provisioning/set-clock'),
      import('../../format/clock-text.ts'),
    ])
    const clock = await setClock(await this.admin(), input)
    this.log(clockText(clock))
    return { clock }
  }
}
