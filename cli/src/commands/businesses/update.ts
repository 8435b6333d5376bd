import { ChangeCommand } from '../../change-command.ts'
import { UsageError } from '../../errors/report-error.ts'
import { businessFieldFlags, businessFieldValues } from '../../flags/business-flags.ts'
import { businessFlag, changeFlags } from '../../flags/common-flags.ts'

export default class BusinessesUpdate extends ChangeCommand {
  static override summary = 'Update settings of a salon'
  static override description =
    'Changes only the settings that are passed; an empty text ("") clears a value. Shows the ' +
    'plan first. A different time zone moves the working hours: if upcoming bookings would fall ' +
    'outside them, it lists them and fails without --allow-orphaned. For everything else, use ' +
    'businesses export and businesses apply.'
  static override examples = [
    '<%= config.bin %> businesses update barberia-centro --cancellation-hours 48 --no-prepayment',
    '<%= config.bin %> businesses update barberia-centro --email hola@barberia.example --phone "+34 912 345 678" --dry-run',
    '<%= config.bin %> businesses update barberia-centro --reminder-hours never --yes --json',
  ]
  static override flags = {
    business: businessFlag,
    ...businessFieldFlags(),
    ...changeFlags,
  }

  async run() {
    const { flags } = await this.parse(BusinessesUpdate)
    const { planUpdate, updateBusiness } = await import('@silla/core/provisioning/update-business')
    const update = businessFieldValues(flags)
    if (Object.keys(update).length === 0)
      throw new UsageError(
        'Pass at least one setting, for example --cancellation-hours 48. See --help.',
      )
    const admin = await this.admin()
    const plan = await planUpdate(admin, flags.business, update)
    const allowOrphaned = flags['allow-orphaned']
    return this.carryOut(plan, flags, () =>
      updateBusiness(admin, flags.business, update, { allowOrphaned }),
    )
  }
}
