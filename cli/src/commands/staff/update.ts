import { Flags } from '@oclif/core'
import type { StaffMember } from '@silla/core'
import { languages } from '@silla/locale'
import { UsageError } from '../../errors/report-error.ts'
import { personArgument } from '../../flags/arguments.ts'
import { businessFlag } from '../../flags/common-flags.ts'
import { permissionFlagOptions, roleFlagOptions } from '../../flags/role-options.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class StaffUpdate extends SillaCommand {
  static override summary = 'Change the role, permissions or details of somebody in a salon'
  static override description =
    'What they may do holds within a second in their open sessions. --allow and --deny change what ' +
    'they may do beyond their role or in spite of it; --role-only takes back both. An owner has ' +
    'every permission. The only owner keeps their role: invite another one first.'
  static override examples = [
    '<%= config.bin %> staff update barberia-centro lola@example.com --role manager',
    '<%= config.bin %> staff update barberia-centro 1042 --allow till.discount --deny till.charge',
    '<%= config.bin %> staff update barberia-centro 1042 --professional Ana --json',
  ]
  static override args = { person: personArgument }
  static override flags = {
    business: businessFlag,
    name: Flags.string({ description: 'Their name.', helpValue: 'NAME' }),
    role: Flags.option({ options: roleFlagOptions, description: 'What they may do.' })(),
    allow: Flags.option({
      options: permissionFlagOptions,
      description: 'What they may do as well.',
      helpValue: 'PERMISSION',
      multiple: true,
    })(),
    deny: Flags.option({
      options: permissionFlagOptions,
      description: 'What they may do no longer.',
      helpValue: 'PERMISSION',
      multiple: true,
    })(),
    'role-only': Flags.boolean({
      description: 'They may do what their role may, and nothing else.',
      exclusive: ['allow', 'deny'],
    }),
    professional: Flags.string({
      description: 'The professional whose agenda is their own: id, handle or name.',
      helpValue: 'PROFESSIONAL',
      exclusive: ['no-professional'],
    }),
    'no-professional': Flags.boolean({ description: 'No agenda is their own.' }),
    language: Flags.option({
      options: languages,
      description: 'The language of emails to them.',
    })(),
  }

  async run(): Promise<{ person: StaffMember }> {
    const { args, flags } = await this.parse(StaffUpdate)
    const { name, role = null, allow = [], deny = [], language = null } = flags
    const [
      { findPerson },
      { updateStaff },
      { changedPermissions },
      { readName },
      { professionalIdOf },
    ] = await Promise.all([
      import('@silla/core/staff/find-person'),
      import('@silla/core/staff/update-staff'),
      import('@silla/core/staff/changed-permissions'),
      import('../../flags/contact-flags.ts'),
      import('../../flags/professional-id.ts'),
    ])
    const both = allow.find((permission) => deny.includes(permission))
    if (both !== undefined) throw new UsageError(`${both} cannot be allowed and denied.`)
    const reading = await this.operatorContext(flags.business)
    const found = await findPerson(reading, args.person)
    const permissions = flags['role-only']
      ? { permissionsAdded: [], permissionsRemoved: [] }
      : allow.length + deny.length > 0
        ? changedPermissions({ ...found, role: role ?? found.role }, { allow, deny })
        : { permissionsAdded: null, permissionsRemoved: null }
    const change = {
      name: name === undefined ? null : readName(name),
      role,
      professionalId: flags['no-professional']
        ? ('none' as const)
        : await professionalIdOf(flags.professional, reading),
      language,
      ...permissions,
    }
    if (Object.values(change).every((value) => value === null))
      throw new UsageError('Say what to change. See --help.')
    const context = await this.operatorContext(flags.business, { staffId: found.id })
    const person = await updateStaff(context, { ...change, id: found.id, version: found.version })
    this.log(`Updated ${person.name} (${person.id}): ${person.role}${extras(person)}.`)
    return { person }
  }
}

const extras = ({ permissionsAdded, permissionsRemoved }: StaffMember): string =>
  [
    ...permissionsAdded.map((permission) => ` +${permission}`),
    ...permissionsRemoved.map((permission) => ` -${permission}`),
  ].join('')
