import { Flags } from '@oclif/core'
import { businessFlag, pageOf, pagingFlags } from '../../flags/common-flags.ts'
import { filterLabel, pageFacts, pageText } from '../../format/list-page.ts'
import { table } from '../../format/table.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class StaffList extends SillaCommand {
  static override summary = 'List the people who work with Silla in a salon'
  static override description =
    'By name, with their roles. Who was deactivated is listed only with --state deactivated.'
  static override examples = [
    '<%= config.bin %> staff list barberia-centro',
    '<%= config.bin %> staff list barberia-centro --state invited --json',
  ]
  static override flags = {
    business: businessFlag,
    state: Flags.option({
      options: ['invited', 'active', 'deactivated'] as const,
      description: 'Only people in this state.',
    })(),
    ...pagingFlags,
  }

  async run() {
    const { flags } = await this.parse(StaffList)
    const [{ listStaff }, { staffStateOf }] = await Promise.all([
      import('@silla/core/staff/list-staff'),
      import('@silla/core/staff/staff-member'),
    ])
    const { state = null } = flags
    const context = await this.operatorContext(flags.business)
    const { people, total } = await listStaff(context, { state, ...pageOf(flags) })
    const rows = people.map((person) => [
      String(person.id),
      person.name,
      person.email,
      person.role,
      person.professional?.name ?? '',
      staffStateOf(person),
    ])
    const head = ['Id', 'Name', 'Email', 'Role', 'Professional', 'State']
    const empty = `${flags.business} has no ${filterLabel(flags.state)}staff.`
    this.log(pageText(flags, total, table(head, rows), empty))
    return { people, ...pageFacts(flags, total) }
  }
}
