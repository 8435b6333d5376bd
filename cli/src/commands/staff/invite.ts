import { Flags } from '@oclif/core'
import type { Role, StaffMember, StaffState } from '@silla/core'
import { languages } from '@silla/locale'
import { UsageError } from '../../errors/report-error.ts'
import { businessFlag, yesFlag } from '../../flags/common-flags.ts'
import { roleFlagOptions } from '../../flags/role-options.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class StaffInvite extends SillaCommand {
  static override summary = 'Invite somebody to work with Silla in a salon'
  static override description =
    'Sends an email with a link to sign in, which is valid for 7 days and works once. Inviting again ' +
    'somebody who has not accepted sends a new link, and the one before stops working; inviting ' +
    'somebody who was deactivated brings them back. An address gets at most one invitation an hour, ' +
    'whatever salon sends it. Without --email, the email address of the salon is invited as its ' +
    'owner, after a confirmation. The link is in the email only.'
  static override examples = [
    '<%= config.bin %> staff invite barberia-centro --email lola@example.com --name "Lola Gil"',
    '<%= config.bin %> staff invite barberia-centro --email ana@example.com --name Ana --role professional --professional Ana --json',
  ]
  static override flags = {
    business: businessFlag,
    email: Flags.string({
      description: 'Their email address; that of the salon if omitted.',
      helpValue: 'EMAIL',
    }),
    name: Flags.string({
      description: 'Their name; that of the salon if omitted.',
      helpValue: 'NAME',
    }),
    role: Flags.option({
      options: roleFlagOptions,
      description: 'What they may do.',
      default: 'owner' as const,
    })(),
    professional: Flags.string({
      description: 'The professional whose agenda is their own: id, handle or name.',
      helpValue: 'PROFESSIONAL',
    }),
    language: Flags.option({
      options: languages,
      description: 'The language of emails to them; by default that of the salon.',
    })(),
    'dry-run': Flags.boolean({
      description: 'Only check whether they can be invited, and show who would be.',
    }),
    yes: yesFlag,
  }

  async run(): Promise<Invitation> {
    const { flags } = await this.parse(StaffInvite)
    const [{ inviteStaff }, { tryInvitation }, { readEmail, readName }, { professionalIdOf }] =
      await Promise.all([
        import('@silla/core/staff/invite-staff'),
        import('@silla/core/staff/try-invitation'),
        import('../../flags/contact-flags.ts'),
        import('../../flags/professional-id.ts'),
      ])
    const { business: slug, role, language = null } = flags
    const trying = await this.operatorContext(slug)
    const catalog = await trying.tenant.catalog()
    const { business } = catalog
    if (flags.email === undefined && business.email === '')
      throw new UsageError(`${slug} has no email address: pass --email.`)
    const email = readEmail(flags.email ?? business.email)
    const name = readName(flags.name ?? business.name)
    const professionalId = await professionalIdOf(flags.professional, trying)
    if (flags['dry-run']) {
      const known = await tryInvitation(trying, { name, email, role, professionalId, language })
      const sentence = known === null ? '' : sentences[known]
      this.log(`Would invite ${email} to ${slug} as ${role}.${sentence}`)
      return { dryRun: true, email, role, known, person: null }
    }
    if (flags.email === undefined)
      await this.confirm(`Invite ${email}, the email address of ${slug}, as ${role}?`, flags.yes)
    const context = await this.operatorContext(slug, { role, professionalId }, 'staffId')
    const person = await inviteStaff(context, { name, email, role, professionalId, language })
    this.log(`Invited ${person.email} to ${slug} as ${role} (${person.id}).`)
    return { dryRun: false, email, role, known: null, person }
  }
}

const sentences: Record<StaffState, string> = {
  invited: ' They are invited already, and the link that they have would stop working.',
  active: '',
  deactivated: ' They were deactivated, and would come back.',
}

interface Invitation {
  dryRun: boolean
  email: string
  role: Role
  /** In a dry run: the state of who has the email there; null: nobody has it. */
  known: StaffState | null
  /** Null in a dry run. */
  person: StaffMember | null
}
