import { Flags } from '@oclif/core'
import type { KeyOutcome, KeysAsk } from '@silla/core'
import type { Sql } from '@silla/db'
import type { IssuedKey } from '@silla/tenants'
import { counted } from '../../counted.ts'
import { Problem, toldProblem } from '../../problem.ts'
import { SillaCommand } from '../../silla-command.ts'
import { bold } from '../../terminal.ts'
import type { KeyOfSalon } from '../../told-outcomes.ts'

export default class KeysIssue extends SillaCommand {
  static override summary = 'Issue a new API key, to one business or to all'
  static override description =
    "Makes a key for a business and tells it: once, because only its hash is kept. Publishable keys go into browsers and may be bound to origins; secret keys stay on the salon's own server. A business has at most 10 active keys. With --all every active business gets one, told a line each as soon as it is there; one that cannot have another does not stop the rest."
  static override examples = [
    '<%= config.bin %> keys issue --business barberia-centro --kind publishable --name "Web" --origin https://barberia.example',
    '<%= config.bin %> keys issue --business barberia-centro --kind secret --name "Till" --expires 90d --json',
    '<%= config.bin %> keys issue --all --missing --kind publishable --name "Web" --yes',
  ]
  static override flags = {
    business: Flags.string({
      char: 'b',
      description: 'The slug of the business.',
      helpValue: 'SLUG',
      exactlyOne: ['business', 'all'],
    }),
    all: Flags.boolean({ description: 'Every active business.', exactlyOne: ['business', 'all'] }),
    mode: Flags.option({
      options: ['live', 'test', 'demo'] as const,
      description: 'With --all: only those of this mode.',
      dependsOn: ['all'],
    })(),
    missing: Flags.boolean({
      description: 'With --all: only those without an active key of this kind.',
      dependsOn: ['all'],
    }),
    kind: Flags.option({
      options: ['publishable', 'secret'] as const,
      description: 'Whether browsers may hold it.',
      required: true,
    })(),
    name: Flags.string({ description: 'What it is for.', default: '' }),
    origin: Flags.string({ description: 'An origin that browsers may use it from; repeat for more.', multiple: true }),
    expires: Flags.string({
      description:
        'When it stops working: so many days from now (90d), a last day in the salon (2027-06-30), or a time (2027-06-30T12:00:00Z).',
    }),
    'dry-run': Flags.boolean({ description: 'With --all: only tell who would get one.', dependsOn: ['all'] }),
    yes: Flags.boolean({ char: 'y', description: 'With --all: do it without asking.' }),
  }

  async run(): Promise<{ key: IssuedKey } | { keys: KeyOfSalon[] }> {
    const { flags } = await this.parse(KeysIssue)
    const { readExpiry } = await import('../../expiry.ts')
    const { kind, name, origin: origins = [], expires } = flags
    const now = new Date()
    const expiresAt = (timezone: string) => (expires === undefined ? null : readExpiry(expires, timezone, now))
    const ask = { kind, name, origins, expiresAt }
    const admin = await this.admin()
    if (flags.business === undefined) return this.issueToAll(admin, ask, flags)
    return this.issueToOne(admin, flags.business, ask)
  }

  private async issueToOne(admin: Sql, slug: string, ask: KeysAsk) {
    const [{ issueKey }, { showBusiness }] = await Promise.all([
      import('@silla/tenants'),
      import('@silla/core/provisioning/show-business'),
    ])
    const business = await showBusiness(admin, slug)
    const key = await issueKey(admin, business.businessId, { ...ask, expiresAt: ask.expiresAt(business.timezone) })
    this.log(`A ${ask.kind} key for ${business.slug}:\n\n  ${bold(key.key)}\n\nStore it now: it is not told again.`)
    return { key }
  }

  private async issueToAll(
    admin: Sql,
    ask: KeysAsk,
    flags: { mode?: 'live' | 'test' | 'demo' | undefined; missing: boolean; yes: boolean; 'dry-run': boolean },
  ) {
    const { businessesForKeys, issueKeys } = await import('@silla/core/provisioning/issue-keys')
    const businesses = await businessesForKeys(admin, { kind: ask.kind, mode: flags.mode, missing: flags.missing })
    if (businesses.length === 0) this.log('There is no business to issue a key to.')
    if (flags['dry-run']) {
      for (const { slug } of businesses) this.log(slug)
      return { keys: businesses.map(({ slug }) => ({ slug, key: null, error: null })) }
    }
    if (businesses.length > 0) {
      await this.confirm(`Issue a ${ask.kind} key to ${counted(businesses.length, 'business')}?`, flags.yes)
    }
    const outcomes = await issueKeys(admin, businesses, ask, ({ slug, key }) => {
      if (key !== null) this.log(`${slug}  ${bold(key.key)}`)
    })
    const keys: KeyOfSalon[] = outcomes.map(({ slug, key, error }) => ({
      slug,
      key,
      error: key === null ? toldProblem(error) : null,
    }))
    refuseFailures(outcomes, keys)
    if (keys.length > 0) this.log(`\n${counted(keys.length, 'key')} issued. Store them now: they are not told again.`)
    return { keys }
  }
}

function refuseFailures(outcomes: readonly KeyOutcome[], keys: KeyOfSalon[]): void {
  const failed = outcomes.filter(({ key }) => key === null)
  if (failed.length === 0) return
  const lines = failed.map(({ slug, error }) => `${slug}: ${toldProblem(error).message}`)
  const issued = `${counted(outcomes.length - failed.length, 'key')} issued and not told again`
  throw new Problem(`${issued}; ${failed.length} of ${outcomes.length} failed.\n${lines.join('\n')}`, { keys })
}
