import { Flags } from '@oclif/core'
import type { SalonSession, StaffMember } from '@silla/core'
import { UsageError } from '../../errors/report-error.ts'
import { optionalPersonArgument } from '../../flags/arguments.ts'
import { businessFlag, pageOf, pagingFlags } from '../../flags/common-flags.ts'
import { type PageFacts, pageFacts, pageText } from '../../format/list-page.ts'
import { pluralize } from '../../format/pluralize.ts'
import { table } from '../../format/table.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class StaffSessions extends SillaCommand {
  static override summary = 'List the open sessions of the people of a salon, or end them'
  static override description =
    'The latest seen first, of one person or of everybody. Times are in the time zone of the salon. ' +
    '--end and --end-all need a person. A session that was ended is refused within a second ' +
    'everywhere, and its person can sign in again, unless staff deactivate ends their work. There is no ' +
    'confirmation prompt, because a lost device should not wait.'
  static override examples = [
    '<%= config.bin %> staff sessions barberia-centro',
    '<%= config.bin %> staff sessions barberia-centro 1042 --end 2001',
    '<%= config.bin %> staff sessions barberia-centro lola@example.com --end-all --json',
  ]
  static override args = { person: optionalPersonArgument }
  static override flags = {
    business: businessFlag,
    end: Flags.integer({
      description: 'End the session with this id.',
      helpValue: 'ID',
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
      exclusive: ['end-all'],
    }),
    'end-all': Flags.boolean({ description: 'End all sessions of the person.' }),
    ...pagingFlags,
  }

  async run(): Promise<ListedSessions | EndedSessions> {
    const { args, flags } = await this.parse(StaffSessions)
    const { findPerson } = await import('@silla/core/staff/find-person')
    const context = await this.operatorContext(flags.business)
    const person = args.person === undefined ? null : await findPerson(context, args.person)
    if (flags.end !== undefined || flags['end-all']) {
      if (person === null) throw new UsageError('Name the person whose sessions end.')
      return this.endSessions(person, flags)
    }
    const { listSalonSessions } = await import('@silla/core/staff/member-sessions')
    const { formatLocalTime } = await import('../../text/values.ts')
    const { settings } = await context.tenant.catalog()
    const filter = { staffId: person?.id ?? null, ...pageOf(flags) }
    const { sessions, total } = await listSalonSessions(context, filter)
    const rows = sessions.map((session) => [
      String(session.id),
      session.person.name,
      session.person.email,
      session.deviceName,
      session.kind,
      session.method,
      formatLocalTime(session.authenticatedAt, settings.timezone),
      formatLocalTime(session.lastSeenAt, settings.timezone),
    ])
    const head = ['Id', 'Name', 'Email', 'Device', 'Kind', 'By', 'Since', 'Last seen']
    const empty = `${person?.email ?? flags.business} has no open sessions.`
    this.log(pageText(flags, total, table(head, rows), empty))
    return { sessions, ...pageFacts(flags, total) }
  }

  private async endSessions(
    person: StaffMember,
    { business, end }: { business: string; end: number | undefined },
  ): Promise<EndedSessions> {
    const { endMemberSession, endMemberSessions } = await import(
      '@silla/core/staff/member-sessions'
    )
    if (end !== undefined) {
      const detail = { staffId: person.id, endedSessionId: end }
      const context = await this.operatorContext(business, detail)
      await endMemberSession(context, { staffId: person.id, sessionId: end })
      this.log(`Ended session ${end} of ${person.email}.`)
      return { person, ended: 1 }
    }
    const context = await this.operatorContext(business, { staffId: person.id })
    const { ended } = await endMemberSessions(context, person.id)
    this.log(`Ended ${pluralize(ended, 'session')} of ${person.email}.`)
    return { person, ended }
  }
}

interface ListedSessions extends PageFacts {
  sessions: SalonSession[]
}

interface EndedSessions {
  person: StaffMember
  ended: number
}
